/** Line-by-line processing of JSON Lines. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { forTerminal } from '../../platform/common/plain-text';

/** `note` reports a problem with an answer that is still valid. */
export type Answered = { readonly answer: object; readonly note?: string | null } | { readonly reason: string };

/**
 * Writes one JSON line to `output` per line of `input`; errors of a line go to `errors` with its number. Blank lines
 * are skipped. Resolves to whether a line could not be read.
 */
export const answerLines = async (
  input: Readable,
  output: Writable,
  errors: Writable,
  answerOf: (line: string) => Answered | Promise<Answered>,
): Promise<boolean> => {
  const state = { failed: false, gone: false };
  let number = 0;
  // A closed pipe (`| head`) is not a failure.
  output.once('error', (error: NodeJS.ErrnoException) => {
    state.gone = true;
    if (error.code !== 'EPIPE') state.failed = true;
  });
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    number++;
    if (line.trim() === '') continue;
    const answered = await answerOf(line);
    if ('reason' in answered) {
      state.failed = true;
      errors.write(`line ${number}: ${forTerminal(answered.reason)}\n`);
      continue;
    }
    if (typeof answered.note === 'string') errors.write(`line ${number}: ${forTerminal(answered.note)}\n`);
    if (!output.write(`${forTerminal(JSON.stringify(answered.answer))}\n`) && !state.gone) {
      await Promise.race([once(output, 'drain'), once(output, 'close')]);
    }
    if (state.gone) break;
  }
  return state.failed;
};
