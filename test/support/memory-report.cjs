// Tells what a process holds in memory once its garbage is gone: `node --require <this>` with
// MEMORY_REPORT_FILE naming a file, which is written with the process's id at its end at each SIGURG.
const { renameSync, writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGURG', () => {
  const { rss } = process.memoryUsage();
  collect();
  // What finalizers let go of is garbage only now.
  setImmediate(() => {
    collect();
    const file = `${process.env.MEMORY_REPORT_FILE}.${process.pid}`;
    writeFileSync(`${file}.new`, JSON.stringify({ ...process.memoryUsage(), rss }));
    renameSync(`${file}.new`, file);
  });
});
