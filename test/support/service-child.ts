import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { packagePath } from '../../src/platform/common/package-root';
import { until } from './until';

export { until };

let built = false;

/** The built command, which starts faster than the sources; built again if they have changed. */
const program = (): string => {
  if (!built) execFileSync(process.execPath, [packagePath('scripts', 'setup.mjs')], { stdio: 'pipe' });
  built = true;
  return packagePath('bin', 'vedette.js');
};

/** `vedette …` as a child process that can be killed. */
const vedette = (args: readonly string[], settings: Readonly<Record<string, string>>): ChildProcess =>
  spawn(process.execPath, [program(), ...args], {
    env: {
      PATH: process.env['PATH'],
      ...(process.env['JAVA_HOME'] === undefined ? {} : { JAVA_HOME: process.env['JAVA_HOME'] }),
      // A database that lives a minute is not worth the work of Java's second compiler.
      JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode);
    else
      child.once('exit', (code) => {
        resolve(code);
      });
  });

export interface ServiceChild {
  readonly pid: number;
  readonly baseUrl: string;
  /** All that it has written so far: its progress and its log. */
  words(): string;
  get(path: string): Promise<Response>;
  /** SIGTERM; resolves to its exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

/** Starts `vedette serve`; resolves when it answers. */
export const startService = async (settings: Readonly<Record<string, string>>): Promise<ServiceChild> => {
  const child = vedette(['serve'], { PORT: '0', LOG_LEVEL: 'info', ...settings });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (words += chunk.toString('utf8')));
  const address = (): string | undefined => /Vedette answers at (http:[^\s"]+)/.exec(words)?.[1];
  await until(
    'the service answers',
    () => {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The service ended while starting:\n${words.slice(-4_000)}`);
      return address() !== undefined;
    },
    { everyMs: 100 },
  );
  const baseUrl = address() ?? '';
  return {
    pid: child.pid ?? 0,
    baseUrl,
    words: () => words,
    get: (path) => fetch(`${baseUrl}${path}`, { signal: AbortSignal.timeout(30_000) }),
    stop: () => {
      child.kill('SIGTERM');
      return ended(child);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended(child);
    },
  };
};

/** Runs a command to its end; resolves to its exit code and its stdout. */
export const runCommand = async (
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<{ code: number | null; stdout: string; stderr: string }> => {
  const child = vedette(args, settings);
  const said = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (said.stdout += chunk.toString('utf8')));
  child.stderr?.on('data', (chunk: Buffer) => (said.stderr += chunk.toString('utf8')));
  return { code: await ended(child), ...said };
};
