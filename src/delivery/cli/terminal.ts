import { forTerminal } from '../../platform/common/plain-text';

export const say = (line: string): void => {
  process.stdout.write(`${forTerminal(line)}\n`);
};

export const sayJson = (value: unknown): void => {
  say(JSON.stringify(value));
};

/** Aborted by the first SIGINT or SIGTERM, which prints the reaction. */
export const stopSignal = (words: string): AbortSignal => {
  const stopping = new AbortController();
  const stop = (): void => {
    progress(words);
    stopping.abort(new Error('Stopped by a signal'));
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return stopping.signal;
};

export const progress = (message: string): void => {
  process.stderr.write(`${forTerminal(message)}\n`);
};
