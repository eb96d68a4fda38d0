import { execFile } from 'node:child_process';
import { join } from 'node:path';

/**
 * What another implementation of notes, cosignatures and trees says (test/support/go-notes); null, and a line
 * that says so, where there is no Go or its modules cannot be had.
 */
export const goNotes = async (requests: readonly object[]): Promise<unknown> => {
  const said = await new Promise<string | null>((resolve) => {
    const cwd = join(__dirname, 'go-notes');
    const child = execFile('go', ['run', '.'], { cwd, timeout: 100_000 }, (error, out) => {
      resolve(error === null ? out : null);
    });
    // No Go closes the pipe before anything was written.
    child.stdin?.on('error', () => undefined).end(JSON.stringify(requests));
  });
  if (said === null) process.stderr.write('Not compared: no Go, or its modules cannot be had\n');
  return said === null ? null : (JSON.parse(said) as unknown);
};
