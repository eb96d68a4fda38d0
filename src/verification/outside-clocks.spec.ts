import { canonicalJson } from '../platform/common/canonical-json';
import { formatMicros, parseMicros } from '../platform/common/utc-time';
import { cosignatureSigner, readWitnessKey } from '../registry/clocks/witnesses/cosignature';
import type { VerifierKey } from '../registry/proofs/note-format';
import { cosignedLine, headText, stampedLine, type ClockLine } from '../../test/support/clock-lines';
import { OpensslAuthority } from '../../test/support/openssl-authority';
import { needing } from '../../test/support/tools';
import { SIGNER, writeLog, type WrittenLog } from '../../test/support/written-log';
import { Broken } from './finding';
import { readLog, type LoggedRecords } from './log-text';
import { recordText } from '../registry/log/log-record';
import {
  clockEntries,
  nameOnly,
  OutsideBounds,
  quorumHead,
  readSightings,
  TOLERANCE_MICROS,
  type Sighting,
} from './outside-clocks';
import { without } from './received-json';

const NOW = Date.now();
const SIZE = 20;

const one = cosignatureSigner('witness.example/one', Buffer.alloc(32, 21));
const two = cosignatureSigner('witness.example/two', Buffer.alloc(32, 22));
const keyOf = (vkey: string): VerifierKey => readWitnessKey(vkey) as VerifierKey;

const textOf = (entries: readonly ClockLine[]): string => entries.map((entry) => `${canonicalJson(entry)}\n`).join('');

describe('statements of outside clocks', () => {
  let log: WrittenLog;
  let records: LoggedRecords;
  beforeAll(() => {
    log = writeLog(NOW);
    const text = log.records.map((record) => `${recordText(record)}\n`).join('');
    records = readLog(text, { origin: 'log.test', treeSize: log.records.length, rootHash: log.root() });
  });

  const read = (
    entries: readonly ClockLine[],
    given: { readonly witnesses?: readonly VerifierKey[]; readonly authorities?: readonly string[]; now?: number } = {},
  ): Promise<Sighting[]> =>
    readSightings(textOf(entries), records, {
      keys: [{ vkey: SIGNER.vkey, until: null }],
      witnesses: given.witnesses ?? [],
      authorities: given.authorities ?? null,
      now: given.now ?? NOW * 1000,
    });

  const cosigned = (size = SIZE, after = 30): ClockLine => cosignedLine(log, size, one, after);
  const madeAt = (size: number): number => parseMicros(log.records[size - 1]?.made_at ?? '') ?? 0;

  it('are none in an empty file', async () => {
    expect(await read([])).toEqual([]);
  });

  it('of a witness are trusted where its key was given', async () => {
    const seen = {
      kind: 'cosignature',
      name: expect.stringMatching(/^witness\.example\/one\+[0-9a-f]{8}$/),
      treeSize: SIZE,
      time: parseMicros(String(cosigned()['time'])),
    };

    expect(await read([cosigned()])).toEqual([{ ...seen, trusted: false }]);
    expect(await read([cosigned()], { witnesses: [keyOf(two.vkey)] })).toEqual([{ ...seen, trusted: false }]);
    expect(await read([cosigned()], { witnesses: [keyOf(two.vkey), keyOf(one.vkey)] })).toEqual([
      { ...seen, trusted: true },
    ]);
    // Another key of the same name says nothing of this one.
    const renamed = cosignatureSigner('witness.example/one', Buffer.alloc(32, 23));
    expect(await read([cosigned()], { witnesses: [keyOf(renamed.vkey)] })).toEqual([{ ...seen, trusted: false }]);
  });

  it('may be of one witness over several heads, and of several over one, each once', async () => {
    const all = [cosigned(), cosigned(SIZE + 1), cosignedLine(log, SIZE, two, 30)];

    expect(await read(all)).toHaveLength(3);
    await expect(read([...all, cosigned(SIZE, 60)])).rejects.toThrow(
      'outside-clocks.jsonl line 4: repeats an earlier line',
    );
  });

  it('are neither from before the last record of their head nor from the future, by two minutes', async () => {
    // A cosignature is of a whole second.
    const early = Math.ceil((madeAt(SIZE) - TOLERANCE_MICROS) / 1e6) - Math.floor(madeAt(SIZE) / 1e6);
    const time = parseMicros(String(cosigned()['time'])) ?? 0;

    expect(TOLERANCE_MICROS).toBe(120_000_000);
    expect(await read([cosigned(SIZE, early)])).toHaveLength(1);
    await expect(read([cosigned(SIZE, early - 1)])).rejects.toThrow(
      'was seen before its last record was made: one of the two clocks is wrong',
    );
    expect(await read([cosigned()], { now: time - TOLERANCE_MICROS })).toHaveLength(1);
    await expect(read([cosigned()], { now: time - TOLERANCE_MICROS - 1 })).rejects.toThrow('lies in the future');
  });

  it.each<[string, (entry: ClockLine) => ClockLine, string]>([
    ['another kind', (entry) => ({ ...entry, kind: 'blessing' }), 'is of an unknown kind'],
    ['a missing member', (entry) => without(entry, 'time'), 'lacks time'],
    ['a further member', (entry) => ({ ...entry, id: 'x' }), 'has an unknown member "id"'],
    ['another size', (entry) => ({ ...entry, tree_size: 21 }), 'tree_size is 21, not 20, that of its checkpoint'],
    ['another root', (entry) => ({ ...entry, root_hash: 'ab' }), 'that of its checkpoint'],
    ['another time', (entry) => ({ ...entry, time: formatMicros(NOW * 1000) }), 'time is not that of its cosignature'],
    ['another witness', (entry) => ({ ...entry, witness: two.name }), 'witness is not the one whose line ends'],
    ['another tree', () => cosignedLine(log, SIZE, one, 30, 'ab'.repeat(32)), 'others were shown another tree of 20'],
    ['no cosignature', (entry) => ({ ...entry, checkpoint: log.note(SIZE) }), 'checkpoint has 1 signatures, not 2'],
    [
      'a checkpoint of nobody',
      (entry) => ({ ...entry, checkpoint: `${headText(log, SIZE)}\n${one.cosign(headText(log, SIZE), 1)}` }),
      'checkpoint: the note is not signed by this key',
    ],
    [
      'a line of another kind',
      (entry) => ({ ...entry, checkpoint: log.note(SIZE) + `— ${one.name} AAAAAAAA\n` }),
      'witness.example/one: its line is not a cosignature',
    ],
    [
      'a forged line',
      (entry) => ({ ...entry, checkpoint: String(entry['checkpoint']).replace(/.{6}\n$/, 'AAAA==\n') }),
      'witness.example/one: a cosignature does not verify',
    ],
  ])('are refused with %s', async (_, change, message) => {
    const reading = read([change(cosigned())], { witnesses: [keyOf(one.vkey)] });

    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toThrow('/api/registry/outside-clocks.jsonl line 1');
    await expect(reading).rejects.toBeInstanceOf(Broken);
  });

  it('are refused over no record, or over more than the log has', async () => {
    const over = (size: number, root: string): ClockLine => {
      const head = headText(log, size, root);
      return { ...cosigned(), tree_size: size, root_hash: root, checkpoint: SIGNER.sign(head) + one.cosign(head, 1) };
    };

    await expect(read([over(0, log.root(0))])).rejects.toThrow('is over a log without records');
    const more = log.records.length + 1;
    await expect(read([over(more, 'ab'.repeat(32))])).rejects.toThrow(
      `is over ${more} records, and the log has ${log.records.length}: records are withheld`,
    );
  });

  it('are lines of canonical JSON', () => {
    expect(clockEntries(textOf([cosigned(), cosigned()])).map(({ what }) => what)).toEqual([
      '/api/registry/outside-clocks.jsonl line 1',
      '/api/registry/outside-clocks.jsonl line 2',
    ]);
    expect(() => clockEntries(`${JSON.stringify(cosigned())} \n`)).toThrow('is not canonical JSON');
    expect(() => clockEntries('[]\n')).toThrow('is not an object');
    expect(() => clockEntries('{}\n')).toThrow('kind is not a text');
  });

  needing('openssl').describe('of an authority', () => {
    let authority: OpensslAuthority;
    let stamp: ClockLine;
    let time: number;
    beforeAll(async () => {
      authority = new OpensslAuthority();
      stamp = await stampedLine(log, authority, log.records.length);
      time = parseMicros(String(stamp['time'])) ?? 0;
    });
    const stamped = (entry: ClockLine, authorities?: readonly string[]): Promise<Sighting[]> =>
      read([entry], { now: time + 1e6, ...(authorities === undefined ? {} : { authorities }) });

    it('are trusted, under the name of its certificate, where its root was given; its accuracy is added', async () => {
      const seen = { kind: 'timestamp', treeSize: log.records.length, time: time + 1_000_000 };

      expect(await stamped(stamp)).toEqual([{ ...seen, name: 'tsa.example', trusted: false }]);
      expect(await stamped(stamp, [authority.root])).toEqual([{ ...seen, name: 'Authority of a test', trusted: true }]);
      expect(await stamped(stamp, [new OpensslAuthority().root])).toEqual([
        { ...seen, name: 'tsa.example', trusted: false },
      ]);
    });

    it('are stated once', async () => {
      await expect(read([stamp, stamp], { now: time + 1e6 })).rejects.toThrow('repeats an earlier line');
    });

    it.each<[string, (entry: ClockLine) => ClockLine, string]>([
      ['no token', (entry) => ({ ...entry, token: 'no!' }), 'token is not base64'],
      ['another token', (entry) => ({ ...entry, token: 'AAAA' }), 'the time stamp does not hold: '],
      ['another time', (entry) => ({ ...entry, time: formatMicros(0) }), 'time is not that of its token'],
      ['another accuracy', (entry) => ({ ...entry, accuracy_us: 0 }), 'accuracy_us is 0, not 1000000'],
      ['another signer', (entry) => ({ ...entry, signer: 'x' }), 'signer is "x", not "Authority of a test"'],
      ['another policy', (entry) => ({ ...entry, policy: '1.2' }), 'which its token says'],
      ['another serial', (entry) => ({ ...entry, serial: 'ff' }), 'which its token says'],
      ['another chain', (entry) => ({ ...entry, chain: 'holds' }), 'chain is neither checked nor not checked'],
      ['another id', (entry) => ({ ...entry, id: 'ts-0' }), 'that of its authority and size'],
      ['another authority', (entry) => ({ ...entry, authority: 'https://x.test' }), 'that of its authority and size'],
      [
        'a cosignature below it',
        (entry) => ({ ...entry, checkpoint: String(entry['checkpoint']) + one.cosign(headText(log, SIZE), 1) }),
        'checkpoint has 2 signatures, not 1',
      ],
      ['a further member', (entry) => ({ ...entry, witness: 'x' }), 'has an unknown member "witness"'],
    ])('are refused with %s', async (_, change, message) => {
      await expect(stamped(change(stamp))).rejects.toThrow(message);
    });
  });
});

/** Hand-made sightings of a log of five records. */
const seen = (kind: Sighting['kind'], name: string, treeSize: number, time: number, trusted = true): Sighting => ({
  kind,
  name,
  treeSize,
  time,
  trusted,
});

const W1 = 'w.test/1+00000001';
const W2 = 'w.test/2+00000002';
const SEEN = [
  seen('copy', 'archive.test', 2, 50),
  seen('timestamp', 'Authority', 4, 40),
  seen('timestamp', 'Authority', 4, 45),
  seen('cosignature', W1, 3, 10),
  seen('cosignature', W2, 3, 30),
  seen('cosignature', W2, 1, 60),
  seen('timestamp', 'Nobody', 5, 1, false),
  seen('cosignature', 'w.test/3+00000003', 5, 1, false),
];

const boundsOf = (sightings: readonly Sighting[], quorum: number) => {
  const bounds = new OutsideBounds(sightings, 5, quorum);
  return [0, 1, 2, 3, 4, 5].map((index) => bounds.of(index));
};

describe('bounds by outside clocks', () => {
  it('are the earliest trusted sight of a head with the record', () => {
    const either = { name: 'w.test/1, w.test/2', time: 10 };

    expect(boundsOf(SEEN, 1)).toEqual([either, either, either, { name: 'Authority', time: 40 }, null, null]);
  });

  it('are of a quorum the time of its last witness', () => {
    const both = { name: 'a quorum of 2 witnesses', time: 30 };

    expect(boundsOf(SEEN, 2)).toEqual([both, both, both, { name: 'Authority', time: 40 }, null, null]);
    const late = SEEN.map((one) => (one.name === W2 && one.treeSize === 3 ? { ...one, time: 70 } : one));
    const authority = { name: 'Authority', time: 40 };
    expect(boundsOf(late, 2)).toEqual([authority, authority, authority, authority, null, null]);
    const witnesses = late.filter(({ kind }) => kind === 'cosignature');
    expect(boundsOf(witnesses, 2).slice(0, 3)).toEqual([
      { ...both, time: 60 },
      { ...both, time: 70 },
      { ...both, time: 70 },
    ]);
  });

  it('are none of fewer witnesses than the quorum', () => {
    const alone = SEEN.filter(({ name }) => name === W1);

    expect(boundsOf(alone, 2)).toEqual([null, null, null, null, null, null]);
    expect(boundsOf(alone, 1)[2]).toEqual({ name: 'w.test/1', time: 10 });
    expect(boundsOf([], 1)).toEqual([null, null, null, null, null, null]);
  });

  it('are of the first of two at the same instant', () => {
    const same = [seen('copy', 'a', 5, 7), seen('copy', 'b', 5, 7)];

    expect(boundsOf(same, 1)[0]).toEqual({ name: 'a', time: 7 });
    expect(boundsOf([...same, seen('copy', 'c', 5, 6)], 1)[4]).toEqual({ name: 'c', time: 6 });
  });
});

describe('the head of a quorum', () => {
  it('is the largest that enough trusted witnesses cosigned', () => {
    expect(quorumHead(SEEN, 1)).toBe(3);
    expect(quorumHead(SEEN, 2)).toBe(3);
    expect(quorumHead(SEEN, 3)).toBeNull();
    expect(quorumHead([], 1)).toBeNull();
    expect(quorumHead([...SEEN, seen('cosignature', W1, 5, 90)], 1)).toBe(5);
    expect(quorumHead([...SEEN, seen('cosignature', W1, 5, 90)], 2)).toBe(3);
  });

  it('counts a witness once', () => {
    expect(quorumHead([seen('cosignature', W1, 3, 1), seen('cosignature', W1, 3, 2)], 2)).toBeNull();
  });
});

describe('the name of a witness', () => {
  it.each([
    ['w.test/1+00000001', 'w.test/1'],
    ['w.test/1+0000000g', 'w.test/1+0000000g'],
    ['w.test/1+00000001+00000002', 'w.test/1+00000001'],
    ['w.test/1', 'w.test/1'],
  ])('of %s is %s', (name, alone) => {
    expect(nameOnly(name)).toBe(alone);
  });
});
