/** An independent client: only public files and the rules of docs/registry.md; recomputes everything that it can. */
import { readFile } from 'node:fs/promises';
import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { CODE_VERSION } from '../../platform/common/code-version.provider';
import { checkCase, type CaseContent } from '../../verification/case';
import { Broken, insist, OtherVersion } from '../../verification/finding';
import { shortly } from '../../verification/received-json';
import { casePage } from '../cases/case-page';
import { checkSavedReceipt, INVENTED, receiptLines } from '../../verification/receipt';
import { readVerifierKey, type VerifierKey } from '../../registry/proofs/note-format';
import { readCertificates } from '../../registry/clocks/timestamps/timestamp-token';
import { readWitnessKey, whyNoWitnessKey } from '../../registry/clocks/witnesses/cosignature';
import { trimmed } from './published-files';
import { wholeNumber } from './option-values';
import { ArchivedCopiesClient, ARCHIVE_URL } from './verify/archived-copies.client';
import { Deployment } from './verify/deployment.client';
import { EXCHANGE_URLS, ExchangesClient } from './verify/exchanges.client';
import { escaped, EXIT, Unread, type Report, type Verdict } from './verify/report';
import { defaultStatePath, SeenLogs } from './verify/seen-logs.store';
import type { OutsideClockOptions } from './verify/verify-outside-clocks';
import { verifyDeployment } from './verify/verify-deployment';
import { insistSigned } from '../../verification/signed-tree';

interface VerifyOptions {
  key?: string;
  vkey?: string;
  state?: string;
  sample?: number;
  receipt?: string;
  case?: string;
  wait?: number;
  asOf?: number;
  archive?: boolean;
  archiveUrl?: string;
  exchanges?: boolean;
  polymarketUrl?: string;
  kalshiUrl?: string;
  witness?: VerifierKey[];
  quorum?: number;
  tsaCa?: string[];
}

const WAIT_MAX_SECONDS = 90;

export const command = new Command('verify')
  .arguments('[base-url]')
  .description('Verify any deployment from its public bytes, or one receipt offline.')
  .option('--key <key>', 'API key, sent as X-API-Key; VEDETTE_API_KEY otherwise.')
  .option('--vkey <vkey>', 'Public key of the log, as published on /about.')
  .option('--state <file>', 'File of the logs seen earlier.')
  .option(
    '--sample <n>',
    'Read so many single addresses, the newest receipts first; by default all that the request limit allows.',
    wholeNumber('--sample'),
  )
  .option('--receipt <file>', 'Verify one saved receipt, offline.')
  .option('--case <file>', 'Verify one saved case, offline.')
  .option(
    '--wait <seconds>',
    `Longest wait for the request limit; ${WAIT_MAX_SECONDS} by default.`,
    wholeNumber('--wait'),
  )
  .option(
    '--as-of <instant>',
    'Verify a saved or stopped deployment as of then, e.g. 2026-07-01T00:00:00Z.',
    (value: string): number => {
      const at = Date.parse(value);
      if (Number.isNaN(at)) throw new Error('--as-of must be an instant such as 2026-07-01T00:00:00Z');
      return at;
    },
  )
  .option('--no-archive', 'Do not read the copies in the web archive.')
  .option('--archive-url <url>', `Where to read copies; ${ARCHIVE_URL} by default.`, trimmed)
  .option(
    '--witness <vkey...>',
    'Public key of a witness that you trust; may be repeated.',
    (value: string, before: VerifierKey[] | undefined): VerifierKey[] => {
      const key = readWitnessKey(value);
      if (key === null) throw new Error(`--witness: ${whyNoWitnessKey(value) ?? ''}`);
      return [...(before ?? []), key];
    },
  )
  .option(
    '--quorum <n>',
    'How many of these witnesses must have cosigned one head; 1 by default.',
    wholeNumber('--quorum'),
  )
  .option('--tsa-ca <file...>', 'Root certificates (PEM) of time-stamping authorities that you trust.')
  .option('--exchanges', 'Ask Polymarket and Kalshi how each market ended.')
  .option('--polymarket-url <url>', 'Base of the Polymarket API to ask.', trimmed)
  .option('--kalshi-url <url>', 'Base of the Kalshi API to ask.', trimmed)
  .action(async (baseUrl: string | undefined, options: VerifyOptions): Promise<void> => {
    const terminal = new Terminal();
    try {
      if (options.vkey !== undefined && readVerifierKey(options.vkey) === null)
        throw new Unread(
          '--vkey, which is not a public key of a log: <name>+<8 hex>+<base64>, as /api/registry/vkey has it',
        );
      if (options.receipt !== undefined) {
        process.exitCode = await verifyReceipt(options.receipt, options, terminal);
        return;
      }
      if (options.case !== undefined) {
        process.exitCode = await verifyCase(options.case, options, terminal);
        return;
      }
      const verdict = await verifyAt(baseUrl, options, terminal);
      terminal.end(verdict.lines);
      process.exitCode = verdict.exitCode;
    } catch (error) {
      const stopped = error instanceof Broken || error instanceof Unread || error instanceof OtherVersion;
      if (!stopped) throw error;
      terminal.end([wordsOf(error)]);
      process.exitCode = error instanceof Broken ? EXIT.no : error instanceof Unread ? EXIT.unread : EXIT.otherVersion;
    } finally {
      terminal.close();
    }
  });

const verifyReceipt = async (path: string, { vkey }: VerifyOptions, report: Report): Promise<number> => {
  if (vkey === undefined) throw new Unread('the public key of the log, which --receipt needs: --vkey');
  const text = await saved(path);
  const receipt = checkSavedReceipt(text);
  insistSigned('receipt', receipt.note, vkey, receipt.treeSize, receipt.rootHash);
  report.held('receipt', `every figure follows from the ${receipt.documents.length} records that it contains`);
  report.held('checkpoint', `their tree of ${receipt.treeSize} records is signed by this key`);
  (report as Terminal).end(receiptLines(receipt));
  return receipt.isForecastOnly ? EXIT.unread : EXIT.yes;
};

const saved = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Unread(code === 'ENOENT' ? `${path}: there is no such file` : message);
  });

const verifyCase = async (path: string, options: VerifyOptions, terminal: Terminal): Promise<number> => {
  const { vkey } = options;
  if (vkey === undefined) throw new Unread('the public key of the log, which --case needs: --vkey');
  const page = await saved(path);
  const { witnesses, authorities } = await clocksOf(options);
  const { content, lines, proven } = await checkCase(page, { vkey, witnesses, authorities });
  const here = content.release === CODE_VERSION;
  insist(!here || pageOf(content) === page, 'case', 'shows something other than its JSON');
  terminal.end([
    ...lines,
    here
      ? 'Verified: the page shows its JSON, and nothing else.'
      : `Not verified: what the page shows, which was written by ${shortly(content.release)}; these lines alone hold.`,
    ...(content.synthetic && content.receipt === null ? [INVENTED] : []),
  ]);
  return proven ? EXIT.yes : EXIT.unread;
};

const pageOf = (content: CaseContent): string | null => {
  try {
    return casePage(content);
  } catch {
    return null;
  }
};

/** Adds a scheme: HTTP for this machine, else HTTPS. */
const addressOf = (typed: string): string => {
  const host = /^[\w.-]+(:\d{1,5})?(\/|$)/.test(typed);
  const url = host ? `${/^(localhost|127\.)/.test(typed) ? 'http' : 'https'}://${typed}` : typed;
  if (!/^https?:\/\//.test(url))
    throw new Unread('the address of a deployment, such as https://vedette.example, is missing');
  return trimmed(url);
};

const verifyAt = async (baseUrl: string | undefined, options: VerifyOptions, terminal: Terminal): Promise<Verdict> => {
  const address = addressOf(baseUrl ?? '');
  const deployment = new Deployment({
    baseUrl: address,
    apiKey: options.key ?? process.env['VEDETTE_API_KEY'] ?? null,
    waitMaxSeconds: options.wait ?? WAIT_MAX_SECONDS,
    onWait: (seconds) => {
      terminal.note(`the deployment asks to wait; going on in ${seconds} s`);
    },
  });
  const verdict = await verifyDeployment(deployment, terminal, {
    vkey: options.vkey ?? null,
    address,
    seen: new SeenLogs(options.state ?? defaultStatePath()),
    sample: options.sample ?? null,
    archive: options.archive === false ? null : new ArchivedCopiesClient(options.archiveUrl ?? ARCHIVE_URL),
    clocks: await clocksOf(options),
    exchanges:
      options.exchanges === true
        ? new ExchangesClient({
            polymarket: options.polymarketUrl ?? EXCHANGE_URLS.polymarket,
            kalshi: options.kalshiUrl ?? EXCHANGE_URLS.kalshi,
          })
        : null,
    now: options.asOf ?? Date.now(),
  });
  terminal.note(`${deployment.requests} requests`);
  return verdict;
};

/** @throws Unread when a certificate file cannot be read */
const clocksOf = async ({ witness = [], quorum = 1, tsaCa = [] }: VerifyOptions): Promise<OutsideClockOptions> => {
  if (quorum < 1 || (witness.length > 0 && quorum > witness.length))
    throw new Unread(`--quorum ${quorum}: it must be from 1 to the number of witnesses given`);
  const authorities: string[] = [];
  for (const path of tsaCa) {
    const pem = await readFile(path, 'utf8').catch(() => {
      throw new Unread(`the file ${path}`);
    });
    await readCertificates(pem).catch((error: unknown) => {
      throw new Unread(`the file ${path}, which ${(error as Error).message}`);
    });
    authorities.push(pem);
  }
  return { witnesses: witness, quorum, authorities: authorities.length === 0 ? null : authorities };
};

const wordsOf = (error: Error): string => {
  if (error instanceof Broken) return `WRONG  ${error.message}`;
  if (error instanceof OtherVersion) return `Another version of the format: ${error.message}`;
  return `Could not be read: ${error.message}. The rest was not checked.`;
};

/** Prints checks to stdout, with a progress bar on an interactive stderr. Third-party text is always escaped. */
class Terminal implements Report {
  private readonly bars = process.stderr.isTTY
    ? new MultiBar(
        { clearOnComplete: true, hideCursor: true, format: '{check} {bar} {value}/{total}' },
        Presets.shades_classic,
      )
    : null;
  private bar: { check: string; bar: SingleBar } | null = null;

  private readonly details: string[] = [];

  held(check: string, detail: string): void {
    this.details.push(`ok      ${check.padEnd(16)} ${detail}`);
  }

  note(text: string): void {
    this.print(`note    ${text}`);
  }

  progress(check: string, done: number, total: number): void {
    if (this.bars === null) return;
    if (this.bar?.check !== check) {
      this.endBar();
      this.bar = { check, bar: this.bars.create(total, 0, { check }) };
    }
    this.bar.bar.update(done);
  }

  end(verdict: readonly string[]): void {
    for (const line of verdict) this.print(line);
    for (const line of this.details.splice(0)) this.print(line);
  }

  close(): void {
    this.bars?.stop();
  }

  private print(line: string): void {
    this.endBar();
    process.stdout.write(`${escaped(line)}\n`);
  }

  private endBar(): void {
    if (this.bar === null) return;
    this.bar.bar.stop();
    this.bars?.remove(this.bar.bar);
    this.bar = null;
  }
}
