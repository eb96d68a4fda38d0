import { readFileSync } from 'node:fs';
import { unexercised } from '../../../test/support/exercised-knowledge';
import { packagePath } from '../../platform/common/package-root';
import { loadResolver, readAliasSeed } from '../../ontology/resolver.provider';
import { AliasResolver } from '../alias-resolver';
import type { LabelledText } from '../../../bench/resolver/quality';
import type { AliasSeed } from './alias-seed';

const corpus = readFileSync(packagePath('test', 'fixtures', 'resolver', 'corpus.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as LabelledText);

describe('every rule, each of its words and every phrase', () => {
  it('is needed by a text of the corpus', () => {
    expect(unexercised(loadResolver(), readAliasSeed(), corpus)).toEqual([]);
  });

  it('is named where no text needs it', () => {
    const seed: AliasSeed = {
      files: [{ lang: 'en', aliases: { brent: { names: [{ text: 'Brent', rule: 'oil' }] } } }],
      refused: [{ entity: 'brent', reason: 'a goose', texts: ['Brent goose'] }],
      rules: { oil: { say: 'oil', near: ['barrel', 'crude*', 'oil price'], not_after: ['geese'] } },
      words: {},
      paradigms: {},
    };
    const row = { id: '1', lang: 'en', entities: ['brent'], not: [], optional: [], trap: null };
    const found = unexercised(AliasResolver.fromSeed(seed), seed, [
      { ...row, text: 'Crudes and Brent: the oil price rises' },
    ]);

    expect(found).toEqual(['oil: near: barrel', 'oil: not_after: geese', 'brent: not: a goose']);
  });
});

describe('every template', () => {
  it('refuses a name in the corpus', () => {
    const said = new Set(
      corpus.flatMap(({ text, lang }) =>
        loadResolver()
          .resolve(text, lang)
          .refused.map(({ reason }) => reason),
      ),
    );

    expect((readAliasSeed().templates ?? []).filter(({ say }) => !said.has(say))).toEqual([]);
  });
});
