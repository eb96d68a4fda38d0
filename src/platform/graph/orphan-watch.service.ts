import { spawn } from 'node:child_process';

/**
 * A shell beside the database, because a killed owner can do nothing any more: the database ends when its owner has been
 * gone for twenty seconds and no other process has taken its place in the run file.
 */
const WATCH = `left=10
while kill -0 "$1" 2>/dev/null; do
  sleep 2
  owner=$(sed -n 's/.*"ownerPid":\\([0-9]*\\).*/\\1/p' "$2" 2>/dev/null)
  if kill -0 "\${owner:-none}" 2>/dev/null; then left=10; else left=$((left - 1)); fi
  if [ "$left" -eq 0 ]; then kill "$1" 2>/dev/null; fi
done`;

/** @param pid of the database @param runFile names its owner */
export const endWithOwner = (pid: number, runFile: string): void => {
  const watch = spawn('sh', ['-c', WATCH, 'vedette-watch', String(pid), runFile], { detached: true, stdio: 'ignore' });
  // Without a shell, a killed owner leaves its database to the next start.
  watch.on('error', () => undefined);
  watch.unref();
};
