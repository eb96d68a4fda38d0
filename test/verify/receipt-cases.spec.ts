/** One table of saved receipts, read by the rules of the command and of the page, and by tools/verify.py. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalJson } from '../../src/platform/common/canonical-json';
import { packagePath } from '../../src/platform/common/package-root';
import { sha256Hex } from '../../src/platform/common/sha256';
import { checkReceipt } from '../../src/verification/receipt';
import type { Forged } from '../support/forged-log';
import { publishedFiles } from '../support/published-files';
import { readBySecond } from '../support/second-reader';
import { needing } from '../support/tools';
import { runsTypeScript } from '../support/typescript-process';
import { SIGNER, writeLog } from '../support/written-log';

jest.setTimeout(300_000);

const NOW = Date.UTC(2026, 10, 22, 12);

const leaveOut = (receipt: Forged, ...kinds: readonly string[]): void => {
  receipt.records = receipt.records.filter(({ record }: Forged) => !kinds.includes(record.kind as string));
};

/** Changes of a genuine receipt of a closed trade, and the verdict of both verifiers; null if it is valid. */
const CASES: readonly (readonly [string, RegExp | null, (receipt: Forged) => void])[] = [
  ['as it was served', null, () => undefined],
  [
    'without the record of its trade',
    /no record of its trade/,
    (one) => {
      leaveOut(one, 'trade', 'exit');
    },
  ],
  [
    'with an invented trade beside the forecast',
    /no record of its trade/,
    (one) => {
      leaveOut(one, 'trade', 'exit');
      Object.assign(one, { side: 'YES', entry_price: 0.01, size: 10_000, net_pnl: 9_900 });
    },
  ],
  [
    'without its intent',
    /no intent/,
    (one) => {
      leaveOut(one, 'intent');
    },
  ],
  ['with a member of its own', /audited_by/, (one) => Object.assign(one, { audited_by: 'nobody' })],
  ['with a member in its proof', /audited_by/, (one) => Object.assign(one.proof, { audited_by: 'nobody' })],
  ['with a member in a record', /audited_by/, (one) => Object.assign(one.records[0], { audited_by: 'nobody' })],
  ['with another gain', /net_pnl.* is 9900, and /, (one) => Object.assign(one, { net_pnl: 9_900 })],
  [
    'with another probability',
    /prediction/,
    (one) => {
      one.prediction.probability_yes = 0.999;
    },
  ],
  [
    'with an exit left out',
    /status|closed_at|not (?:that|what)|follows/,
    (one) => {
      leaveOut(one, 'exit');
    },
  ],
  [
    'of an outcome that ended nothing',
    /lacks the exit that follows from the outcome/,
    (one) => {
      leaveOut(one, 'exit');
      const ended = { closed_at: null, exit_price: null, exit_reason: null, exit_fee_usd: null, net_pnl: null };
      Object.assign(one, { status: 'open', ...ended });
    },
  ],
  [
    'of the log of somebody else',
    /not signed|another|signature|checkpoint/,
    (one) => Object.assign(one.proof, { checkpoint: one.proof.checkpoint.replace('log.test', 'log.evil') }),
  ],
];

needing('python3', 'openssl').describe('a saved receipt', () => {
  let genuine: string;

  beforeAll(async () => {
    const files = await publishedFiles(writeLog(NOW), NOW);
    const all = [...files].filter(([path]) => path.startsWith('/api/receipt/')).map(([, bytes]) => bytes.toString());
    genuine = all.find((text) => text.includes('"status":"closed"')) ?? '';
  });

  it.each(CASES)('%s is judged alike', async (name, said, change) => {
    const receipt = JSON.parse(genuine);
    change(receipt);
    delete receipt.receipt_sha256;
    const text = canonicalJson({ ...receipt, receipt_sha256: sha256Hex(canonicalJson(receipt)) });
    const [second] = await readBySecond(new Map(), [{ name, receipt: text }], { vkey: SIGNER.vkey, now: NOW });
    expect(second?.fate).toBe(said === null ? 'missed' : 'caught');
    if (said === null) {
      expect(checkReceipt(text).isForecastOnly).toBe(false);
      expect(second?.said).toMatch(/Verified: trade "t-.*": "(?:YES|NO)" at .*, gain -?[\d.]+ USD/);
    } else {
      expect(second?.said).toMatch(said);
      if (!name.includes('somebody else')) expect(() => checkReceipt(text)).toThrow(said);
    }
  });

  it('names the figure inside of a member that is another', () => {
    const receipt = JSON.parse(genuine);
    receipt.prediction.probability_yes = 0.999;
    delete receipt.receipt_sha256;
    const text = canonicalJson({ ...receipt, receipt_sha256: sha256Hex(canonicalJson(receipt)) });

    expect(() => checkReceipt(text)).toThrow(
      /^receipt: prediction\.probability_yes is 0\.999, and its records give 0\.\d+$/,
    );
  });

  const fileOf = (text: string): string => {
    const path = join(mkdtempSync(join(tmpdir(), 'vedette-receipt-')), 'receipt.json');
    writeFileSync(path, text);
    return path;
  };
  const program = (text: string, vkey = SIGNER.vkey) =>
    spawnSync('python3', [packagePath('tools', 'verify.py'), '--receipt', fileOf(text), '--vkey', vkey], {
      encoding: 'utf8',
    });
  const command = (text: string, vkey = SIGNER.vkey) =>
    spawnSync(
      process.execPath,
      runsTypeScript('src/delivery/cli/main.ts', 'verify', '--receipt', fileOf(text), '--vkey', vkey),
      { encoding: 'utf8' },
    );

  it('is accepted in another layout, and refused with a repeated member', () => {
    const laidOut = JSON.stringify(JSON.parse(genuine), null, 2);
    const twice = genuine.replace('{', '{"entry_price":0.01,');
    const byAnEditor = `\uFEFF${laidOut.replaceAll('\n', '\r\n')}\r\n`;
    for (const judge of [program, command]) {
      expect(judge(byAnEditor)).toMatchObject({ status: 0 });
      expect(judge(laidOut)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('Verified: trade ') as string,
      });
      expect(judge(twice)).toMatchObject({ status: 1, stdout: expect.stringContaining('canonical JSON') as string });
    }
    expect(() => checkReceipt(laidOut)).toThrow('canonical JSON');
  });

  it('is not called wrong for an invalid key', () => {
    for (const judge of [program, command])
      expect(judge(genuine, 'log.test')).toMatchObject({
        status: 2,
        stdout: expect.stringContaining('--vkey, which is not a public key of a log') as string,
      });
  });
});
