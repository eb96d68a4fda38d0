/**
 * Cost of `vedette verify` by the length of the log: processor time from the bytes of the streams to the last check,
 * without network. The log is written by the tests' own writer, with policies, plans, intents, forecasts, trades and
 * seals.
 *
 *   npm run bench verification [-- --days 100,400,1600]
 */
import { cpus, loadavg } from 'node:os';
import type { PublicFiles } from '../src/delivery/cli/verify/public-files';
import { Verdict } from '../src/delivery/cli/verify/report';
import { SeenLogs } from '../src/delivery/cli/verify/seen-logs.store';
import { readHead, verifyLog } from '../src/delivery/cli/verify/verify-log';
import { verifyPublished } from '../src/delivery/cli/verify/verify-published';
import { Broken } from '../src/verification/finding';
import { publishedFiles } from '../test/support/published-files';
import { SIGNER, writeLog } from '../test/support/written-log';
import type { Part } from './support/bench';

const NOW = Date.UTC(2026, 10, 22, 12);
const silent = { held: () => undefined, note: () => undefined, progress: () => undefined };

class FirstVisit extends SeenLogs {
  override get(): Promise<null> {
    return Promise.resolve(null);
  }
  override put(): Promise<void> {
    return Promise.resolve();
  }
}

const reader = (files: ReadonlyMap<string, Buffer>): PublicFiles => ({
  requests: 0,
  remaining: null,
  get: (path) => {
    const bytes = files.get(path);
    if (bytes === undefined) throw new Broken(path, 'is not there');
    return Promise.resolve({ text: bytes.toString(), bytes, headers: { get: () => null } });
  },
});

/** Processor time of this process since an earlier reading, in ms. */
const spent = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

const verification: Part = async (bench) => {
  const results = [];
  for (const count of bench.numbers('days', [100, 400, 1600])) {
    const log = writeLog(NOW, { days: count });
    const files = reader(await publishedFiles(log, NOW, { singles: false }));
    const reading = { files, report: silent, verdict: new Verdict() };
    const options = {
      vkey: SIGNER.vkey,
      seen: new FirstVisit('nowhere'),
      clocks: { witnesses: [], quorum: 1, authorities: null },
      now: NOW,
    };
    const before = process.cpuUsage();
    const head = await readHead(reading, options);
    const proven = await verifyLog(reading, options, head);
    const logMs = spent(before);
    const then = process.cpuUsage();
    await verifyPublished(reading, proven, NOW);
    const publishedMs = spent(then);
    const records = log.records.length;
    const result = {
      days: count,
      records,
      logMs: Math.round(logMs),
      publishedMs: Math.round(publishedMs),
      logRecordsPerSecond: Math.round((records / logMs) * 1000),
      recordsPerSecond: Math.round((records / (logMs + publishedMs)) * 1000),
    };
    bench.say(JSON.stringify(result));
    results.push(result);
  }
  bench.keep('verification', { cores: cpus().length, load: loadavg(), results });
};

export const parts = { verification };
