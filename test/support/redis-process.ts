import { spawn, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { anyPort } from './neo4j-process';

const installed = spawnSync('redis-server', ['--version']).error === undefined;

/** Tests on a real Redis; without a `redis-server` on the path they are left out, and say so. */
export const describeRedis = (name: string, body: () => void): void => {
  if (installed) describe(name, body);
  else describe.skip(`${name} (left out: redis-server is not installed)`, body);
};

/** A Redis of its own on a free port, that keeps nothing. */
export const startRedis = async (): Promise<{ url: string; stop: () => void }> => {
  const port = await anyPort();
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  );
  while (!(await listens(port))) await sleep(50);
  return { url: `redis://127.0.0.1:${port}`, stop: () => child.kill('SIGKILL') };
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
