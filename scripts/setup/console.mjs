// Console output of the set-up: one line per step with its duration; on a terminal also a progress line of the running
// steps, elsewhere a plain line every ten seconds.

/** An error of the set-up with a message for the user. */
export class SetupError extends Error {}

const TERMINAL_MS = 250;
const PLAIN_MS = 10_000;

const terminal = process.stderr.isTTY === true;
const running = new Map();
let timer = null;

const seconds = (began) => ((Date.now() - began) / 1000).toFixed(terminal ? 0 : 1);

const wipe = () => {
  if (terminal && running.size > 0) process.stderr.write('\r\x1b[2K');
};

export const say = (message) => {
  wipe();
  process.stderr.write(`${message}\n`);
};

const tellRunning = () => {
  const words = [...running].map(
    ([name, { began, progress }]) => `${name}${progress === '' ? '' : `: ${progress}`} (${seconds(began)} s)`,
  );
  if (terminal) {
    const room = Math.max(20, (process.stderr.columns ?? 80) - 6);
    process.stderr.write(`\r\x1b[2K  … ${words.join(' · ').slice(0, room)}`);
  } else process.stderr.write(`  … ${words.join(' · ')}\n`);
};

/**
 * Runs one step and prints its duration. `work` gets a progress function, and returns a short result, or false if there
 * was nothing to do, which prints nothing.
 */
export const step = async (name, work) => {
  const entry = { began: Date.now(), progress: '' };
  running.set(name, entry);
  timer ??= setInterval(tellRunning, terminal ? TERMINAL_MS : PLAIN_MS);
  try {
    const done = await work((progress) => {
      entry.progress = progress;
    });
    wipe();
    if (done !== false)
      process.stderr.write(
        `  ✓ ${name}${typeof done === 'string' ? `: ${done}` : ''} (${((Date.now() - entry.began) / 1000).toFixed(1)} s)\n`,
      );
  } finally {
    wipe();
    running.delete(name);
    if (running.size === 0) {
      clearInterval(timer);
      timer = null;
    }
  }
};
