import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from './fault-world';
import { FaultWorld } from './fault-world';
import { checkAll, verifyOf, type Check } from './final-checks';
import { overlapsOf } from './tick-watch';

/** Between two kills. */
const KILL_EVERY_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Redis stays away for so long after the instance that was killed with it is up again. */
const REDIS_AWAY_MS = 10_000;
/** An answer may be on its way when its instance is killed, and readers ask again after a moment. */
const GRACE_MS = 2_000;

type Say = (line: string) => void;

/**
 * Several instances on one Neo4j and one Redis under load, each killed every few minutes in its turn:
 * one tick at a time, each thing once, each job done, limits shared, nobody without an answer for longer
 * than a restart takes.
 *
 * @param skewMs by how much the clock of the last instance is off from the second kill to the last but one; in the
 *   middle of that Redis is killed together with an instance. 0: clocks agree and Redis stays
 */
export const runInstances = async (instances: number, minutes: number, skewMs: number, say: Say): Promise<Check[]> => {
  const world = await FaultWorld.open(instances);
  try {
    if (!world.hasRedis) throw new Error('Several instances need redis-server, which is not installed');
    await withinOneHour(minutes, say);
    await world.start();
    const slow = await killInTurn(world, minutes - 1, skewMs, say);
    return await finish(world, slow);
  } finally {
    await world.close();
  }
};

/** Limits are counted by the hour: the rest of a budget is only comparable within one. */
const withinOneHour = async (minutes: number, say: Say): Promise<void> => {
  const left = HOUR_MS - (Date.now() % HOUR_MS);
  if (left > (minutes + 4) * 60_000 || minutes > 50) return;
  say(`Waiting ${Math.round(left / 60_000)} min for the next hour of the limits.`);
  await sleep(left);
};

/** Resolves to the kills whose readers went without for longer than the restart took. */
const killInTurn = async (world: FaultWorld, kills: number, skewMs: number, say: Say): Promise<string[]> => {
  const slow: string[] = [];
  const middle = skewMs === 0 ? 0 : Math.ceil(kills / 2);
  say(
    '| # | instance | clock off | Redis | up again after s | its readers without a 200 for s | others without for s | ticks since | acknowledged |',
  );
  say('|--:|--:|---|---|--:|--:|--:|--:|--:|');
  for (let number = 1; number <= kills; number += 1) {
    if (skewMs !== 0 && number === 2) setLastClock(world, skewMs);
    if (skewMs !== 0 && number === kills) setLastClock(world, 0);
    await sleep(KILL_EVERY_MS / 2);
    for (const { baseUrl } of world.instances) await world.ledger.read(baseUrl);
    const victim = world.instances[number % world.instances.length] as Instance;
    const others = world.instances.filter((instance) => instance !== victim);
    for (const { readers } of world.instances) readers.mark(`kill ${number}`);
    const ticks = world.ticks.seen.length;
    const begun = performance.now();
    if (number === middle) world.stopRedis();
    await victim.kill();
    await victim.start();
    const upMs = performance.now() - begun;
    if (number === middle) await startRedisLater(world, say);
    await sleep(KILL_EVERY_MS / 2 - Math.min(upMs, KILL_EVERY_MS / 2));
    const ownMs = victim.readers.longestGapMs;
    const othersMs = Math.max(...others.map(({ readers }) => readers.longestGapMs));
    if (ownMs > upMs + GRACE_MS) slow.push(`kill ${number}: ${seconds(ownMs)} s`);
    const figures = [
      number,
      world.instances.indexOf(victim) + 1,
      skewMs !== 0 && number > 1 && number < kills ? `instance ${world.instances.length}` : 'none',
      number === middle ? 'killed' : 'there',
      seconds(upMs),
      seconds(ownMs),
      seconds(othersMs),
      world.ticks.seen.length - ticks,
      world.ledger.size,
    ];
    say(`| ${figures.join(' | ')} |`);
  }
  return slow;
};

/** Instances whose clocks differ count requests in different windows, and a new Redis knows none of the counts. */
const setLastClock = (world: FaultWorld, offsetMs: number): void => {
  if (offsetMs !== 0) world.ticks.offsetMs = offsetMs;
  world.instances.at(-1)?.setClock(offsetMs);
  for (const { readers } of world.instances) {
    readers.countsTogether = offsetMs === 0;
    readers.left.length = 0;
  }
};

const startRedisLater = async (world: FaultWorld, say: Say): Promise<void> => {
  await sleep(REDIS_AWAY_MS);
  const ticks = world.ticks.seen.length;
  await world.startRedis();
  const back = performance.now();
  for (let tries = 0; world.ticks.seen.length === ticks && tries < 600; tries += 1) await sleep(200);
  say(`Redis was away; the next tick was reported ${seconds(performance.now() - back)} s after its return.`);
};

const finish = async (world: FaultWorld, slow: readonly string[]): Promise<Check[]> => {
  const from = Date.now();
  const { instances, settings } = world;
  // The following ticks, on any instance, do the work that the last kill interrupted.
  const before = world.ticks.seen.length;
  for (let tries = 0; world.ticks.seen.length < before + 4 && tries < 600; tries += 1) await sleep(200);
  const verified = await verifyOf(world);
  await Promise.all(instances.map(({ readers }) => readers.stop()));
  const jobs = await jobsOf(settings['REDIS_URL'] ?? '');
  const stops = await Promise.all(instances.map((instance) => instance.stop()));
  const spans = world.ticks.seen;
  const left = instances.flatMap(({ readers }) => readers.left);
  const apart = left.length - new Set(left).size;
  const wrong = instances.flatMap(({ readers }) => readers.wrong());
  const unanswered = instances.map(({ readers }) => readers.failures());
  return [
    ...(await checkAll(world, from)),
    verified,
    {
      what: `${spans.length} ticks, ${overlapsOf(spans)} at the same time as another`,
      holds: spans.length > 10 && overlapsOf(spans) === 0,
    },
    {
      what: `jobs that failed: ${jobs.failed}, that nobody is at and nobody did: ${jobs.stuck}`,
      holds: jobs.failed === 0 && jobs.stuck === 0,
    },
    {
      // While Redis does not answer in time an instance counts for itself: rarely, on a busy machine.
      what: `${left.length} requests counted, ${apart} of them by one instance alone`,
      holds: left.length > 1_000 && apart <= left.length / 100,
    },
    {
      what: `kills after which readers waited longer than the restart: ${slow.join(', ') || 'none'}`,
      holds: slow.length === 0,
    },
    {
      what: `${unanswered.join(' and ')} requests without a 200; neither right nor honest: ${wrong.join(', ') || 'none'}`,
      holds: wrong.length === 0,
    },
    {
      what: `stopped in ${stops.map((stop) => stop.seconds.toFixed(1)).join(' and ')} s`,
      holds: stops.every(({ code, seconds: took }) => code === 0 && took <= 10),
    },
  ];
};

/** Jobs of all queues that failed, and that have waited for longer than any turn lasts. */
const jobsOf = async (redisUrl: string): Promise<{ failed: number; stuck: number }> => {
  const { Queue } = await import('bullmq');
  const sum = { failed: 0, stuck: 0 };
  for (const name of ['tick', 'surge']) {
    const queue = new Queue(`vedette-${name}`, { connection: { url: redisUrl } });
    sum.failed += await queue.getFailedCount();
    const waiting = await queue.getJobs(['waiting', 'active']);
    sum.stuck += waiting.filter((job) => Date.now() - job.timestamp > 2 * KILL_EVERY_MS + 60_000).length;
    await queue.close();
  }
  return sum;
};

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
