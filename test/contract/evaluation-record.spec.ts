/** The record schema with valid records of every shape, and with invalid ones. */
import fc from 'fast-check';
import { csvHeader, csvLine } from '../../src/dataset/csv';
import {
  evaluationRecord,
  recordLine,
  type EvaluationRecord,
  type SettledPrediction,
} from '../../src/dataset/evaluation-record';
import { makeRecordCheck } from '../support/record-check';
import { fieldValue, recordColumns, recordFields } from '../../src/dataset/record-fields';
import { recordSchema, type SchemaNode } from '../../src/dataset/record-schema';
import { sampleId } from '../../src/dataset/sample-id';
import { DIRECTIONS } from '../../src/forecasting/forecast';
import { EXCHANGES } from '../../src/markets/market';
import { THEATERS } from '../../src/ontology/theater';
import { readVectorLines } from '../support/vectors';
import { canonicalizeText } from '../../src/platform/common/canonical-json';
import { formatMicros } from '../../src/platform/common/utc-time';

const check = makeRecordCheck();

const share = (places: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: 10 ** places }).map((value) => value / 10 ** places);
const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
const first = Date.UTC(2026, 3, 1) * 1000;
const year = 365 * 86_400_000_000;

const row: fc.Arbitrary<SettledPrediction> = fc
  .record({
    exchange: fc.constantFrom(...EXCHANGES),
    ticker: text,
    question: text,
    theater: orNull(fc.constantFrom(...THEATERS)),
    event_type: orNull(text),
    made: fc.integer({ min: first, max: first + year }),
    open: fc.integer({ min: -86_400_000_000, max: year }),
    side: orNull(fc.constantFrom('YES' as const, 'NO' as const)),
    probability_yes: share(3),
    confidence: share(3),
    direction: fc.constantFrom(...DIRECTIONS),
    reasoning: text,
    market_yes_price: orNull(share(4)),
    spread: orNull(share(4)),
    bundled: fc.boolean(),
    intel: orNull(fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/), fc.nat(50))),
    languages: orNull(fc.uniqueArray(fc.constantFrom('en', 'fa', 'he', 'ru', 'zh', 'fil'))),
    settlement_yes_price: fc.oneof(fc.constantFrom(0, 1, 0.5, 0.4999), share(4)),
  })
  .map(({ made, open, bundled, intel, languages, ...fields }) => ({
    id: 'p',
    model: 'claude' as const,
    ...fields,
    made_at: formatMicros(made),
    resolves_at: formatMicros(first + 2 * year),
    resolved_at: formatMicros(made + open),
    replay_bundle_id: bundled ? 'rb-0f3c' : null,
    bundle_sha256: bundled ? 'ab'.repeat(32) : null,
    intel_num_items: intel === null ? null : Object.keys(intel).length,
    intel_by_source_type: intel === null ? null : JSON.stringify(intel),
    intel_languages: languages,
  }));

const record: fc.Arbitrary<EvaluationRecord> = fc.tuple(row, fc.boolean()).map(([stored, anchored]) =>
  evaluationRecord(
    stored,
    anchored
      ? {
          registry_date: stored.made_at.slice(0, 10),
          registry_url: `https://vedette.example/api/registry/${stored.made_at.slice(0, 10)}.json`,
          bundle_sha256: 'ab'.repeat(32),
          wayback_url: `https://web.archive.org/web/20260601000000/https://vedette.example/api/registry/${stored.made_at.slice(0, 10)}.json`,
        }
      : null,
  ),
);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
const copy = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

/** Every object of a value with the path to it. */
const objectsIn = (value: Json, path: string[] = []): string[][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? [path, ...Object.entries(value).flatMap(([key, member]) => objectsIn(member, [...path, key]))]
    : [];

const at = (value: Json, path: readonly string[]): Record<string, Json> =>
  path.reduce<Json>((inside, key) => (inside as Record<string, Json>)[key] ?? null, value) as Record<string, Json>;

describe('evaluation records', () => {
  it('are valid whatever is stored', () => {
    fc.assert(
      fc.property(record, (value) => {
        expect(check(value)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('are canonical JSON, the same each time', () => {
    fc.assert(
      fc.property(record, (value) => {
        const line = recordLine(value);
        expect(canonicalizeText(line)).toBe(line);
        expect(recordLine(JSON.parse(line) as EvaluationRecord)).toBe(line);
      }),
      { numRuns: 200 },
    );
  });

  it('are regraded alike from their own fields', () => {
    fc.assert(
      fc.property(record, ({ prediction, resolution }) => {
        const outcome = resolution.settlement_yes_price >= 0.5 ? 1 : 0;
        const difference = prediction.probability_yes - outcome;
        expect(resolution.outcome).toBe(outcome === 1 ? 'YES' : 'NO');
        expect(resolution.brier_score).toBe(difference * difference);
      }),
    );
  });

  it('are refused with a property too many at any depth', () => {
    fc.assert(
      fc.property(record, fc.nat(), (value, pick) => {
        const mutated = copy(value);
        // The histogram of categories is the one open list.
        const objects = objectsIn(mutated).filter((path) => path.at(-1) !== 'by_source_type');
        const path = objects[pick % objects.length] ?? [];
        at(mutated, path)['extra'] = null;
        expect(check(mutated).join()).toContain('additional properties');
      }),
      { numRuns: 200 },
    );
  });

  it('are refused with a property missing at any depth', () => {
    fc.assert(
      fc.property(record, fc.nat(), fc.nat(), (value, pick, member) => {
        const mutated = copy(value);
        const objects = objectsIn(mutated).filter((path) => path.at(-1) !== 'by_source_type');
        const object = at(mutated, objects[pick % objects.length] ?? []);
        const keys = Object.keys(object);
        Reflect.deleteProperty(object, keys[member % keys.length] ?? '');
        expect(check(mutated).join()).toContain('required property');
      }),
      { numRuns: 200 },
    );
  });

  it('are refused with any value that its field does not take', () => {
    const wrong = (node: SchemaNode): unknown[] => {
      const types = [node.type ?? []].flat();
      const number = types.includes('number') || types.includes('integer');
      return [
        { nested: true },
        ...(types.includes('null') ? [] : [null]),
        ...(number ? ['0.5', -0.0001] : [7]),
        ...(node.maximum === undefined ? [] : [node.maximum + 1e-9]),
        ...(types.includes('integer') ? [1.5] : []),
        ...(node.enum === undefined ? [] : ['elsewhere', 'yes']),
        ...(node.pattern === undefined ? [] : ['\n']),
        ...(node.format === undefined ? [] : ['soon']),
      ];
    };
    const [whole] = fc.sample(
      record.filter(({ anchor }) => anchor !== null),
      { numRuns: 1, seed: 4 },
    );
    for (const field of recordColumns().filter(({ path }) => !path.endsWith('by_source_type')))
      for (const value of wrong(field.node)) {
        const mutated = copy(whole);
        at(mutated, field.segments.slice(0, -1))[field.segments.at(-1) ?? ''] = value as Json;
        expect({ path: field.path, value, valid: check(mutated).length === 0 }).toEqual({
          path: field.path,
          value,
          valid: false,
        });
      }
  });

  it('before the day of the first bundle have neither bundle nor anchor', () => {
    fc.assert(
      fc.property(record, ({ prediction, context, anchor }) => {
        if (prediction.made_at < '2026-05-07') {
          expect(context.replay_bundle_id).toBeNull();
          expect(anchor).toBeNull();
        }
      }),
    );
  });
});

describe('the schema', () => {
  const objects = (node: SchemaNode): SchemaNode[] => [
    ...(node.properties === undefined ? [] : [node]),
    ...Object.values(node.properties ?? {}).flatMap(objects),
  ];

  it('closes every object and requires all its members', () => {
    for (const node of objects(recordSchema('https://x.example'))) {
      expect(node.additionalProperties).toBe(false);
      expect(node.required).toEqual(Object.keys(node.properties ?? {}));
    }
  });

  it('describes every field, and tags it', () => {
    const fields = recordFields();

    expect(fields.filter(({ description }) => !/\.$/.test(description))).toEqual([]);
    expect(fields.filter(({ stability }) => stability === 'experimental').map(({ path }) => path)).toEqual([
      'question.theater',
      'question.event_type',
    ]);
    expect(recordColumns()).toHaveLength(33);
  });
});

describe('the columns', () => {
  it('hold every value once, quoted as RFC 4180 has it', () => {
    const [value] = fc.sample(record, { numRuns: 1, seed: 9 });
    const awkward = { ...value, question: { ...value?.question, text: 'a "b",\r\nc' } };
    const line = csvLine(awkward);

    expect(csvHeader().split(',')).toHaveLength(recordColumns().length);
    expect(line).toContain('"a ""b"",\r\nc"');
    expect(line.endsWith('\r\n')).toBe(true);
    expect(fieldValue({ anchor: null }, { segments: ['anchor', 'wayback_url'] })).toBeNull();
  });
});

describe('sampleId', () => {
  it('replaces other characters, and ends with a hash', () => {
    expect(sampleId('2026-05-07T00:00:00.000001Z', 'KX A/ß')).toMatch(
      /^2026-05-07T00-00-00\.000001Z_KX-A--_[0-9a-f]{8}$/,
    );
    expect(sampleId('2026-05-07T00:00:00.000001Z', 'A B')).not.toBe(sampleId('2026-05-07T00:00:00.000001Z', 'A-B'));
  });
});

describe('records graded as the vectors are', () => {
  it('prints the Brier score as Python does', () => {
    const rows = readVectorLines<{ p: number; outcome: 'YES' | 'NO'; repr: string }>('brier.jsonl');
    const [stored] = fc.sample(row, { numRuns: 1, seed: 1 });
    for (const { p, outcome, repr } of rows) {
      const graded = evaluationRecord(
        {
          ...(stored as SettledPrediction),
          probability_yes: p,
          settlement_yes_price: outcome === 'YES' ? 1 : 0,
        },
        null,
      );
      const printed = /"brier_score":([^,]+),/.exec(recordLine(graded))?.[1] ?? '';
      expect(Number(printed)).toBe(Number(repr));
      // 0 and 1 are integers in JSON; all else is the shortest text of the double.
      if (!/\.0$/.test(repr)) expect(printed).toBe(repr);
    }
  });
});
