/** A witness by C2SP tlog-witness: of two diverging histories of a log, at most one gets its cosignature. */
import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { SystemClock } from '../../platform/common/system-clock.provider';
import { readIfPresent, writeDurably } from '../../registry/log/durable-file.store';
import { isKeyName, readVerifierKey } from '../../registry/proofs/note-format';
import {
  readWitnessKeyText,
  witnessKeyText,
  type CosignatureSigner,
} from '../../registry/clocks/witnesses/cosignature';
import { WitnessState } from '../../registry/clocks/witnesses/witness-state.store';
import { Witness } from '../../registry/clocks/witnesses/witness.service';
import { StopRequest } from './stop-request.service';
import { escaped } from './verify/report';
import { checked } from './option-values';
import { say } from './terminal';

interface WitnessCommandOptions {
  key?: string;
  name?: string;
  log?: string[];
  listen?: { host: string; port: number };
  state?: string;
}

const LISTEN = { host: '127.0.0.1', port: 8787 };

export const command = new Command('witness')
  .description('Cosign the checkpoints of logs, each only if it extends the one before')
  .option('--key <file>', 'File of the private key, readable by its owner.')
  .option(
    '--name <name>',
    'Name of the witness, such as witness.example/w1; a key of it is made where the file is not there.',
    checked(isKeyName, '--name must have no spaces and no plus'),
  )
  .option(
    '--log <vkey...>',
    'Public key of a log to witness; may be repeated.',
    (value: string, before: string[] | undefined): string[] => {
      if (readVerifierKey(value) === null)
        throw new Error('--log must be the public key of a log, <origin>+<8 hex>+<base64>');
      return [...(before ?? []), value];
    },
  )
  .option(
    '--listen <port>',
    `Port, or host:port, to answer at; ${LISTEN.host}:${LISTEN.port} by default.`,
    (value: string): { host: string; port: number } => {
      const [, host, port] = /^(?:(.+):)?(\d{1,5})$/.exec(value) ?? [];
      if (port === undefined || Number(port) > 65_535) throw new Error('--listen must be a port, or host:port');
      return { host: host?.replace(/^\[|\]$/g, '') ?? LISTEN.host, port: Number(port) };
    },
  )
  .option('--state <file>', 'File of the last cosigned heads; only one process may use it.')
  .action(async (options: WitnessCommandOptions): Promise<void> => {
    const { key, state, log: logs = [], listen = LISTEN } = options;
    if (key === undefined) throw new Error('--key FILE is missing: the file of the private key');
    if (state === undefined) throw new Error('--state FILE is missing: it stores the cosigned heads');
    if (logs.length === 0) throw new Error('--log VKEY is missing: the public key of a log');
    const stop = StopRequest.listening();
    const signer = await signerOf(key, options.name ?? null);
    const witness = new Witness({
      signer,
      logs,
      state: await WitnessState.open(state),
      clock: new SystemClock(),
      onDecision: (status, words) => {
        process.stderr.write(`${new Date().toISOString()} ${status} ${escaped(words)}\n`);
      },
    });
    const address = await witness.listen(listen.host, listen.port);
    // The log operator's value for WITNESSES.
    say(`${signer.vkey} ${address}`);
    await stop.wait();
    await witness.close();
    process.exit();
  });

const signerOf = async (path: string, name: string | null): Promise<CosignatureSigner> => {
  const text = await readIfPresent(path);
  if (text === null) {
    if (name === null) throw new Error(`${path} is not there; --name NAME makes a key of that name`);
    await writeDurably(path, witnessKeyText(name, randomBytes(32)), { mode: 0o600 });
    return signerOf(path, null);
  }
  const signer = readWitnessKeyText(text);
  if (signer === null) throw new Error(`${path} holds no key of a witness`);
  if (name !== null && signer.name !== name) throw new Error(`${path} holds the key of ${signer.name}, not of ${name}`);
  return signer;
};
