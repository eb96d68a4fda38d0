import { buildAliasTrie } from './alias-trie';
import { AliasWalk } from './alias-walk';
import { TextUnits } from '../folding/text-units';

const NAMES = ['tel aviv', 'tel', 'telegram', 'iran', 'iran deal', '伊朗', 'تل اويو'];

/** The names found at the beginning of a text, shortest first, with the part of the text that is each. */
const found = (text: string, names = NAMES, camelCase = false): [string, string][] => {
  const units = new TextUnits();
  const walk = new AliasWalk(units, buildAliasTrie(names, Int32Array.from(names.keys())));
  units.load(text);
  return Array.from({ length: walk.from(0, camelCase) }, (_, index) => [
    names[walk.names[index] ?? -1] ?? '',
    text.slice(0, walk.ends[index]),
  ]);
};

describe('AliasWalk', () => {
  it.each([
    ['a name of which nothing else is left', 'Telegram posts', ['Telegram']],
    ['a name and a longer one that begins with it', 'Iran Deal signed', ['Iran', 'Iran Deal']],
    ['a run of separators as one', 'Tel - Aviv', ['Tel', 'Tel - Aviv']],
    ['marks within a name as nothing', 'Te\u00adl Avi\u200bv', ['Te\u00adl', 'Te\u00adl Avi\u200bv']],
    ['a non-joiner as the blank of a name', 'تل\u200cآویو', ['تل\u200cآویو']],
    ['Chinese with a word behind it', '伊朗总统', ['伊朗']],
  ])('finds %s', (_, text, parts) => {
    expect(found(text).map(([, part]) => part)).toEqual(parts);
  });

  it.each([
    ['stops within the name', 'Telegr'],
    ['goes on as a longer word', 'telegrams'],
    ['differs in the last letter', 'telegraf'],
    ['has a line end for the rest of it', 'telegra\n'],
  ])('finds none where the text %s', (_, text) => {
    expect(found(text, ['telegram'])).toEqual([]);
  });

  it('reads a capital as the beginning of a word in a hashtag only', () => {
    expect(found('TelAviv', ['tel aviv', 'turin'], true)).toEqual([['tel aviv', 'TelAviv']]);
    expect(found('TelAviv', ['tel aviv'], true)).toEqual([['tel aviv', 'TelAviv']]);
    expect(found('TelAviv', ['tel aviv'])).toEqual([]);
  });

  it('decides by two letters whether a name begins with them', () => {
    const units = new TextUnits();
    const names = ['iran', 'israel', 'telegram'];
    const walk = new AliasWalk(units, buildAliasTrie(names, Int32Array.from(names.keys())));
    const begins = (text: string): boolean => {
      units.load(text);
      return walk.begins(0);
    };

    expect(['ir', 'is', 'te'].map(begins)).toEqual([true, true, true]);
    expect(['it', 'ta', 'x'].map(begins)).toEqual([false, false, false]);
  });
});
