import { aMaterial, FROZEN_AT } from '../../../test/support/forecast-material';
import { armInput } from './arms';
import { backgroundOf, knownText } from './background';
import { buildInput } from './build-input';
import type { ForecastInput } from './forecast-input';
import type { BackgroundRow } from './input-rows';
import { renderInput } from './render-input';

const fact = (row: Partial<BackgroundRow>): BackgroundRow => ({
  from: 'iran',
  from_name: 'Iran',
  type: 'hostile_to',
  to: 'israel',
  to_name: 'Israel',
  basis: null,
  since: '1979',
  until: null,
  source: null,
  checked_at: null,
  ...row,
});
const DAY = '2026-05-07';
const chosen = (rows: readonly BackgroundRow[], parties = ['iran', 'israel']): string[] =>
  backgroundOf(rows, parties, DAY).map(({ from, type, to }) => `${from} ${type} ${to}`);

describe('the background of a question', () => {
  it('prefers its own parties, then those related to most of them, then the newest', () => {
    const rows = [
      fact({ from: 'iran', to: 'saudi-arabia', basis: 'Ties broken off in April 2026.' }),
      fact({ from: 'united-states', to: 'iran', basis: 'War from 28 February 2026.' }),
      fact({ from: 'united-states', type: 'allied_with', to: 'israel', since: '1967' }),
      fact({ from: 'hezbollah', to: 'israel', since: '1985', basis: 'Wars in 2006 and 2024.' }),
      fact({ from: 'iran', type: 'funds', to: 'hezbollah', since: '1982' }),
      fact({}),
    ];
    expect(chosen(rows)).toEqual([
      'iran hostile_to israel',
      'united-states hostile_to iran',
      'hezbollah hostile_to israel',
    ]);
    expect(chosen(rows.toReversed())).toEqual(chosen(rows));
  });

  it('has one fact for two entities', () => {
    expect(chosen([fact({}), fact({ from: 'israel', to: 'iran', type: 'backs' })])).toEqual(['iran hostile_to israel']);
  });

  it.each([
    ['War from 28 February 2026.', DAY, null, true],
    ['War from 8 May 2026.', DAY, null, false],
    ['War from May 2026.', DAY, null, true],
    ['War from June 2026.', DAY, null, false],
    ['War from 2026-05-08 on.', DAY, null, false],
    ['War in 2025 and 2026.', DAY, null, false],
    ['War in 2025 and 2026.', DAY, '2026-05-07', true],
    ['War in 2025 and 2026.', DAY, '2026-05-08', false],
    ['War in 2025 and 2026.', DAY, 'unchecked', false],
    ['War in 2024 and 2025.', DAY, null, true],
    ['No date.', DAY, null, true],
  ])('of %s on %s, checked %s: known is %s', (text, day, checked, known) => {
    expect(knownText(text, day, checked) !== '').toBe(known);
  });

  it('is in the input in dated sentences, once, and not in arm C', () => {
    const { input, words } = buildInput(
      aMaterial({
        background: [
          fact({ basis: 'Direct strikes in 2024.', source: 'UCDP', checked_at: '2026-05-01' }),
          fact({
            from: 'ali-khamenei',
            from_name: 'Ali Khamenei',
            type: 'leads',
            to: 'iran',
            to_name: 'Iran',
            since: '1989-06-04',
            until: '2026-02-28',
            source: 'Wikidata',
            checked_at: 'unchecked',
          }),
        ],
        relationships: [
          fact({}),
          fact({ type: 'backs', to: 'hamas', to_name: 'Hamas', basis: 'Since a pact of June 2026.' }),
        ],
      }),
    );
    const text = renderInput(input, words);

    expect(text).toContain(`## Background of the conflict
- Iran has been hostile to Israel since 1979: Direct strikes in 2024. (UCDP, checked 2026-05-01)
- Ali Khamenei led Iran from 1989-06-04 to 2026-02-28. (Wikidata, unchecked)

## Relationships in force
- Iran backs Hamas, since 1979
`);
    expect(input.now.frozen_at.slice(0, 10)).toBe(new Date(FROZEN_AT).toISOString().slice(0, 10));
    expect(armInput(input, 'C').background).toEqual([]);
    const earlier = Object.fromEntries(
      Object.entries(input).filter(([name]) => name !== 'background'),
    ) as unknown as ForecastInput;
    expect(renderInput(earlier, words)).not.toContain('Background');
    expect('background' in armInput(earlier, 'C')).toBe(false);
  });
});
