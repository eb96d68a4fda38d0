import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { TickResult, TickTask } from './tick-process';
import { runsTypeScript } from './typescript-process';

export interface TickChild {
  readonly process: ChildProcess;
  /** Result of the tick; rejects if the process ended without one. */
  readonly result: Promise<TickResult>;
}

/** Starts `tick-process.ts`; resolves when its tick has begun. */
export const startTick = async (task: TickTask): Promise<TickChild> => {
  const child = spawn(process.execPath, runsTypeScript('test/support/tick-process.ts', JSON.stringify(task)), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said: TickResult | null = null;
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const result = new Promise<TickResult>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'begun') begin();
      else if (line.startsWith('{')) said = JSON.parse(line) as TickResult;
    });
    child.once('close', () => {
      begin();
      if (said === null) reject(new Error('The tick process ended without a result'));
      else resolve(said);
    });
  });
  // A killed process has no result, and none is expected.
  result.catch(() => undefined);
  await begun;
  return { process: child, result };
};
