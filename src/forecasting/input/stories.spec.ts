import { HOUR_MS } from '../../platform/common/durations';
import { aMaterial, anEvidence, FROZEN_AT } from '../../../test/support/forecast-material';
import { armInput } from './arms';
import { INPUT_BYTES_MAX } from './bounds';
import { buildInput } from './build-input';
import type { ForecastInput } from './forecast-input';
import type { EvidenceRow } from './input-rows';
import { renderInputs } from './render-joint';
import { citedNumbers, renderInput } from './render-input';

/** A report of a strike on Iran by Israel, within the last half day. */
const strike = (id: string, row: Partial<EvidenceRow> = {}): EvidenceRow =>
  anEvidence({
    id,
    title: `Headline ${id}`,
    source: id,
    family: id,
    at: FROZEN_AT + HOUR_MS / 2 - HOUR_MS,
    told: { entities: ['israel', 'iran'], acts: ['strike'] },
    ...row,
  });
const built = (evidence: readonly EvidenceRow[]) => buildInput(aMaterial({ evidence }));

describe('clusters of stories', () => {
  it('show the best two, of two publishers, and count the rest with publishers and languages', () => {
    const { input, words } = built([
      strike('a', { relevance: 0.9, family: 'x' }),
      strike('b', { relevance: 0.8, family: 'x', lang: 'he' }),
      strike('c', { relevance: 0.7, family: 'y', lang: 'fr' }),
      strike('d', { relevance: 0.6, family: 'z', lang: 'ru', story: 's' }),
      strike('e', { relevance: 0.5, family: 'w', lang: 'ar', story: 's' }),
      anEvidence({ id: 'other', title: 'Something else', relevance: 0.85 }),
    ]);

    expect(input.items.map(({ key }) => key)).toEqual(['a', 'c', 'other']);
    expect(input.clusters).toEqual([
      {
        ...{ parties: ['iran', 'israel'], act: 'strike', since: '2026-05-07T00:00:00.000000Z', shown: ['a', 'c'] },
        ...{ stories: 2, families: 3, languages: ['ar', 'he', 'ru'] },
      },
    ]);
    expect(input.left_out.items).toBe(0);
    expect(renderInput(input, words)).toContain(
      '- beside [1] and [2] on the same act of the same parties in that half day: 2 further stories by 3 publisher families in ar, he, ru\n- [3] ',
    );
    expect([...citedNumbers([input])]).toEqual([
      ['a', 1],
      ['c', 2],
      ['other', 3],
    ]);
  });

  it.each<[string, Partial<EvidenceRow>]>([
    ['half of a day', { at: FROZEN_AT - 13 * HOUR_MS }],
    ['act', { told: { entities: ['israel', 'iran'], acts: ['talks'] } }],
    ['pair of parties', { told: { entities: ['israel', 'lebanon'], acts: ['strike'] } }],
    ['cause: the market itself', { circular: true }],
    ['kind: what trades, asks or announces', { source_type: 'whale' }],
    ['story: it is a copy', { story: 's' }],
  ])('do not hold a report of another %s', (_, third) => {
    const { input } = built([strike('a'), strike('b', { story: 's' }), strike('c', third)]);

    expect(input.clusters).toEqual([]);
    expect(input.left_out.items).toBe(0);
    expect(input.items).toHaveLength(third.story === undefined ? 3 : 2);
  });

  it('hold a story once, in the widest of them, whatever the order of the rows', () => {
    const told = { entities: ['israel', 'iran', 'lebanon'], acts: ['strike', 'talks'] };
    const rows = [
      ...['a', 'b', 'c', 'd'].map((id) => strike(id)),
      ...['e', 'f'].map((id) => strike(id, { told: { entities: ['iran', 'lebanon'], acts: ['talks'] } })),
      strike('g', { told }),
    ];
    const { input } = built(rows);

    expect(input.clusters?.map(({ shown, stories }) => shown.length + stories)).toEqual([5]);
    expect(input.items).toHaveLength(4);
    expect(built(rows.toReversed()).input).toEqual(input);
  });

  it('fit into the text with the lines that count them', () => {
    const rows = Array.from({ length: 300 }, (_, nth) =>
      strike(`n-${nth}`, {
        title: '战'.repeat(100),
        summary: '争'.repeat(130),
        lang: ['zh', 'ar', 'ru'][nth % 3] ?? 'en',
        told: { entities: ['israel', `party-${Math.floor(nth / 5)}`], acts: ['strike'] },
      }),
    );
    const { input, words } = built(rows);
    const counted = (input.clusters ?? []).reduce((sum, { stories }) => sum + stories, 0);

    expect(Buffer.byteLength(renderInput(input, words))).toBeLessThanOrEqual(INPUT_BYTES_MAX);
    expect(input.clusters?.length).toBeGreaterThan(5);
    expect(input.items.length + counted + input.left_out.items).toBe(300);
  });

  it('are included once in a call of several questions, and not in arm C or in earlier inputs', () => {
    const { input, words } = built(['a', 'b', 'c'].map((id) => strike(id)));
    const other = { ...input, question: { ...input.question, ticker: 'OTHER' } };
    const earlier = Object.fromEntries(
      Object.entries(input).filter(([name]) => name !== 'clusters'),
    ) as unknown as ForecastInput;

    expect(renderInputs([input, other].map((one) => ({ input: one, words }))).match(/beside \[1\]/g)).toHaveLength(1);
    expect(armInput(input, 'B').clusters).toEqual(input.clusters);
    expect(armInput(input, 'C').clusters).toEqual([]);
    expect('clusters' in armInput(earlier, 'C')).toBe(false);
    expect(renderInput(earlier, words)).not.toContain('beside');
  });
});
