// Gives a process another wall clock, as an administrator or a broken time server does: `node --require
// <this>` with CLOCK_OFFSET_MS, and CLOCK_OFFSET_FILE naming a file that holds other milliseconds, read anew at each
// SIGUSR2. Monotonic counts and timers go on as before.
const { readFileSync } = require('node:fs');

const RealDate = Date;
let offset = Number(process.env.CLOCK_OFFSET_MS ?? 0);

process.on('SIGUSR2', () => {
  offset = Number(readFileSync(process.env.CLOCK_OFFSET_FILE, 'utf8'));
});

globalThis.Date = class Date extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + offset);
    else super(...values);
  }

  static now() {
    return RealDate.now() + offset;
  }

  static [Symbol.hasInstance](value) {
    return value instanceof RealDate;
  }
};
