/** Copies that the web archive lists, compared with the present log: a real HTTP server instead of the archive. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ArchivedCopiesClient } from '../../src/delivery/cli/verify/archived-copies.client';
import { Verdict, type Report } from '../../src/delivery/cli/verify/report';
import { verifyListedCopies } from '../../src/delivery/cli/verify/verify-archive';
import { canonicalJson } from '../../src/platform/common/canonical-json';
import { recordText } from '../../src/registry/log/log-record';
import { checkpointText, noteSigner } from '../../src/registry/proofs/signed-note';
import { readLog } from '../../src/verification/log-text';
import { OutsideBounds, type Sighting } from '../../src/verification/outside-clocks';
import { ORIGIN, SIGNER, writeLog } from '../support/written-log';

const BASE = 'https://vedette.example';

describe('copies that the web archive lists', () => {
  const now = Date.now();
  const written = writeLog(now);
  const checkpoint = { origin: ORIGIN, treeSize: written.records.length, rootHash: written.root() };
  const log = readLog(written.records.map((record) => `${recordText(record)}\n`).join(''), checkpoint);
  const held: string[] = [];
  const report: Report = {
    held: (check, detail) => held.push(`${check}: ${detail}`),
    note: () => undefined,
    progress: () => undefined,
  };
  let server: Server;
  let asked: string[];
  let list: string;
  let copyOf: (day: string) => string | null;

  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      asked.push(url);
      const body = url.startsWith('/cdx/') ? list : copyOf(/(\d{4}-\d\d-\d\d)\.json/.exec(url)?.[1] ?? '');
      response.writeHead(body === null ? 404 : 200).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const days = written.days.map((text) => ({ date: (JSON.parse(text) as { date: string }).date, text }));
  beforeEach(() => {
    asked = [];
    held.length = 0;
    list = JSON.stringify([
      ['timestamp', 'original'],
      ...days.map(({ date }) => [`${date.replaceAll('-', '')}235959`, `${BASE}/api/registry/${date}.json`]),
      ['20260101000000', `${BASE}/api/registry/index.json`],
      ['20260101000000', 'https://other.example/api/registry/2026-01-01.json'],
    ]);
    copyOf = (day) => days.find(({ date }) => date === day)?.text ?? null;
  });

  let captured: readonly Sighting[];
  const verify = async (base: string | null = BASE): Promise<Verdict> => {
    const verdict = new Verdict();
    const archive = new ArchivedCopiesClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    captured = await verifyListedCopies(
      { report, verdict },
      archive,
      { log, keys: [{ vkey: SIGNER.vkey, until: null }], checkpoint },
      base,
    );
    return verdict;
  };

  it('are read, the oldest and the newest among them, and are of this log', async () => {
    const verdict = await verify();
    const read = asked.filter((url) => url.includes('id_/'));
    expect(read[0]).toContain(days[0]?.date);
    expect(read.at(-1)).toContain(days.at(-1)?.date);
    expect(read.length).toBeLessThanOrEqual(12);
    expect(held).toEqual([
      `listed copies: ${read.length} of ${days.length} copies that the web archive lists are of this log`,
    ]);
    expect(verdict.verified).toHaveLength(1);
    expect(asked.some((url) => url.includes('other.example'))).toBe(false);
  });

  it('bound every record of the tree that they hold, by the end of the second of their capture', async () => {
    await verify();
    const bounds = new OutsideBounds(captured, written.records.length, 1);
    const [first, second] = days.map(({ date, text }) => ({
      size: (JSON.parse(text) as { tree_size: number }).tree_size,
      time: (Date.parse(`${date}T23:59:59Z`) + 1_000) * 1_000,
    })) as [{ size: number; time: number }, { size: number; time: number }];
    expect(bounds.of(0)).toEqual({ name: 'web.archive.org', time: first.time });
    expect(bounds.of(first.size - 1)).toEqual({ name: 'web.archive.org', time: first.time });
    expect(bounds.of(first.size)).toEqual({ name: 'web.archive.org', time: second.time });
    expect(bounds.of(written.records.length - 1)).toBeNull();

    list = list.replaceAll('235959', '000000');
    await expect(verify()).rejects.toThrow('the copy is older than the last record in it');
  });

  it('of a log that was rewritten, cut, or signed by another key, are reported', async () => {
    const anew = writeLog(now, { paid: 1 });
    copyOf = () => anew.days.at(-1) ?? null;
    await expect(verify()).rejects.toThrow(/another log than this one: the log was rewritten|records are withheld/);
    const stranger = noteSigner(ORIGIN, Buffer.alloc(32, 9)).sign(checkpointText(checkpoint));
    const whole = JSON.parse(days.at(-1)?.text ?? '') as object;
    const signed = { ...whole, tree_size: checkpoint.treeSize, root_hash: checkpoint.rootHash, checkpoint: stranger };
    copyOf = () => canonicalJson(signed);
    await expect(verify()).rejects.toThrow(/not signed by this key|not a day-file/);
    copyOf = (day) => (days.find(({ date }) => date === day)?.text ?? '').replaceAll(ORIGIN, 'older.test/registry');
    await expect(verify()).rejects.toThrow(/of another log|not a day-file/);
    copyOf = () => '<html>';
    await expect(verify()).rejects.toThrow('is not a day-file');
  });

  it('that cannot be fetched are reported, and fail nothing; an address that is not public is not requested', async () => {
    list = '<html>';
    expect((await verify()).left).toEqual(['what the web archive lists of this log (it does not answer)']);
    list = '[]';
    expect((await verify()).left).toEqual(['that the log was not made anew (the web archive lists no copy of it)']);
    asked = [];
    await verify('http://127.0.0.1:8080');
    expect(asked).toEqual([]);
  });
});
