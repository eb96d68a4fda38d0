/** Canonical JSON without a trailing newline, so that it can be piped into a digest. */
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Command } from 'commander';
import { canonicalizeText } from '../../platform/common/canonical-json';
import { sha256Hex } from '../../platform/common/sha256';

interface CanonicalizeOptions {
  lines?: boolean;
  sha256?: boolean;
}

export const command = new Command('canonicalize')
  .description('Read JSON on stdin and write it in canonical form, the form that is hashed.')
  .option('--lines', 'One value per line; a bad line is named and left blank.')
  .option('--sha256', 'Print the SHA-256 of the canonical form instead.')
  .action(async (options: CanonicalizeOptions): Promise<void> => {
    const failed = await canonicalizeStream(process.stdin, process.stdout, process.stderr, options);
    if (failed) process.exitCode = 1;
  });

export const canonicalizeStream = async (
  input: Readable,
  output: Writable,
  errors: Writable,
  { lines = false, sha256 = false }: CanonicalizeOptions,
): Promise<boolean> => {
  let failed = false;
  let number = 0;
  const form = (text: string): string => {
    const canonical = canonicalizeText(text);
    return sha256 ? sha256Hex(canonical) : canonical;
  };
  for await (const bytes of lines ? splitLines(input) : wholeInput(input)) {
    number++;
    let answer = '';
    try {
      answer = form(decode(bytes));
    } catch (error) {
      failed = true;
      errors.write(`${lines ? `line ${number}: ` : ''}${(error as Error).message}\n`);
    }
    if (!output.write(lines ? `${answer}\n` : answer)) await once(output, 'drain');
  }
  return failed;
};

/** Strict: rejects invalid UTF-8, and keeps a byte order mark so that the parser rejects it. */
const decode = (bytes: Buffer): string => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);

async function* wholeInput(input: Readable): AsyncGenerator<Buffer> {
  yield await buffer(input);
}

/** Lines without their newline; the last line may lack one, and an empty rest is ignored. */
async function* splitLines(input: Readable): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  for await (const chunk of input) {
    let rest = Buffer.from(chunk as Uint8Array);
    for (let end = rest.indexOf(0x0a); end !== -1; end = rest.indexOf(0x0a)) {
      yield Buffer.concat([...pieces, rest.subarray(0, end)]);
      pieces = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) pieces.push(rest);
  }
  if (pieces.length > 0) yield Buffer.concat(pieces);
}
