import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { forTerminal } from '../../platform/common/plain-text';

/** Writes JSON lines to a stream. A reader that closes the pipe (`| head`) is not a failure. */
export class JsonLineWriter {
  private error: NodeJS.ErrnoException | null = null;
  private resume = (): void => undefined;

  constructor(private readonly output: Writable) {
    output.once('error', (error: NodeJS.ErrnoException) => {
      this.error = error;
    });
    for (const event of ['drain', 'close', 'error'])
      output.on(event, () => {
        this.resume();
      });
  }

  get gone(): boolean {
    return this.error !== null || this.output.destroyed;
  }

  /** Code of the error that ended the stream, if it is a failure. */
  get failure(): string | null {
    if (this.error === null || this.error.code === 'EPIPE') return null;
    return this.error.code ?? 'unknown error';
  }

  /** Resolves when the stream can be written again or is closed, so that nothing piles up for a slow reader. */
  async write(record: unknown): Promise<void> {
    if (this.gone || this.output.write(`${forTerminal(JSON.stringify(record))}\n`)) return;
    await new Promise<void>((resolve) => {
      this.resume = resolve;
    });
  }
}

/** `note` reports a problem with an answer that is still valid. */
export type Answered = { readonly answer: object; readonly note?: string | null } | { readonly reason: string };

export const answerLines = async (
  input: Readable,
  output: Writable,
  errors: Writable,
  answerOf: (line: string) => Answered | Promise<Answered>,
): Promise<boolean> => {
  const writer = new JsonLineWriter(output);
  let failed = false;
  let number = 0;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    number++;
    if (line.trim() === '') continue;
    const answered = await answerOf(line);
    if ('reason' in answered) {
      failed = true;
      errors.write(`line ${number}: ${forTerminal(answered.reason)}\n`);
      continue;
    }
    if (typeof answered.note === 'string') errors.write(`line ${number}: ${forTerminal(answered.note)}\n`);
    await writer.write(answered.answer);
    if (writer.gone) break;
  }
  return failed || writer.failure !== null;
};
