/** What a command says. Words of strangers come along: in messages of errors, names of models, titles. */
import { forTerminal } from '../../platform/common/plain-text';

/** A line of what was asked for, to stdout. */
export const say = (line: string): void => {
  process.stdout.write(`${forTerminal(line)}\n`);
};

/** What was asked for as a line of JSON, to stdout. */
export const sayJson = (value: unknown): void => {
  say(JSON.stringify(value));
};

/** A line for the person at the terminal, to stderr; stdout is kept for data. */
export const progress = (message: string): void => {
  process.stderr.write(`${forTerminal(message)}\n`);
};
