import { anItem, NOON } from '../../test/support/item-builder';
import { dayCounts, hourCounts } from './item-rows';

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
    expect(dayCounts([...items].reverse(), new Set())).toEqual(dayCounts(items, new Set()));
  });
});
