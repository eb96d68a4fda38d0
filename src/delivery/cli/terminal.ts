/** Terminal output of commands. It may contain third-party text: error messages, model names, titles. */
import { forTerminal } from '../../platform/common/plain-text';

/** Prints a result line to stdout. */
export const say = (line: string): void => {
  process.stdout.write(`${forTerminal(line)}\n`);
};

/** Prints a result as JSON line to stdout. */
export const sayJson = (value: unknown): void => {
  say(JSON.stringify(value));
};

/** Prints a message to stderr; stdout is reserved for data. */
export const progress = (message: string): void => {
  process.stderr.write(`${forTerminal(message)}\n`);
};
