/** `docs/configuration.md`, written from the settings themselves; a test keeps the two the same. */
import type { Variable } from './variable';

const HEAD = `# Configuration

This page tells an operator which settings there are, with their defaults.

Every setting is an environment variable, read and checked once at the start. A bad value stops the start and is named;
its value is never printed. An empty value counts as unset. \`npm run docs:configuration\` writes this page from
\`src/platform/config/environment.ts\`.

| variable | default | what it does |
|---|---|---|
`;

export const configurationDoc = (variables: Readonly<Record<string, Variable<unknown>>>): string =>
  HEAD +
  Object.values(variables)
    .map(({ name, defaultText, sentence, secret }) => {
      const note = secret ? ' Secret.' : '';
      return `| \`${name}\` | \`${defaultText}\` | ${sentence}${note} |\n`;
    })
    .join('');
