/** Entry of `nest start`: `vedette serve`, with the options behind `--`. */
process.argv.splice(2, 0, 'serve');

// The Nest CLI ends without telling the service when it is killed itself.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 500).unref();

void import('./delivery/cli/main');
