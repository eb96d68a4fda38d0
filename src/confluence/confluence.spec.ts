import type { SourceType } from '../platform/common/source-type';
import { confluenceScore, contribution, independence, weightedScore, type EvidenceGroup } from './confluence';
import { readSourceTypeSeed } from './source-type-seed.provider';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 4, 7, 12);

const credibility = {
  weights: {
    news: 0.8,
    telegram: 0.5,
    twitter: 0.4,
    financial: 0.9,
    whale: 0.6,
    forecaster: 0.7,
    seismic: 1,
    calendar: 0.5,
  },
  halfLifeHours: 12,
};

describe('confluenceScore', () => {
  it.each<[number, SourceType[]]>([
    [0, []],
    [0.2, ['news']],
    [0.2, ['news', 'news']],
    [0.6, ['news', 'telegram', 'seismic']],
    [1, ['news', 'telegram', 'twitter', 'financial', 'whale']],
    [1, ['news', 'telegram', 'twitter', 'financial', 'whale', 'forecaster', 'seismic']],
  ])('is %d for %j', (score, types) => {
    expect(confluenceScore(types)).toBe(score);
  });
});

describe('weightedScore', () => {
  // The five largest weights: 1 + 0.9 + 0.8 + 0.7 + 0.6 = 4.
  it('is 0 without evidence', () => {
    expect(weightedScore([], NOW, credibility)).toBe(0);
  });

  it('is the weight over 4 for one fresh kind', () => {
    expect(weightedScore([{ type: 'news', newest: NOW }], NOW, credibility)).toBeCloseTo(0.2, 12);
  });

  it('halves with every half-life', () => {
    expect(contribution({ type: 'seismic', newest: NOW - 12 * HOUR }, NOW, credibility)).toBe(0.5);
    expect(contribution({ type: 'seismic', newest: NOW - 24 * HOUR }, NOW, credibility)).toBe(0.25);
  });

  it('is 1 for the five most credible kinds, all fresh, and never more', () => {
    const types: SourceType[] = ['seismic', 'financial', 'news', 'forecaster', 'whale', 'telegram'];
    const evidence = types.map((type) => ({ type, newest: NOW }));
    expect(weightedScore(evidence.slice(0, 5), NOW, credibility)).toBeCloseTo(1, 12);
    expect(weightedScore(evidence, NOW, credibility)).toBe(1);
  });

  it('treats evidence from a clock that is ahead as fresh', () => {
    expect(contribution({ type: 'seismic', newest: NOW + HOUR }, NOW, credibility)).toBe(1);
  });
});

describe('independence', () => {
  const group = (given: Partial<EvidenceGroup>): EvidenceGroup => ({
    family: 'wire',
    category: 'english_media',
    source: 'wire',
    lang: 'en',
    origin: 'wire',
    items: 1,
    ...given,
  });

  it('rests on one origin when every copy goes back to one publisher, whatever its labels', () => {
    const groups = ['a', 'b', 'c'].map((family) => group({ family, origin: 'wire' }));
    expect(independence(groups, () => null)).toEqual({
      families: ['a', 'b', 'c'],
      origins: ['wire'],
      languages: ['en'],
      parties: [],
      rests_on_one_origin: true,
    });
  });

  it('names the parties whose media are among it', () => {
    const groups = [
      group({ category: 'iranian_media', lang: 'fa', origin: 'x' }),
      group({ category: 'israeli_media', lang: null, origin: 'y' }),
    ];
    expect(independence(groups, ({ category }) => (category === 'iranian_media' ? 'iran' : 'israel'))).toMatchObject({
      parties: ['iran', 'israel'],
      languages: ['fa'],
      rests_on_one_origin: false,
    });
  });

  it('rests on nothing when there is nothing', () => {
    expect(independence([], () => null).rests_on_one_origin).toBe(false);
  });
});

describe('readSourceTypeSeed', () => {
  it('has a weight and a reason for every source type', () => {
    const seed = readSourceTypeSeed();
    expect(Object.values(seed.weights)).toHaveLength(8);
    expect(Object.values(seed.reasons).every((reason) => reason.length > 20)).toBe(true);
  });
});
