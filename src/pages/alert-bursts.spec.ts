import { burstsOf } from './alert-bursts';

const alert = (cluster: string, ratio: number | null, ids: string) => ({
  cluster,
  ratio,
  items: ids.split('').map((id) => ({ id })),
});

const told = (...alerts: ReturnType<typeof alert>[]) =>
  burstsOf(alerts).map(({ lead, others }) => [lead.cluster, ...others.map((one) => one.cluster)]);

describe('burstsOf', () => {
  it('tells one burst once, led by the cluster in which it is most unusual', () => {
    expect(
      told(
        alert('around:iran', 61, 'abcd'),
        alert('theater:taiwan', 340, 'abcdef'),
        alert('around:china', 120, 'cdefg'),
      ),
    ).toEqual([['theater:taiwan', 'around:china', 'around:iran']]);
  });

  it('keeps bursts apart that share fewer than half of their items', () => {
    expect(told(alert('a', 5, 'abcd'), alert('b', 9, 'dxyz'))).toEqual([['b'], ['a']]);
    expect(told(alert('a', 5, 'cdxy'), alert('b', 9, 'abcd'))).toEqual([['b', 'a']]);
  });

  it('puts an alert without a ratio last, and one without items on its own', () => {
    expect(told(alert('a', null, ''), alert('b', 3, 'a'))).toEqual([['b'], ['a']]);
    expect(told()).toEqual([]);
  });
});
