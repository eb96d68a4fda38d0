import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { anyPort } from './neo4j-process';

/**
 * A Redis of its own that keeps nothing.
 *
 * @param port where it listens, a free one by default @param folder where it runs, so that it can be found by it
 */
export const startRedis = async (
  port?: number,
  folder = '.',
): Promise<{ url: string; port: number; stop: () => void }> => {
  const taken = port ?? (await anyPort());
  const child = spawn(
    'redis-server',
    ['--port', String(taken), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder], // prettier-ignore
    { stdio: 'ignore' },
  );
  while (!(await listens(taken))) await sleep(50);
  return { url: `redis://127.0.0.1:${taken}`, port: taken, stop: () => child.kill('SIGKILL') };
};

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => {
      resolve(false);
    });
  });
