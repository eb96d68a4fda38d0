/** On a terminal: a line per step, and the log in a file. Otherwise only the log, one JSON line per event. */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pino, type DestinationStream, type Logger } from 'pino';
import { makeLogger } from '../../platform/config/logging.module';
import type { Environment } from '../../platform/config/environment';
import { makeFolder } from '../../platform/common/make-folder';

const LOG_FILE = 'vedette.log';
const LOG_BYTES_MAX = 20_000_000;

type StepProgress = (words: string) => void;

interface Whereabouts {
  readonly url: string;
  readonly browserUrl: string | null;
  readonly folder: string;
  readonly demo: boolean;
}

const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');

interface Line {
  readonly level: string;
  readonly time: string;
  readonly context?: string;
  readonly message?: string;
}

const briefly: DestinationStream = {
  write: (line: string) => {
    const { level, time, context, message } = JSON.parse(line) as Line;
    const where = context === undefined ? '' : `${context}: `;
    process.stdout.write(`  ${time.slice(11, 19)} ${level} ${plain(`${where}${message ?? ''}`)}\n`);
  },
};

const fileIn = (folder: string): DestinationStream => {
  makeFolder(folder);
  const file = join(folder, LOG_FILE);
  if (existsSync(file) && statSync(file).size > LOG_BYTES_MAX) {
    rmSync(`${file}.1`, { force: true });
    renameSync(file, `${file}.1`);
  }
  const stream = pino.destination({ dest: file, append: true, sync: true });
  // A full disk or a deleted folder only loses log lines.
  stream.on('error', () => undefined);
  return stream;
};

export class ServeConsole {
  readonly log: Logger;
  private readonly terminal = process.stdout.isTTY;
  private readonly logFile: string | null;

  constructor(environment: Environment, folder: string) {
    this.logFile = this.terminal ? join(folder, LOG_FILE) : null;
    this.log = makeLogger(
      environment,
      this.terminal
        ? pino.multistream([
            { level: 'trace', stream: fileIn(folder) },
            { level: 'warn', stream: briefly },
          ])
        : process.stdout,
    );
  }

  tell(message: string): void {
    this.log.info(message);
    if (this.terminal) process.stdout.write(`  ${plain(message)}\n`);
  }

  async step<T>(
    name: string,
    work: (progress: StepProgress) => Promise<T>,
    words: (result: T) => string | null = () => '',
  ): Promise<T> {
    const begun = performance.now();
    const wipe = this.terminal ? '\r\x1b[2K' : '';
    const result = await work((progress) => {
      if (this.terminal) process.stdout.write(`${wipe}  … ${name}: ${progress}`);
      else this.log.info(`${name}: ${progress}`);
    });
    const said = words(result);
    if (said === null) return result;
    const what = `${name}${said === '' ? '' : `: ${said}`} (${((performance.now() - begun) / 1000).toFixed(1)} s)`;
    this.log.info(what);
    if (this.terminal) process.stdout.write(`${wipe}  ✓ ${what}\n`);
    return result;
  }

  answers({ url, browserUrl, folder, demo }: Whereabouts): void {
    const near = relative(process.cwd(), folder);
    const shown = near.startsWith('..') ? folder : near;
    const password = join(shown, 'neo4j.password');
    this.log.info(
      { url, docs: `${url}/docs`, browser: browserUrl, password_file: browserUrl && password },
      `Vedette answers at ${url}`,
    );
    if (!this.terminal) return;
    const rows = [
      ['Pages', `${url}/`, demo ? 'everything in this demo is invented' : 'fills up as the sources are polled'],
      ['Look first', `${url}/markets`, 'pick a market: its evidence, its forecasts, its receipts'],
      ['API', `${url}/docs`, 'described for machines at /openapi.json'],
      ...(browserUrl === null
        ? []
        : [
            ['Neo4j Browser', browserUrl, ''],
            ['', `user neo4j, password in ${password}`, ''],
          ]),
      ['Log', this.logFile === null ? '' : join(shown, LOG_FILE), ''],
      ['Check it', `node bin/vedette.js verify ${url}`, 'hashes and proofs, from public bytes alone'],
      ['Stop', 'Ctrl-C', ''],
    ];
    const lines = rows.map(([what = '', where = '', why = '']) =>
      `  ${what.padEnd(14)} ${why === '' ? where : `${where.padEnd(33)}  ${why}`}`.trimEnd(),
    );
    process.stdout.write(`\nVedette answers at ${url}\n${lines.join('\n')}\n\n`);
  }
}
