import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJsonFile } from './json-file';

describe('a JSON file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-json-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('is named where it cannot be read', () => {
    const file = join(folder, 'feeds.json');

    expect(() => readJsonFile(file)).toThrow(`${file}: ENOENT`);
    writeFileSync(file, '[1 2]');
    expect(() => readJsonFile(file)).toThrow(`${file}: Expected ','`);
    writeFileSync(file, '[1, 2]');
    expect(readJsonFile(file)).toEqual([1, 2]);
  });
});
