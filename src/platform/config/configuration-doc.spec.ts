import { readdirSync, readFileSync } from 'node:fs';
import { packagePath } from '../common/package-root';
import { configurationDoc } from './configuration-doc';
import { VARIABLES } from './environment';

describe('docs/configuration.md', () => {
  const written = readFileSync(packagePath('docs', 'configuration.md'), 'utf8');

  it('lists every setting as it is; `npm run docs:configuration` writes it anew', () => {
    expect(written).toBe(configurationDoc(VARIABLES));
  });

  it('lists what commands, set-up and tests read from the environment', () => {
    const read = ['src', 'scripts', 'bin'].flatMap((folder) =>
      readdirSync(packagePath(folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.spec)\.[cm]?[jt]s$/.test(file))
        .flatMap((file) => [
          ...readFileSync(packagePath(folder, file), 'utf8').matchAll(/process\.env(?:\.|\[')([A-Z][A-Z0-9_]+)/g),
        ])
        .map(([, name = '']) => name),
    );
    expect(read).toContain('JAVA_HOME');
    expect([...new Set(read)].filter((name) => !written.includes(`| \`${name}\` |`))).toEqual([]);
  });
});
