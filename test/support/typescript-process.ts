import { packagePath } from '../../src/platform/common/package-root';

/** What Node is given to run a source of the project as it stands, in a process of its own. */
export const runsTypeScript = (source: string, ...words: readonly string[]): string[] => [
  '--require',
  packagePath('test', 'support', 'typescript-hook.cjs'),
  packagePath(...source.split('/')),
  ...words,
];
