import { anItem, NOON } from '../../test/support/item-builder';
import type { NewItem } from './item';
import { copyCounts, dayCounts, hourCounts, itemColumns, storiesOf, storyColumns, touchesOf } from './item-rows';

const HOUR = 3_600_000;
const NOON_HOUR = NOON / HOUR;

describe('the counts of a batch', () => {
  it('count an item once in each cluster that one of its entities belongs to', () => {
    const memberships = [
      { cluster: 'gulf', entities: ['iran', 'oil'] },
      { cluster: 'levant', entities: ['israel', 'iran'] },
    ];
    const items = [
      anItem({ id: 'a', entities: ['iran', 'oil'], at: NOON }),
      anItem({ id: 'b', entities: ['oil'], at: NOON + HOUR - 1 }),
      anItem({ id: 'c', entities: ['israel'], at: NOON + HOUR }),
      anItem({ id: 'd', entities: ['mali'], at: NOON }),
    ];

    expect(hourCounts(items, memberships)).toEqual([
      { cluster: 'gulf', hour: NOON_HOUR, n: 2 },
      { cluster: 'levant', hour: NOON_HOUR, n: 1 },
      { cluster: 'levant', hour: NOON_HOUR + 1, n: 1 },
    ]);
  });

  it('are the same in the same order whatever the order of the items', () => {
    const memberships = [{ cluster: 'gulf', entities: ['iran'] }];
    const items = [3, 1, 2].map((n) =>
      anItem({ id: `i${n}`, source: `s${n}`, entities: ['iran'], at: NOON + n * HOUR }),
    );

    expect(hourCounts([...items].reverse(), memberships)).toEqual(hourCounts(items, memberships));
    expect(dayCounts([...items].reverse())).toEqual(dayCounts(items));
  });
});

describe('the links of a batch', () => {
  it('are grouped by entity, with the places of its items, and without duplicates', () => {
    const items = [
      anItem({ id: 'a', entities: ['oil', 'iran', 'oil'] }),
      anItem({ id: 'b', entities: [] }),
      anItem({ id: 'c', entities: ['iran'] }),
    ];

    expect(touchesOf(items)).toEqual([
      { entity: 'iran', items: [0, 2] },
      { entity: 'oil', items: [0] },
    ]);
  });

  it('name the earliest item of each story, the lower id of two at one instant', () => {
    const items = [
      anItem({ id: 'c', story: 's2', family: 'wire', at: NOON }),
      anItem({ id: 'b', story: 's1', family: 'paper', at: NOON + 1 }),
      anItem({ id: 'a', story: 's2', family: 'radio', at: NOON }),
      anItem({ id: 'd', story: null }),
      anItem({ id: 'e', story: 's1', family: 'wire', at: NOON }),
    ];

    expect(storiesOf(items)).toEqual([
      { story: 's1', id: 'e', family: 'wire', at: NOON, items: [1, 4] },
      { story: 's2', id: 'a', family: 'radio', at: NOON, items: [0, 2] },
    ]);
  });

  it('come after those that begin in the batch when they began before it', () => {
    const items = [
      anItem({ id: 'n-3', story: 's-1' }),
      anItem({ id: 'n-2', story: 's-2' }),
      anItem({ id: 'n-4', story: 's-4' }),
    ];

    expect(storiesOf(items).map(({ story }) => story)).toEqual(['s-2', 's-4', 's-1']);
  });

  it('have copies, counted for the source and the day on which they arrived', () => {
    const at = (id: string, source: string, firstSeenAt = NOON): NewItem =>
      anItem({ id, source, firstSeenAt, story: 's-1' });
    const items = [
      at('n-1', 'wire'),
      at('n-2', 'radio'),
      at('n-3', 'wire'),
      at('n-4', 'radio', NOON + 24 * HOUR),
      anItem({ id: 'n-5', source: 'paper', story: null }),
    ];
    const day = Math.floor(NOON / (24 * HOUR));

    expect(copyCounts(items, storiesOf(items), ['n-1'])).toEqual([
      { source: 'radio', day, n: 1 },
      { source: 'radio', day: day + 1, n: 1 },
      { source: 'wire', day, n: 1 },
    ]);
    expect(copyCounts(items, storiesOf(items), ['n-0'])).toContainEqual({
      source: 'wire',
      day,
      n: 2,
    });
  });
});

describe('the columns of a batch', () => {
  it('hold each property of all items in their order, and a null where one has none', () => {
    const columns = itemColumns([
      anItem({ id: 'a', lang: null }),
      anItem({ id: 'b', lang: 'fa', attributes: { magnitude: 4.5 } }),
    ]);

    expect(columns).toMatchObject({ id: ['a', 'b'], lang: [null, 'fa'] });
    expect(columns['attributes']).toEqual([{}, { attr_magnitude: 4.5 }]);
  });

  it('are there without a row as well', () => {
    expect(storyColumns([])).toEqual({ story: [], id: [], family: [], at: [], items: [] });
  });
});
