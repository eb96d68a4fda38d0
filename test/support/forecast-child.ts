import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { CountedConnection } from './counted-connection';
import type { ForecastTask } from './forecast-process';
import { runsTypeScript } from './typescript-process';

/** A process of forecast-process.ts that is ready: its cycle begins with a line on its stdin. */
export const startForecastChild = async (
  way: CountedConnection,
  task: Omit<ForecastTask, 'connection'>,
): Promise<ChildProcess> => {
  const whole: ForecastTask = { connection: way.connection, ...task };
  const child = spawn(process.execPath, runsTypeScript('test/support/forecast-process.ts', JSON.stringify(whole)), {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  way.begin(null);
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', () => {
      resolve();
    });
    child.once('exit', () => {
      reject(new Error('The process ended before it was ready'));
    });
  });
  return child;
};
