// What the set-up tells the person who started it: one line a step with its seconds; on a terminal also
// one moving line with how far the steps are that still run, elsewhere a plain line every ten seconds.

/** What stops the set-up, in words for the person who started it. */
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
 * Runs one step and tells how long it took. `work` is given a function that takes how far it is, and
 * returns a few words on the result, or false when there was nothing to do, and then nothing is told.
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
