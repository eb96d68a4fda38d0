/** The built service on the demo's store, in its own process, and its memory. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { packagePath } from '../../src/platform/common/package-root';
import { until } from '../../test/support/until';

export interface AbusedService {
  readonly pid: number;
  readonly url: string;
  /** Sends SIGTERM; resolves on exit. */
  stop(): Promise<void>;
}

/** Megabytes. */
export interface MemorySample {
  /** Resident memory of the process. */
  readonly rss: number;
  /** Used heap including garbage; null after a timeout. */
  readonly heap: number | null;
}

/** A new folder requires the demo's past to be generated. */
const START_WITHIN_MS = 45 * 60_000;
const METRICS_WITHIN_MS = 2_000;
const MB = 1 << 20;

/**
 * One proxy is trusted, so that each request can set its own address.
 * @param folder DATA_DIR of the service
 */
export const startAbused = async (folder: string): Promise<AbusedService> => {
  const child = spawn(process.execPath, [packagePath('bin', 'vedette.js'), 'serve', '--demo'], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: '0',
      TRUSTED_PROXIES: '1',
      LOG_LEVEL: 'info',
      LIMIT_ANONYMOUS: '60',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
  // The service stops with this process in any case.
  process.once('exit', () => child.kill('SIGTERM'));
  let words = '';
  let url: string | undefined;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      if (url !== undefined) return;
      words += chunk.toString('utf8');
      url = /Vedette answers at (http:[^\s"]+)/.exec(words)?.[1];
    });
  await until(
    'the past of the demo is there',
    () => {
      if (child.exitCode !== null) throw new Error(`The service ended:\n${words.slice(-4_000)}`);
      if (url === undefined) return false;
      return fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    },
    { withinMs: START_WITHIN_MS },
  );
  return {
    pid: child.pid ?? 0,
    url: url ?? '',
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** Read from the system where possible, so that a busy service is sampled too. */
export const sampleMemory = async ({ pid, url }: AbusedService): Promise<MemorySample> => {
  const text = await metricsOf(url);
  const told = (kind: string): number | null => {
    const [, bytes] = new RegExp(`^vedette_process_memory_bytes\\{kind="${kind}"\\} (\\S+)$`, 'm').exec(text) ?? [];
    return bytes === undefined ? null : Math.round(Number(bytes) / MB);
  };
  return { rss: residentMb(pid) ?? told('rss') ?? 0, heap: told('heap_used') };
};

/** Empty after a timeout. */
const metricsOf = (url: string): Promise<string> =>
  new Promise((resolve) => {
    const request = get(`${url}/metrics`, { agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        resolve(text);
      });
    });
    const late = setTimeout(() => request.destroy(), METRICS_WITHIN_MS);
    request.on('error', () => undefined);
    request.on('close', () => {
      clearTimeout(late);
      resolve('');
    });
  });

const residentMb = (pid: number): number | null => {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
  } catch {
    return null; // No /proc on this system.
  }
};
