/** tools/verify.py on clocks outside and saved receipts, whole and forged. */
import { canonicalJson, canonicalizeText } from '../../src/platform/common/canonical-json';
import { sha256Hex } from '../../src/platform/common/sha256';
import { formatMicros } from '../../src/platform/common/utc-time';
import { ReplayAuthority } from '../../src/demo/replay-authority';
import { cosignatureSigner } from '../../src/registry/clocks/witnesses/cosignature';
import { without } from '../../src/verification/received-json';
import { cosignedLine, headText, stampedLine, type ClockLine } from '../support/clock-lines';
import { OpensslAuthority } from '../support/openssl-authority';
import { publishedFiles } from '../support/published-files';
import { readBySecond, type ReadFate } from '../support/second-reader';
import { leafPaths, spokenPath, withChanged } from '../support/tampering';
import { needing } from '../support/tools';
import { ORIGIN, SIGNER, writeLog, type WrittenLog } from '../support/written-log';

jest.setTimeout(180_000);

const PATH = '/api/registry/outside-clocks.jsonl';
const one = cosignatureSigner('witness.example/one', Buffer.alloc(32, 21));
const two = cosignatureSigner('witness.example/two', Buffer.alloc(32, 22));

needing('python3', 'openssl').describe('tools/verify.py', () => {
  const now = Date.now();
  let log: WrittenLog;
  let files: Map<string, Buffer>;
  let authority: OpensslAuthority;
  let stamp: ClockLine;
  let early: ClockLine;

  beforeAll(async () => {
    log = writeLog(now);
    files = await publishedFiles(log, now);
    authority = new OpensslAuthority();
    stamp = await stampedLine(log, authority, log.records.length);
    early = await stampedLine(log, authority, 20);
  });

  const read = (lists: readonly ClockLine[][], ...args: string[]): Promise<ReadFate[]> =>
    readBySecond(
      files,
      lists.map((entries, at) => ({
        name: String(at),
        path: PATH,
        body: Buffer.from(entries.map((entry) => `${canonicalJson(entry)}\n`).join('')),
      })),
      { vkey: SIGNER.vkey, now, args },
    );
  const trusting = (): string[] => ['--witness', one.vkey, '--tsa-ca', authority.rootPath];

  it('states what outside clocks saw, and which were not checked', async () => {
    const entries = [stamp, early, cosignedLine(log, 20, one, 30), cosignedLine(log, 40, two, 60)];
    const [blind, silent] = await read([entries, []]);
    expect(blind?.fate).toBe('missed');
    expect(blind?.said).toContain('who made 2 time stamps: their certificate was not checked (--tsa-ca FILE)');
    expect(blind?.said).toContain(
      'the cosignatures of witness.example/one, witness.example/two, whose keys were not given (--witness KEY)',
    );
    expect(silent?.said).toContain("when the log was written, by any clock but the deployment's (it names none)");

    const [seeing] = await read([entries], ...trusting());
    expect(seeing?.fate).toBe('missed');
    expect(seeing?.said).not.toContain('time stamps');
    expect(seeing?.said).toContain('the cosignatures of witness.example/two, whose keys');
    const [other] = await read([[stamp]], '--tsa-ca', new OpensslAuthority().rootPath);
    expect(other?.said).toContain('has no time stamp whose certificate leads to the root that was given');
  });

  it('reads the tokens of other authorities, which write them in another way', async () => {
    const other = new ReplayAuthority();
    const line = await stampedLine(log, { answer: (query) => other.answer(Buffer.from(query), now, false) }, 20);
    expect((await read([[line]]))[0]).toMatchObject({
      fate: 'missed',
      said: expect.stringContaining('who made 1 time stamps'),
    });
    expect((await read([[{ ...line, checkpoint: stamp['checkpoint'] }]]))[0]?.fate).toBe('caught');
  });

  it('finds out a statement that is forged, withheld, or over another log', async () => {
    const size = log.records.length + 5;
    const longer = headText(log, size, 'cd'.repeat(32));
    const cosigned = cosignedLine(log, 20, one, 30);
    const forged: [string, ClockLine[], RegExp][] = [
      [
        'of another tree',
        [cosignedLine(log, 20, one, 30, 'ab'.repeat(32))],
        /the log was rewritten: others were shown another tree of 20 records/,
      ],
      [
        'of more records',
        [
          {
            ...cosigned,
            tree_size: size,
            root_hash: 'cd'.repeat(32),
            checkpoint: SIGNER.sign(longer) + one.cosign(longer, Math.floor(now / 1000)),
          },
        ],
        /records are withheld/,
      ],
      [
        'of another log',
        [{ ...stamp, checkpoint: String(stamp['checkpoint']).replace(ORIGIN, 'other.test') }],
        /line 1: /,
      ],
      ['over another head', [{ ...stamp, token: early['token'] }], /what its token is over/],
      ['with a time of its own', [{ ...early, time: log.records[20]?.made_at }], /that of its token/],
      ['with another serial', [{ ...early, serial: 'ff' }], /serial: that of its token/],
      ['with no token', [{ ...early, token: 'MAMCAQA=' }], /its token is not a time-stamp response/],
      ['with a member beside', [{ ...early, blessed_by: 'nobody' }], /not known/],
      [
        'with a cosignature that is none',
        [{ ...cosigned, checkpoint: String(cosigned['checkpoint']).replace(/.{6}\n$/, 'AAAA==\n') }],
        /witness|signature line/,
      ],
      [
        'by another of that name',
        [cosignedLine(log, 20, cosignatureSigner(one.name, Buffer.alloc(32, 23)), 30)],
        /no head of this log is cosigned by witness\.example\/one/,
      ],
      ['with another time', [{ ...cosigned, time: formatMicros(now * 1000) }], /time is not that of its cosignature/],
      ['from before its last record', [cosignedLine(log, 20, one, -3_600)], /earlier than the last record/],
      ['from the future', [cosignedLine(log, log.records.length, one, 400 * 86_400)], /a time to come/],
      ['of a kind of its own', [{ ...stamp, kind: 'blessing' }], /unknown kind/],
      ['with a size of its own', [{ ...stamp, tree_size: 20 }], /the tree of its checkpoint/],
      ['of a witness that is silent', [stamp], /no head of this log is cosigned by witness\.example\/one/],
    ];
    const fates = await read(
      forged.map(([, entries]) => entries),
      ...trusting(),
    );
    forged.forEach(([name, , said], at) => {
      expect([name, fates[at]?.fate, fates[at]?.said]).toEqual([name, 'caught', expect.stringMatching(said)]);
    });
  });

  it('accepts a saved receipt, and refuses one with a changed or added member', async () => {
    const changes: { name: string; receipt: string }[] = [];
    const known = new Set<string>();
    const hashed = (value: Record<string, unknown>): string => {
      const body = without(value, 'receipt_sha256');
      const own = sha256Hex(canonicalizeText(JSON.stringify(body)));
      return canonicalizeText(JSON.stringify({ ...body, receipt_sha256: own }));
    };
    for (const [path, bytes] of files) {
      if (!path.startsWith('/api/receipt/')) continue;
      const value = JSON.parse(bytes.toString()) as Record<string, unknown>;
      changes.push({ name: 'whole', receipt: bytes.toString() });
      changes.push({ name: 'with a member beside', receipt: hashed({ ...value, guaranteed: true }) });
      for (const leaf of leafPaths(value)) {
        const name = spokenPath(leaf);
        if (known.has(name)) continue;
        known.add(name);
        const receipt = hashed(withChanged(value, leaf) as Record<string, unknown>);
        if (receipt !== bytes.toString()) changes.push({ name, receipt });
      }
    }
    const fates = await readBySecond(new Map(), changes, { vkey: SIGNER.vkey, now });
    expect(known.size).toBeGreaterThan(100);
    expect(fates.filter(({ change, fate }) => (fate === 'missed') !== (change === 'whole'))).toEqual([]);
  });
});
