import { readFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { Command } from 'commander';
import { forTerminal } from '../../platform/common/plain-text';
import { loadLanguageDetector } from '../../ingestion/language-detector.service';
import { JsonLineWriter } from './json-lines';
import { CAPTURE_KINDS, isCaptureKind, parseCapture } from './parse-capture';

export const command = new Command('parse')
  .arguments('<kind> <file>')
  .description(
    `Parse a captured payload and print its records as JSON Lines. KIND is one of ${CAPTURE_KINDS.join(', ')}; FILE may be - for stdin.`,
  )
  .action(async (kind: string, file: string): Promise<void> => {
    const failed = await parseFile(kind, file, process.stdout, process.stderr);
    if (failed) process.exitCode = 1;
  });

export const parseFile = async (kind: string, file: string, output: Writable, errors: Writable): Promise<boolean> => {
  if (!isCaptureKind(kind)) {
    errors.write(`Unknown kind ${JSON.stringify(kind)}; one of ${CAPTURE_KINDS.join(', ')}\n`);
    return true;
  }
  const bytes = await readCapture(file, errors);
  if (bytes === null) return true;
  const detect = kind === 'feed' ? await loadLanguageDetector() : undefined;
  const result = parseCapture(kind, bytes, detect);
  if (result.kind === 'unreadable') {
    errors.write(`Cannot read ${file} as ${kind}: ${forTerminal(result.reason)}\n`);
    return true;
  }
  for (const warning of result.warnings) errors.write(`${file}: ${forTerminal(warning)}\n`);
  return writeLines(result.records, output, errors);
};

const writeLines = async (records: readonly unknown[], output: Writable, errors: Writable): Promise<boolean> => {
  const writer = new JsonLineWriter(output);
  for (const record of records) {
    if (writer.gone) break;
    await writer.write(record);
  }
  if (writer.failure !== null) errors.write(`Cannot write: ${writer.failure}\n`);
  return writer.failure !== null;
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
