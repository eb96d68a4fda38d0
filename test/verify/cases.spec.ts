/** One table of saved cases, as they were written and changed, read by the command's rules and by tools/verify.py. */
import { casePage } from '../../src/delivery/cases/case-page';
import { cosignatureSigner } from '../../src/registry/clocks/witnesses/cosignature';
import { checkCase, type CaseContent, type CaseKind } from '../../src/verification/case';
import type { Forged } from '../support/forged-log';
import { publishedFiles } from '../support/published-files';
import { caseOf, HOSTILE, recordsOf, WITNESS, WITNESS_KEY } from '../support/written-case';
import { readBySecond } from '../support/second-reader';
import { needing } from '../support/tools';
import { SIGNER, writeLog } from '../support/written-log';

jest.setTimeout(300_000);

const NOW = Date.UTC(2026, 10, 22, 12);
type Change = readonly [string, RegExp | null, (content: Forged) => void];

/** Changes of a genuine case of each kind, and the verdict of both verifiers; null if it is valid. */
const CHANGES: Readonly<Record<CaseKind, readonly Change[]>> = {
  forecast: [
    ['as it was written', null, () => undefined],
    [
      'with another probability',
      /hash of its document|SHA-256 of its record/,
      (one) => {
        bundleIn(one).prediction.probability_yes = 0.99;
      },
    ],
    ['of another forecast by name', /name/, (one) => (one.name = 'rb-0')],
    ['that says otherwise than its bundle of what is invented', /synthetic/, (one) => (one.synthetic = true)],
    [
      'with a report that the model was not shown',
      /is not an item of its bundle/,
      (one) => (one.evidence[0].key = 'n-0'),
    ],
    ['with a report of another time', /is not an item of its bundle/, (one) => (one.evidence[0].at = one.written_at)],
    [
      'without its intent',
      /no intent/,
      (one) => {
        leaveOut(one, 'intent');
      },
    ],
    [
      'without its bundle',
      /bundle/,
      (one) => {
        leaveOut(one, 'bundle');
      },
    ],
    ['with a member of its own', /audited_by/, (one) => (one.audited_by = 'nobody')],
    ['with a member in its proof', /audited_by/, (one) => (one.proof.audited_by = 'nobody')],
    ['with a trade that it invents', /trade/, (one) => (one.records[0].record.kind = 'trade')],
    ['of the key of somebody else', /vkey/, (one) => (one.vkey = WITNESS.vkey)],
    [
      'with a head that nobody signed',
      /signature|signed|checkpoint/,
      (one) => {
        one.proof.checkpoint = (one.proof.checkpoint as string).replace('log.test', 'log.evil');
      },
    ],
    [
      'with a file for other programs of another record',
      /tlog_proof/,
      (one) => {
        one.tlog_proof = (one.tlog_proof as string).replace(/index \d+/, 'index 0');
      },
    ],
    [
      'with a clock that saw another log',
      /clocks|checkpoint|signed/,
      (one) => {
        one.clocks[0].statement.root_hash = '0'.repeat(64);
      },
    ],
    [
      'with a clock of another time',
      /time/,
      (one) => {
        one.clocks[0].statement.time = '2026-11-01T00:00:00.000000Z';
      },
    ],
    ['with a receipt', /receipt/, (one) => (one.receipt = { records: [] })],
  ],
  receipt: [
    ['as it was written', null, () => undefined],
    ['with another gain', /net_pnl|receipt_sha256/, (one) => (one.receipt.net_pnl = 9_900)],
    ['of another trade by name', /name/, (one) => (one.name = 't-0')],
    ['with words that the model was not shown', /evidence/, (one) => (one.evidence[0].content_sha256 = '0'.repeat(64))],
    ['with records beside the receipt', /records/, (one) => (one.records = one.receipt.records)],
  ],
  alert: [['with a proof for programs of nothing', /tlog_proof/, (one) => (one.tlog_proof = 'c2sp.org/tlog-proof@v1')]],
  day: [
    ['as it was written', null, () => undefined],
    [
      'with a day-file of fewer records',
      /day_file|day_sha256/,
      (one) => {
        one.day_file = (one.day_file as string).replace(/"kind":"policy"/, '"kind":"plan"');
      },
    ],
    ['of another day by name', /day/, (one) => (one.name = '2026-01-01')],
  ],
};

const bundleIn = (one: Forged): Forged => one.records.find(({ record }: Forged) => record.kind === 'bundle').document;

const leaveOut = (one: Forged, kind: string): void => {
  one.records = one.records.filter(({ record }: Forged) => record.kind !== kind);
};

needing('python3', 'openssl').describe('a saved case', () => {
  const genuine = new Map<string, CaseContent>();

  beforeAll(async () => {
    const log = writeLog(NOW);
    const files = await publishedFiles(log, NOW);
    const text = (path: string): string => files.get(path)?.toString() ?? '';
    const receipt = [...files.keys()]
      .filter((path) => path.startsWith('/api/receipt/'))
      .map(text)
      .find((one) => one.includes('"status":"closed"'));
    const traded = JSON.parse(receipt ?? '{}');
    genuine.set('receipt', caseOf(log, 'receipt', traded.trade_id as string, { receipt: traded }));
    const ids = (traded.records as Forged[]).map(({ record }) => record.id as string);
    const bundle = traded.replay_bundle_id as string;
    const records = recordsOf(log, (id, kind) => ids.includes(id) && !['trade', 'exit'].includes(kind));
    genuine.set('forecast', caseOf(log, 'forecast', bundle, { records }));
    const bundles = recordsOf(log, (id) => id === bundle);
    genuine.set('alert', caseOf(log, 'alert', 'a-1', { facts: { cluster: 'around:taiwan' } }));
    genuine.set('not caused', caseOf(log, 'alert', 'a-1', { records: bundles, facts: { cluster: 'around:taiwan' } }));
    const [seal] = recordsOf(log, (_, kind) => kind === 'seal');
    const date = (seal?.document as Forged).date as string;
    genuine.set(
      'day',
      caseOf(log, 'day', date, {
        records: seal === undefined ? [] : [seal],
        day_file: text(`/api/registry/${date}.json`),
        facts: { text: HOSTILE },
      }),
    );
  });

  const rows = Object.entries(CHANGES).flatMap(([kind, changes]) =>
    changes.map(([name, said, change]) => [kind as CaseKind, name, said, change] as const),
  );

  it.each(rows)('of a %s, %s, is judged alike', async (kind, name, said, change) => {
    const content = JSON.parse(JSON.stringify(genuine.get(kind)));
    change(content);
    const page = casePage(content);
    const [second] = await readBySecond(new Map(), [{ name, case: page }], { vkey: SIGNER.vkey, now: NOW });
    const read = checkCase(page, { vkey: SIGNER.vkey, witnesses: [], authorities: null });
    if (said === null) {
      const { lines, proven } = await read;
      expect(proven).toBe(true);
      expect(lines.join('\n')).toContain('Verified: ');
      expect(second?.fate).toBe('missed');
      expect(second?.said).toMatch(/^Verified: /m);
    } else {
      await expect(read).rejects.toThrow(said);
      expect(second).toMatchObject({ fate: 'caught', said: expect.stringMatching(said) as string });
    }
  });

  it('of an alert without a forecast proves nothing, and the verdict states it', async () => {
    const page = casePage(genuine.get('alert') as CaseContent);
    const { lines, proven } = await checkCase(page, { vkey: SIGNER.vkey, witnesses: [], authorities: null });
    const [second] = await readBySecond(new Map(), [{ name: 'alert', case: page }], { vkey: SIGNER.vkey, now: NOW });

    expect([proven, second?.fate]).toEqual([false, 'unread']);
    for (const said of [lines.join('\n'), second?.said]) expect(said).toMatch(/^Verified: nothing\./);
  });

  it('of an alert with the forecast of another is refused by both', async () => {
    const page = casePage(genuine.get('not caused') as CaseContent);
    const [second] = await readBySecond(new Map(), [{ name: 'other', case: page }], { vkey: SIGNER.vkey, now: NOW });

    await expect(checkCase(page, { vkey: SIGNER.vkey, witnesses: [], authorities: null })).rejects.toThrow(/alert/);
    expect(second).toMatchObject({ fate: 'caught', said: expect.stringMatching(/alert/) as string });
  });

  it('counts a witness whose key the reader gave, and reports a missing one', async () => {
    const page = casePage(genuine.get('forecast') as CaseContent);
    const options = { vkey: SIGNER.vkey, witnesses: [WITNESS_KEY], authorities: null };
    const stranger = cosignatureSigner('stranger.example', Buffer.alloc(32, 9)).vkey;

    expect((await checkCase(page, options)).lines).toContainEqual(expect.stringMatching(/^Verified: a cosignature of/));
    const [given] = await readBySecond(new Map(), [{ name: 'given', case: page }], {
      vkey: SIGNER.vkey,
      now: NOW,
      args: ['--witness', WITNESS.vkey],
    });
    const [missed] = await readBySecond(new Map(), [{ name: 'missed', case: page }], {
      vkey: SIGNER.vkey,
      now: NOW,
      args: ['--witness', stranger],
    });
    expect(given?.said).toMatch(/^Verified: a cosignature of/m);
    expect(missed?.fate).toBe('caught');
  });

  it.each(Object.keys(CHANGES) as CaseKind[])(
    'of a %s is one small page without script or markup of strangers',
    (kind) => {
      const page = casePage(genuine.get(kind) as CaseContent);

      expect(page.match(/<pre id="case">/g)).toHaveLength(1);
      expect(page).not.toMatch(/<script|href="javascript|src=/);
      expect(page.length).toBeLessThan(300_000);
    },
  );
});
