/**
 * `vedette verify BASE_URL`: an independent client. It knows nothing but the public bytes of a
 * deployment and the rules for hashes and proofs, and believes nothing that it can recompute.
 */
import { readFile } from 'node:fs/promises';
import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import { Command, CommandRunner, Option } from 'nest-commander';
import { ArchivedCopiesClient } from './verify/archived-copies.client';
import { Deployment } from './verify/deployment.client';
import { Broken, Unfinished, type Report } from './verify/report';
import { defaultStatePath, SeenCheckpoints } from './verify/seen-checkpoints.store';
import { verifyDeployment } from './verify/verify-deployment';
import { verifyReceipt } from './verify/verify-receipt';

interface VerifyOptions {
  key?: string;
  vkey?: string;
  state?: string;
  sample?: number;
  receipt?: string;
}

/** Exit codes: something is broken; the verification could not be finished. */
const BROKEN = 1;
const UNFINISHED = 2;

@Command({
  name: 'verify',
  arguments: '[base-url]',
  description: 'Verify any deployment from its public bytes, or one receipt offline.',
})
export class VerifyCommand extends CommandRunner {
  override async run([baseUrl]: string[], options: VerifyOptions): Promise<void> {
    const terminal = new Terminal();
    try {
      await this.verify(baseUrl, options, terminal);
      terminal.end('verified');
    } catch (error) {
      if (!(error instanceof Broken) && !(error instanceof Unfinished)) throw error;
      terminal.end(`${error instanceof Broken ? 'FAILED' : 'not finished'}  ${error.message}`);
      process.exitCode = error instanceof Broken ? BROKEN : UNFINISHED;
    } finally {
      terminal.close();
    }
  }

  private async verify(
    baseUrl: string | undefined,
    options: VerifyOptions,
    terminal: Terminal,
  ): Promise<void> {
    if (options.receipt !== undefined) {
      if (options.vkey === undefined) throw new Unfinished('--receipt needs the public key of the log: --vkey'); // prettier-ignore
      verifyReceipt(await readFile(options.receipt, 'utf8'), options.vkey, terminal);
      return;
    }
    if (baseUrl === undefined || !/^https?:\/\//.test(baseUrl)) {
      throw new Unfinished('Give the address of a deployment, such as https://vedette.example');
    }
    const key = options.key ?? process.env['VEDETTE_API_KEY'] ?? null;
    const deployment = new Deployment(baseUrl.replace(/\/+$/, ''), key, (seconds) => {
      terminal.note(
        `the request limit is used up; going on in ${seconds} s (a key raises it: --key)`,
      );
    });
    await verifyDeployment(deployment, terminal, {
      vkey: options.vkey ?? null,
      seen: new SeenCheckpoints(options.state ?? defaultStatePath()),
      sample: options.sample ?? null,
      copies: new ArchivedCopiesClient(),
      now: Date.now(),
    });
  }

  @Option({
    flags: '--key <key>',
    description: 'API key, sent as X-API-Key; VEDETTE_API_KEY otherwise.',
  })
  key(value: string): string {
    return value;
  }

  @Option({ flags: '--vkey <vkey>', description: 'Public key of the log, as published on /about.' })
  vkey(value: string): string {
    return value;
  }

  @Option({ flags: '--state <file>', description: 'File of the checkpoints seen earlier.' })
  state(value: string): string {
    return value;
  }

  @Option({
    flags: '--sample <n>',
    description: 'Fetch only so many bundles and proofs, the newest.',
  })
  sample(value: string): number {
    if (!/^\d{1,9}$/.test(value)) throw new Error('--sample must be a whole number');
    return Number(value);
  }

  @Option({ flags: '--receipt <file>', description: 'Verify one saved receipt, offline.' })
  receipt(value: string): string {
    return value;
  }
}

/** Checks as lines on stdout; a bar on stderr where a person looks at it. */
class Terminal implements Report {
  private readonly bars = process.stderr.isTTY
    ? new MultiBar({ clearOnComplete: true, hideCursor: true, format: '{check} {bar} {value}/{total}' }, Presets.shades_classic) // prettier-ignore
    : null;
  private bar: { check: string; bar: SingleBar } | null = null;

  held(check: string, detail: string): void {
    this.endBar();
    process.stdout.write(`ok      ${check.padEnd(16)} ${detail}\n`);
  }

  note(text: string): void {
    this.endBar();
    process.stdout.write(`note    ${text}\n`);
  }

  progress(check: string, done: number, total: number): void {
    if (this.bars === null) return;
    if (this.bar?.check !== check) {
      this.endBar();
      this.bar = { check, bar: this.bars.create(total, 0, { check }) };
    }
    this.bar.bar.update(done);
  }

  end(verdict: string): void {
    this.endBar();
    process.stdout.write(`${verdict}\n`);
  }

  close(): void {
    this.bars?.stop();
  }

  private endBar(): void {
    if (this.bar === null) return;
    this.bar.bar.stop();
    this.bars?.remove(this.bar.bar);
    this.bar = null;
  }
}
