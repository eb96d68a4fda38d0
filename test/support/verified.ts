/** A verification that ends with the error that its verdict holds. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublicFiles } from '../../src/delivery/cli/verify/public-files';
import type { Report, Verdict } from '../../src/delivery/cli/verify/report';
import { SeenLogs } from '../../src/delivery/cli/verify/seen-logs.store';
import { Broken } from '../../src/verification/finding';
import { verifyDeployment, type VerifyDeploymentOptions } from '../../src/delivery/cli/verify/verify-deployment';

/** Reports to nobody. */
export const silent: Report = { held: () => undefined, note: () => undefined, progress: () => undefined };

/** Files by their path, as a deployment without a request limit serves them. */
export const readerOf = (files: ReadonlyMap<string, Buffer>): PublicFiles => {
  let requests = 0;
  return {
    get requests() {
      return requests;
    },
    remaining: null,
    get: (path) => {
      requests += 1;
      const bytes = files.get(path);
      if (bytes === undefined) throw new Broken(path, 'is not there');
      return Promise.resolve({ text: bytes.toString(), bytes, headers: { get: () => null } });
    },
  };
};

/** Requests of a reader's first visit without a key, for the log only. @param now UTC ms */
export const firstReader = (now: number, options: Partial<VerifyDeploymentOptions> = {}): VerifyDeploymentOptions => ({
  vkey: null,
  seen: new SeenLogs(join(mkdtempSync(join(tmpdir(), 'vedette-seen-')), 'seen.json')),
  now,
  sample: null,
  archive: null,
  clocks: { witnesses: [], quorum: 1, authorities: null },
  exchanges: null,
  ...options,
});

/** @throws Broken, Unread or OtherVersion, whatever the verdict ended with */
export const verified = async (
  files: PublicFiles,
  report: Report,
  options: VerifyDeploymentOptions,
): Promise<Verdict> => {
  const verdict = await verifyDeployment(files, report, { signedWaitMs: 0, ...options });
  if (verdict.failure !== null) throw verdict.failure;
  return verdict;
};
