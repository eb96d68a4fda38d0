import { readFileSync } from 'node:fs';
import { packagePath } from '../common/package-root';
import { configurationDoc } from './configuration-doc';
import { VARIABLES } from './environment';

describe('docs/configuration.md', () => {
  it('lists every setting as it is; `npm run docs:configuration` writes it anew', () => {
    expect(readFileSync(packagePath('docs', 'configuration.md'), 'utf8')).toBe(configurationDoc(VARIABLES));
  });
});
