import { setTimeout as sleep } from 'node:timers/promises';
import type { UpstreamFault } from '../support/faulty-replay';
import type { ScratchDisk } from '../support/scratch-disk';
import type { FaultWorld } from './fault-world';

/** Longer than the interval of the ticks of 10 s less a tick: a tick falls into it, and never three. */
const LASTS_MS = 9_000;
const TWO_HOURS_MS = 7_200_000;

export interface FaultKind {
  readonly name: string;
  /** Whether the fault ends the service, which is then started again. */
  readonly endsService?: boolean;
  /** Why it cannot be injected here, or null. */
  readonly impossible?: (world: FaultWorld) => string | null;
  /** Injects and removes the fault; resolves to a remark for the table. */
  readonly inject: (world: FaultWorld) => Promise<string>;
}

const upstreams = (name: string, fault: UpstreamFault): FaultKind => ({
  name,
  inject: async ({ replay }) => {
    replay.fault = fault;
    await sleep(LASTS_MS);
    replay.fault = 'none';
    return '';
  },
});

const clock = (name: string, offsetMs: number): FaultKind => ({
  name,
  inject: async (world) => {
    world.setClocks(offsetMs);
    await sleep(LASTS_MS);
    world.setClocks(0);
    return '';
  },
});

const databaseMode = (name: string, mode: 'refuse' | 'hang' | 'slow'): FaultKind => ({
  name,
  inject: async ({ database }) => {
    database.proxy.mode = mode;
    await sleep(LASTS_MS);
    database.proxy.mode = 'pass';
    return '';
  },
});

const noDisk = ({ mounted }: ScratchDisk): string | null => (mounted ? null : 'no file system can be mounted here');

export const FAULT_KINDS: readonly FaultKind[] = [
  {
    name: 'service killed',
    endsService: true,
    inject: async ({ instance }) => {
      await instance.kill();
      await instance.start();
      return '';
    },
  },
  databaseMode('database unreachable', 'refuse'),
  upstreams('upstreams: errors', 'error'),
  {
    name: 'database killed',
    inject: async ({ database }) => {
      await database.kill();
      return '';
    },
  },
  {
    name: 'Redis killed',
    impossible: ({ hasRedis }) => (hasRedis ? null : 'redis-server is not installed'),
    inject: async (world) => {
      world.stopRedis();
      await sleep(LASTS_MS);
      await world.startRedis();
      return '';
    },
  },
  upstreams('upstreams: lies', 'lie'),
  clock('clock two hours ahead', TWO_HOURS_MS),
  databaseMode('database silent', 'hang'),
  {
    name: 'service stopped',
    endsService: true,
    inject: async ({ instance }) => {
      const { code, seconds } = await instance.stop();
      await instance.start();
      if (code !== 0 || seconds > 10)
        throw new Error(`The stop ended with code ${code ?? '?'} after ${seconds.toFixed(1)} s`);
      return `stopped in ${seconds.toFixed(1)} s`;
    },
  },
  upstreams('upstreams: no answer', 'hang'),
  {
    name: 'database disk full',
    impossible: ({ disk }) => noDisk(disk),
    inject: async ({ disk, database }) => {
      disk.fill();
      await database.checkpoint();
      await sleep(LASTS_MS);
      disk.makeRoom();
      if (await database.takesWrites()) return 'it went on by itself';
      await database.restart();
      return 'it was started again';
    },
  },
  databaseMode('database slow', 'slow'),
  {
    name: 'data folder full',
    impossible: ({ data }) => noDisk(data),
    inject: async ({ data }) => {
      data.fill();
      await sleep(LASTS_MS);
      data.makeRoom();
      return '';
    },
  },
  {
    name: 'data folder read-only',
    impossible: ({ data }) => noDisk(data),
    inject: async ({ data }) => {
      data.setReadOnly(true);
      await sleep(LASTS_MS);
      data.setReadOnly(false);
      return '';
    },
  },
  upstreams('upstreams: cut off', 'cut'),
  clock('clock two hours behind', -TWO_HOURS_MS),
  {
    name: 'database restarted',
    inject: async ({ database }) => {
      await database.restart();
      return '';
    },
  },
  upstreams("upstreams' clocks wrong", 'clock'),
];
