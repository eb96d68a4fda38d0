/** Time stamps and cosignatures of a written log, whole and forged, as `vedette verify` takes them. */
import { formatMicros } from '../../src/platform/common/utc-time';
import type { PublicFiles } from '../../src/delivery/cli/verify/public-files';
import type { Report, Verdict } from '../../src/delivery/cli/verify/report';
import type { OutsideClockOptions } from '../../src/delivery/cli/verify/verify-outside-clocks';
import {
  cosignatureSigner,
  readWitnessKey,
  type CosignatureSigner,
} from '../../src/registry/clocks/witnesses/cosignature';
import { Broken } from '../../src/verification/finding';
import { clockFiles, cosignedLine, headText, stampedLine, type ClockLine } from '../support/clock-lines';
import { firstReader, verified } from '../support/verified';
import { OpensslAuthority } from '../support/openssl-authority';
import { needing } from '../support/tools';
import { publishedFiles } from '../support/published-files';
import { ORIGIN, SIGNER, writeLog, type WrittenLog } from '../support/written-log';

jest.setTimeout(120_000);

const one = cosignatureSigner('witness.example/one', Buffer.alloc(32, 21));
const two = cosignatureSigner('witness.example/two', Buffer.alloc(32, 22));
const [keyOne, keyTwo] = [readWitnessKey(one.vkey), readWitnessKey(two.vkey)];
if (keyOne === null || keyTwo === null) throw new Error('no key');

needing('openssl').describe('clocks outside, verified', () => {
  const now = Date.now();
  let log: WrittenLog;
  let files: Map<string, Buffer>;
  let authority: OpensslAuthority;
  let stamp: ClockLine;
  let early: ClockLine;
  let held: string[];

  const cosigned = (size: number, by: CosignatureSigner, after: number, root?: string): ClockLine =>
    cosignedLine(log, size, by, after, root);

  beforeAll(async () => {
    log = writeLog(now);
    files = await publishedFiles(log, now);
    authority = new OpensslAuthority();
    stamp = await stampedLine(log, authority, log.records.length);
    early = await stampedLine(log, authority, 20);
  });

  const verify = async (
    entries: readonly ClockLine[] | null,
    clocks: Partial<OutsideClockOptions> = {},
    plenty = true,
  ): Promise<Verdict> => {
    held = [];
    let requests = 0;
    const all = new Map(files);
    for (const [path, bytes] of entries === null ? [] : clockFiles(entries)) all.set(path, bytes);
    const reader: PublicFiles = {
      get requests() {
        return requests;
      },
      remaining: plenty ? null : 41,
      get: (path) => {
        requests += 1;
        const bytes = all.get(path);
        if (bytes === undefined) throw new Broken(path, 'is not there (HTTP 404)');
        return Promise.resolve({ text: bytes.toString(), bytes, headers: { get: () => null } });
      },
    };
    const report: Report = {
      held: (check, detail) => held.push(`${check}: ${detail}`),
      note: () => undefined,
      progress: () => undefined,
    };
    const options = firstReader(now, { vkey: SIGNER.vkey });
    const verdict = await verified(reader, report, { ...options, clocks: { ...options.clocks, ...clocks } });
    // Twenty requests are enough without a key, and one more where these clocks are asked for.
    if (!plenty) expect(requests).toBeLessThanOrEqual(Object.keys(clocks).length === 0 ? 20 : 21);
    return verdict;
  };

  const said = (verdict: Verdict): string => verdict.lines.join('\n');

  it('that are silent leave the time to the deployment, and the verdict states it', async () => {
    for (const entries of [null, []])
      expect(said(await verify(entries))).toContain(
        'when the log was written, by a time-stamping authority or a witness (it names none)',
      );
  });

  it('are read within the request limit of a reader without a key, who learns when they were not', async () => {
    const few = said(await verify([stamp], {}, false));
    expect(few).toContain('chain was not checked');
    expect(said(await verify([stamp], { authorities: [authority.root] }, false))).toContain('by a clock outside it');
  });

  it('count when the reader gives roots and keys, and are called unchecked when not', async () => {
    const entries = [stamp, early, cosigned(20, one, 30), cosigned(40, two, 60)];
    const blind = said(await verify(entries));
    expect(blind).toContain('who made 2 time stamps: their chain was not checked (--tsa-ca FILE sets roots)');
    expect(blind).toContain('2 cosignatures of witness.example/one, witness.example/two, whose keys were not given');
    expect(blind).not.toContain('by a clock outside it');
    expect(blind).toMatch(
      /; a (?:witness|time-stamping authority), whose key or root was not given, saw \d+ records at /,
    );

    await expect(verify(entries, { authorities: [new OpensslAuthority().root] })).rejects.toThrow(
      'has no time stamp whose certificate leads to a root that was given',
    );

    const seeing = await verify(entries, { authorities: [authority.root], witnesses: [keyOne] });
    expect(held).toContainEqual(
      expect.stringMatching(/^clocks outside: witness\.example\/one is the first to bound \d+ forecasts, within /),
    );
    expect(held).toContainEqual(
      expect.stringMatching(/^clocks outside: Authority of a test is the first to bound \d+ forecasts/),
    );
    expect(said(seeing)).toMatch(
      /(\d+) of \1 forecasts were in the log by a clock outside it, \d+ of \d+ decided ones before their outcome/,
    );
    const before = Number(/(\d+) of \d+ decided ones before/.exec(said(seeing))?.[1]);
    const early20 = Number(
      /(\d+) of \d+ decided ones before/.exec(said(await verify([stamp], { authorities: [authority.root] })))?.[1],
    );
    // A stamp of today proves nothing about earlier outcomes.
    expect(early20).toBe(0);
    expect(before).toBeGreaterThan(0);
  });

  it('are a quorum only when so many given witnesses cosigned one head', async () => {
    const witnesses = [keyOne, keyTwo];
    const apart = [cosigned(20, one, 30), cosigned(40, two, 30)];
    await expect(verify(apart, { witnesses, quorum: 2 })).rejects.toThrow(
      'no head of this log is cosigned by 2 of the 2 witnesses that were given; the most is 1',
    );
    await verify([...apart, cosigned(40, one, 50)], { witnesses, quorum: 2 });
    expect(held).toContainEqual('witnesses: 2 of 2 cosigned the log at 40 records');
  });

  it.each<[string, () => ClockLine[], RegExp]>([
    [
      'of another tree of this log',
      () => [cosigned(20, one, 30, 'ab'.repeat(32))],
      /the log was rewritten: others were shown another tree of 20 records/,
    ],
    ['of more records than the log has', () => [{ ...cosigned(20, one, 30), ...longer() }], /records are withheld/],
    [
      'of another log',
      () => [{ ...stamp, checkpoint: String(stamp['checkpoint']).replace(ORIGIN, 'other.test') }],
      /checkpoint: /,
    ],
    [
      'over another head',
      () => [{ ...stamp, token: early['token'] }],
      /the time stamp does not hold: it is over another hash/,
    ],
    ['with a time of its own', () => [{ ...early, time: log.records[20]?.made_at }], /time is not that of its token/],
    [
      'with a cosignature that is none',
      () => [changed(cosigned(20, one, 30))],
      /witness\.example\/one: a cosignature does not verify/,
    ],
    [
      'with another time beside it',
      () => [{ ...cosigned(20, one, 30), time: formatMicros(now * 1000) }],
      /time is not that of its cosignature/,
    ],
    ['from before its last record', () => [cosigned(20, one, -3_600)], /was seen before its last record was made/],
    ['from the future', () => [cosigned(log.records.length, one, 400 * 86_400)], /lies in the future/],
    ['of a kind of its own', () => [{ ...stamp, kind: 'blessing' }], /unknown kind/],
    ['with a size of its own', () => [{ ...stamp, tree_size: 20 }], /tree_size/],
  ])('a statement %s is found out', async (_, entries, named) => {
    const failed = await verify(entries(), { authorities: [authority.root], witnesses: [keyOne] }).catch(
      (error: unknown) => error,
    );
    expect(failed).toBeInstanceOf(Broken);
    expect((failed as Error).message).toMatch(named);
  });

  const changed = (entry: ClockLine): ClockLine => ({
    ...entry,
    checkpoint: String(entry['checkpoint']).replace(/.{6}\n$/, 'AAAA==\n'),
  });
  const longer = (): ClockLine => {
    const size = log.records.length + 5;
    const head = headText(log, size, 'cd'.repeat(32));
    return {
      tree_size: size,
      root_hash: 'cd'.repeat(32),
      checkpoint: SIGNER.sign(head) + one.cosign(head, Math.floor(now / 1000)),
    };
  };
});
