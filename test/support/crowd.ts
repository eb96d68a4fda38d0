/**
 * A crowd of sources of which some hang, fail, drip or send bombs: the world of a bad day, in any size.
 */
import { sha256Hex } from '../../src/platform/common/sha256';
import * as upstream from './upstream-world';

export interface Crowd {
  readonly good: readonly string[];
  readonly bad: readonly string[];
  readonly all: readonly string[];
}

const names = (word: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${word}-${n}`);

export const addCrowd = (
  world: upstream.UpstreamWorld,
  size: {
    readonly good: number;
    readonly items: number;
    readonly hang: number;
    readonly error: number;
    readonly drip: number;
    readonly bomb: number;
  },
  word = 'good',
): Crowd => {
  const good = names(word, size.good);
  const now = Date.now();
  for (const source of good) {
    const stories = Array.from({ length: size.items }, (_, n) => ({
      guid: `${n}`,
      title: `Iran ${sha256Hex(`${source}/${n}`)}`,
      link: `https://${source}.example.com/${n}`,
      text: `Israel was named as well in item ${n} of ${source}.`,
      at: now - n * 60_000,
    }));
    const body = upstream.rss(stories);
    world.answer(`${source}.example.com`, upstream.serving(body));
  }
  const bombs = [upstream.gzipBomb, upstream.entityBomb, upstream.huge, upstream.deepNest, upstream.doubleGzip];
  const bad = [
    ...add(world, names('hang', size.hang), () => upstream.hang),
    ...add(world, names('error', size.error), () => upstream.status(500)),
    ...add(world, names('drip', size.drip), () => upstream.drip),
    ...add(world, names('bomb', size.bomb), (n) => bombs[n % bombs.length] ?? upstream.gzipBomb),
  ];
  return { good, bad, all: [...good, ...bad] };
};

const add = (
  world: upstream.UpstreamWorld,
  sources: readonly string[],
  behaviour: (n: number) => upstream.Behaviour,
): readonly string[] => {
  sources.forEach((source, n) => {
    world.answer(`${source}.example.com`, behaviour(n));
  });
  return sources;
};
