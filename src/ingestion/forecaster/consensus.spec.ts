import { readConsensus } from './collect-consensus';
import type { Question } from './question';

const NOW = Date.parse('2026-11-21T12:00:00Z');

const question = (changes: Partial<Question> = {}): Question => ({
  site: 'manifold',
  id: 'q1',
  title: 'Will the talks resume?',
  url: null,
  summary: null,
  publishedAt: NOW - 86_400_000,
  type: 'binary',
  status: 'open',
  consensus: 0.4,
  forecasters: 25,
  resolution: null,
  resolutionProbability: null,
  closesAt: null,
  ...changes,
});

describe('readConsensus', () => {
  it('reports a new question and stores its consensus', () => {
    const { items, told } = readConsensus([question()], {}, NOW);

    expect(items.map(({ key }) => key)).toEqual(['manifold:q1']);
    expect(told).toEqual({ q1: 0.4 });
  });

  it('reports a move of five points and its start', () => {
    const { items, told } = readConsensus([question({ consensus: 0.45 })], { q1: 0.4 }, NOW);

    expect(items[1]).toMatchObject({
      title: 'Consensus up from 40 % to 45 %: Will the talks resume?',
      publishedAt: NOW,
      attributes: { consensus_before: 0.4, consensus: 0.45, consensus_change: 0.05 },
    });
    expect(told).toEqual({ q1: 0.45 });
  });

  it('adds up a slow drift until it is a move', () => {
    const first = readConsensus([question({ consensus: 0.43 })], { q1: 0.4 }, NOW);
    const second = readConsensus([question({ consensus: 0.46 })], first.told, NOW);

    expect([first.items.length, second.items.length]).toEqual([1, 2]);
  });

  it.each([
    ['a crowd is small', { forecasters: 9 }],
    ['its size is unknown', { forecasters: null }],
    ['the question is closed', { status: 'closed' as const }],
    ['the consensus is hidden', { consensus: null }],
  ])('reports no move when %s', (_, changes) => {
    expect(readConsensus([question({ consensus: 0.8, ...changes })], { q1: 0.4 }, NOW).items).toHaveLength(1);
  });

  it('keeps the identity of a move that is read again a little later', () => {
    const once = readConsensus([question({ consensus: 0.5 })], { q1: 0.4 }, NOW);
    const again = readConsensus([question({ consensus: 0.51 })], { q1: 0.4 }, NOW + 600_000);
    const back = readConsensus([question({ consensus: 0.3 })], { q1: 0.4 }, NOW);

    expect(again.items[1]?.key).toBe(once.items[1]?.key);
    expect(back.items[1]?.key).not.toBe(once.items[1]?.key);
  });
});
