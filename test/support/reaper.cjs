// Ends what a run has started when the run itself is gone, killed even: waits for the end of its standard
// input, which the run holds open, then kills every process that was started for the folder (by its
// arguments, its environment or where it works), takes the folder's disk away where it has one of its own, and removes it.
const { spawnSync } = require('node:child_process');
const { readdirSync, readFileSync, readlinkSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { dirname, resolve } = require('node:path');

const folder = resolve(process.argv[2]);
// A folder of its own, and never one that others live in.
if (dirname(folder) !== tmpdir()) throw new Error(`${folder} is not a temporary folder`);

const looks = [
  (pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
  (pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'),
  (pid) => readlinkSync(`/proc/${pid}/cwd`),
];

const belongs = (pid) =>
  looks.some((look) => {
    try {
      return look(pid).includes(folder);
    } catch {
      return false; // Gone meanwhile, or somebody else's.
    }
  });

const clear = () => {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    if (Number(pid) !== process.pid && belongs(pid)) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // Gone meanwhile.
      }
    }
  setTimeout(() => {
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  }, 500);
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.stdin.resume().on('end', clear).on('error', clear);
