/**
 * `vedette parse KIND FILE`: one upstream parser on a captured payload, its records as JSON Lines. No
 * database and no network. Standard output holds records only; warnings and the reason why a file
 * cannot be read go to standard error, the latter with a non-zero exit.
 */
import { readFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { Command, CommandRunner } from 'nest-commander';
import { loadLanguageDetector } from '../ingestion/language-detector.service';
import { CAPTURE_KINDS, isCaptureKind, parseCapture } from '../ingestion/parse-capture';

@Command({
  name: 'parse',
  arguments: '<kind> <file>',
  description: `Parse a captured payload and print its records as JSON Lines. KIND is one of ${CAPTURE_KINDS.join(', ')}; FILE may be - for stdin.`,
})
export class ParseCommand extends CommandRunner {
  override async run([kind = '', file = '']: string[]): Promise<void> {
    const failed = await parseFile(kind, file, process.stdout, process.stderr);
    if (failed) process.exitCode = 1;
  }
}

/** The command on any streams; resolves to whether the file could not be read. */
export const parseFile = async (
  kind: string,
  file: string,
  output: Writable,
  errors: Writable,
): Promise<boolean> => {
  if (!isCaptureKind(kind)) {
    errors.write(`Unknown kind ${JSON.stringify(kind)}; one of ${CAPTURE_KINDS.join(', ')}\n`);
    return true;
  }
  const bytes = await readCapture(file, errors);
  if (bytes === null) return true;
  const detect = kind === 'feed' ? await loadLanguageDetector() : undefined;
  const result = parseCapture(kind, bytes, detect);
  if (result.kind === 'unreadable') {
    errors.write(`Cannot read ${file} as ${kind}: ${result.reason}\n`);
    return true;
  }
  for (const warning of result.warnings) errors.write(`${file}: ${warning}\n`);
  for (const record of result.records) {
    // A reader that is slower than we are must not make us hold everything twice.
    if (!output.write(`${JSON.stringify(record)}\n`)) await drained(output);
  }
  return false;
};

const readCapture = async (file: string, errors: Writable): Promise<Buffer | null> => {
  try {
    return await readFile(file === '-' ? '/dev/stdin' : file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    errors.write(`Cannot open ${file}: ${code}\n`);
    return null;
  }
};

const drained = (output: Writable): Promise<void> =>
  new Promise((resolve) => {
    output.once('drain', resolve);
    output.once('close', resolve);
  });
