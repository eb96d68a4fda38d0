import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { anyPort } from '../../src/platform/graph/embedded-process.service';
import { until } from './until';

/**
 * A new Redis without persistence.
 *
 * @param port where it listens, a free one by default @param folder where it runs, so that it can be found by it
 */
export const startRedis = async (
  port?: number,
  folder = '.',
): Promise<{ url: string; port: number; stop: () => void }> => {
  const taken = port ?? (await anyPort());
  // One that was just killed may still have the port: the next one would find it taken, and end.
  await until('the port is free', async () => !(await listens(taken)), { everyMs: 20, withinMs: 30_000 });
  const child = spawn(
    'redis-server',
    ['--port', String(taken), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: 'ignore' },
  );
  await until('Redis answers', () => listens(taken), { everyMs: 50, withinMs: 30_000 });
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
