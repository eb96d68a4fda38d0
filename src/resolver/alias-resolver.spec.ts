import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { packagePath } from '../platform/common/package-root';
import { AliasResolver } from './alias-resolver';
import type { AliasFile, AliasSeed, EntityAliases } from './knowledge/alias-seed';
import { foldText } from './folding/fold-text';
import { isHeldOut, measure, type LabelledText } from '../../bench/resolver/quality';
import { loadResolver, readAliasSeed } from '../ontology/resolver.provider';
import { PIECE_MAX } from './folding/text-units';

const resolver = loadResolver();

const fixtures = (...path: string[]): LabelledText[] =>
  readFileSync(packagePath('test', 'fixtures', 'resolver', ...path), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledText);

const corpus = fixtures('corpus.jsonl');

/** Share of the forbidden names that are tagged. */
const trappedShare = (rows: readonly LabelledText[]): number =>
  measure(rows, (text, lang) => resolver.tag(text, lang)).trapped.length /
  rows.reduce((sum, row) => sum + row.not.length, 0);

describe('AliasResolver on the labelled corpus', () => {
  const known = corpus.filter((row) => !isHeldOut(row));
  const heldOut = corpus.filter(isHeldOut);
  const quality = measure(known, (text, lang) => resolver.tag(text, lang));

  it('reaches F1 0.99 overall and in every language', () => {
    expect(quality.languages.map(({ lang }) => lang)).toHaveLength(9);
    expect(quality.overall.f1).toBeGreaterThanOrEqual(0.99);
    for (const { f1 } of quality.languages) expect(f1).toBeGreaterThanOrEqual(0.99);
    expect(trappedShare(known)).toBeLessThan(0.006);
  });

  it('reaches F1 0.96 on the tenth that no rule was written for', () => {
    expect(heldOut.length).toBeGreaterThan(900);
    expect(measure(heldOut, (text, lang) => resolver.tag(text, lang)).overall.f1).toBeGreaterThan(0.96);
    expect(trappedShare(heldOut)).toBeLessThan(0.08);
  });

  it('does on unseen batches better than when they were first counted', () => {
    const before = {
      49: { f1: 0.943, trapped: 19 },
      50: { f1: 0.909, trapped: 30 },
      58: { f1: 0.939, trapped: 32 },
      59: { f1: 0.928, trapped: 21 },
      60: { f1: 0.955, trapped: 10 },
    };
    for (const [batch, { f1, trapped }] of Object.entries(before)) {
      const rows = fixtures('unseen', `batch-${batch}.jsonl`);
      const now = measure(rows, (text, lang) => resolver.tag(text, lang));
      expect(now.overall.f1).toBeGreaterThan(f1);
      expect(now.trapped.length).toBeLessThan(trapped);
    }
  });
});

describe('resolve', () => {
  it('explains each match, with offsets in units and in code points', () => {
    const { mentions } = resolver.resolve('😀 Iran’s army', 'en');

    expect(mentions).toEqual([
      {
        entity: 'iran',
        alias: 'Iran',
        rule: 'name',
        start: 3,
        end: 7,
        startCodePoint: 2,
        endCodePoint: 6,
      },
    ]);
  });

  it('reads a non-joiner as a blank, as nothing, or as the end of a name', () => {
    const tag = (text: string): string[] => resolver.tag(text, 'fa');

    expect(tag('می\u200cرود به کره\u200cجنوبی')).toEqual(['south-korea']);
    expect(tag('روس\u200cیه و ایران\u200cها')).toEqual(['iran', 'russia']);
    expect(tag('می\u200cشود تا بازی\u200cهای')).toEqual([]);
  });

  it('ends a name with its bracket, whatever follows', () => {
    expect(resolver.tag('刚果（金）M23武装控制戈马机场', 'zh')).toContain('dr-congo');
  });

  it('explains each refusal', () => {
    const { entities, refused } = resolver.resolve('A fire on Jerusalem Street', 'en');

    expect(entities).toEqual([]);
    expect(refused).toEqual([
      {
        alias: 'Jerusalem',
        entity: 'jerusalem',
        start: 10,
        end: 19,
        reason: 'a street or a house named after it',
      },
    ]);
  });

  it('reads single marks as quotation marks, but not an apostrophe within a word', () => {
    const tag = (text: string): string[] => resolver.tag(text, 'en');

    expect(tag("The song 'Kashmir' at the O2")).toEqual([]);
    expect(tag("The film 'Iran's choice'")).toEqual(['iran']);
  });

  it('finds an abbreviation in brackets that the words before it spell', () => {
    const tag = (text: string): string[] => resolver.tag(text, 'en');

    expect(tag('The Wildlife Trust of India (WTI) releases elephants')).toEqual(['india']);
    expect(tag('Third-party litigation funding (TPLF) grows')).toEqual([]);
    expect(tag('The Israel Defense Forces (IDF) strike')).toEqual(['idf']);
    expect(tag('Kurdish militants (PKK) disarm')).toEqual(['pkk']);
  });

  it('detects the name of a house, a ship or a work by its quotation marks and the word next to them', () => {
    expect(resolver.tag('Крейсер «Москва» и кафе "Тегеран"', 'ru')).toEqual([]);
    expect(resolver.tag('Le film « Liban » primé', 'fr')).toEqual([]);
    expect(resolver.tag('《黑海》定档', 'zh')).toEqual([]);
    expect(resolver.tag('Движение «Талибан» и «Хамас»', 'ru')).toEqual(['hamas', 'taliban']);
    expect(resolver.resolve('The film "Lebanon" wins', 'en').refused).toMatchObject([
      { entity: 'lebanon', start: 10, end: 17 },
    ]);
  });

  it('returns offsets of the original where entities were escaped', () => {
    const text = 'Israel&#39;s &amp; Iran';

    expect(resolver.resolve(text, 'en').mentions.map(({ start, end }) => text.slice(start, end))).toEqual([
      'Israel',
      'Iran',
    ]);
  });

  it.each([
    ['a handle', 'via @Iran_News', []],
    ['an address', 'see https://example.org/iran/israel today', []],
    ['a hashtag of several words', '#StandWithUkraine #TelAviv', ['tel-aviv', 'ukraine']],
    ['a name at the very end', 'to Iran', ['iran']],
    ['an empty text', '', []],
  ])('reads %s', (_, text, entities) => {
    expect(resolver.tag(text, 'en')).toEqual(entities);
  });
});

describe('properties', () => {
  const pieces = fc.oneof(
    fc.constantFrom(...corpus.filter(({ text }) => !text.includes('#')).map(({ text }) => text)),
    fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('#')),
    fc.constantFrom('\u0301', '\u200b', '&amp;', '-', '’s', 'و', 'ה', '—', '\n'),
  );
  const texts = fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join(' '));
  const languages = fc.constantFrom('en', 'fa', 'he', 'ru', 'uk', 'zh', 'ar', 'tr', 'fr');

  it('cuts the original text at the alias', () => {
    fc.assert(
      fc.property(texts, languages, (text, lang) => {
        for (const { alias, start, end } of resolver.resolve(text, lang).mentions) {
          // A non-joiner parts words or is nothing: حوثی‌ها is also written حوثیها.
          expect(unparted(text.slice(start, end))).toBe(unparted(alias));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('tags two texts apart as it tags them together around a blank line', () => {
    fc.assert(
      fc.property(texts, texts, languages, (left, right, lang) => {
        const apart = new Set([...resolver.tag(left, lang), ...resolver.tag(right, lang)]);

        expect(new Set(resolver.tag(`${left}\n\n${right}`, lang))).toEqual(apart);
      }),
      { numRuns: 200 },
    );
  });

  it('finds the same by both ways in', () => {
    fc.assert(
      fc.property(texts, languages, (text, lang) => {
        expect(resolver.tag(text, lang)).toEqual(resolver.resolve(text, lang).entities);
      }),
      { numRuns: 150 },
    );
  });

  it('returns offsets in the whole of a text that it reads in pieces', () => {
    const text = `Iran\n${'a line of filler\n'.repeat(PIECE_MAX / 16)}&amp; Hamas`;
    const { mentions } = resolver.resolve(text, 'en');

    expect(text.length).toBeGreaterThan(PIECE_MAX);
    expect(mentions.map(({ start, end }) => text.slice(start, end))).toEqual(['Iran', 'Hamas']);
  });

  it('does not depend on the order of the seed', () => {
    const reversed = AliasResolver.fromSeed(reverseSeed(readAliasSeed()));

    for (const { text, lang } of corpus) {
      expect(reversed.resolve(text, lang)).toEqual(resolver.resolve(text, lang));
    }
  });
});

describe('a rule that a prefixed letter satisfies', () => {
  it('is asked of the bare name only', () => {
    expect(resolver.tag('דוד סין ניצח בטורניר', 'he')).toEqual([]);
    expect(resolver.tag('דוד לסין: הפתעה', 'he')).toEqual(['china']);
  });
});

const unparted = (text: string): string => foldText(text).replaceAll(' ', '');

describe('two languages that write a name on the same conditions', () => {
  const files: AliasFile[] = [
    { lang: 'ru', aliases: { china: { names: [{ text: 'Китай', rule: 'calm' }] } } },
    {
      lang: 'uk',
      aliases: {
        china: {
          names: [
            { text: 'Китай', rule: 'calm' },
            { text: 'китай', case: 'exact', rule: 'loud' },
          ],
        },
      },
    },
  ];
  const rules = {
    calm: { say: 'no person', not_before: ['микола'] },
    loud: { say: 'among states', near: ['держава'] },
  };
  const seed: AliasSeed = { files, refused: [], rules, words: {}, paradigms: {} };

  it('share it, though one of them has further conditions for the spelling', () => {
    const tag = (text: string, lang: string): string[] => AliasResolver.fromSeed(seed).tag(text, lang);

    expect(tag('Китай погодився', 'uk')).toEqual(['china']);
    expect(tag('Китай согласился', 'ru')).toEqual(['china']);
    expect(tag('Микола Китай погодився', 'uk')).toEqual([]);
  });
});

const reverseSeed = (seed: AliasSeed): AliasSeed => ({
  ...seed,
  files: [...seed.files].reverse().map(({ aliases, ...file }): AliasFile => ({
    ...file,
    aliases: Object.fromEntries(
      Object.entries(aliases)
        .reverse()
        .map(([id, groups]): [string, EntityAliases] => [
          id,
          Object.fromEntries(
            Object.entries(groups).map(([kind, list]: [string, readonly unknown[]]) => [kind, [...list].reverse()]),
          ),
        ]),
    ),
  })),
  refused: [...seed.refused].reverse(),
});
