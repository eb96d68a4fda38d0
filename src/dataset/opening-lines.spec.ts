import { columnName } from './csv';
import { openingScripts } from './opening-lines';
import { recordColumns } from './record-fields';

describe('the lines that open the dataset', () => {
  it('are three in each tool, and name columns that it has', () => {
    const columns = new Set(recordColumns().map(columnName));
    const scripts = openingScripts('https://vedette.example');
    const named = scripts.flatMap(({ code }) => code.match(/\b(?:question|resolution)_[a-z_]+/g) ?? []);

    expect(scripts.map(({ code }) => code.split('\n').length)).toEqual([3, 3, 3]);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !columns.has(name))).toEqual([]);
  });
});
