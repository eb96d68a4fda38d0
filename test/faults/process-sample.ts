import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Resources of a process: memory in MB from its own report after a collection of garbage, the rest from
 * /proc. Zeros without a report.
 */
export interface ProcessSample {
  /** Memory of the process as the system counts it, including garbage and free heap. */
  readonly rssMb: number;
  /** Objects in use. */
  readonly heapMb: number;
  /** Buffers and other memory outside the heap. */
  readonly externalMb: number;
  readonly sockets: number;
  /** Open files and pipes that are not sockets. */
  readonly handles: number;
}

const REPORT_WITHIN_MS = 5_000;
const MB = 1 << 20;

/** @param reportFile MEMORY_REPORT_FILE of the process (`test/support/memory-report.cjs`) */
export const sampleProcess = async (pid: number, reportFile: string): Promise<ProcessSample> => {
  const { rss = 0, heapUsed = 0, external = 0 } = await memoryOf(pid, reportFile);
  const open = openFilesOf(pid);
  const sockets = open.filter((target) => target.startsWith('socket:')).length;
  return {
    rssMb: Math.round(rss / MB),
    heapMb: Math.round(heapUsed / MB),
    externalMb: Math.round(external / MB),
    sockets,
    handles: open.length - sockets,
  };
};

const memoryOf = async (pid: number, reportFile: string): Promise<Partial<NodeJS.MemoryUsage>> => {
  const file = `${reportFile}.${pid}`;
  rmSync(file, { force: true });
  try {
    process.kill(pid, 'SIGURG');
  } catch {
    // It has ended.
    return {};
  }
  const begun = performance.now();
  while (performance.now() - begun < REPORT_WITHIN_MS) {
    await sleep(20);
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as NodeJS.MemoryUsage;
    } catch {
      // Not written yet.
    }
  }
  return {};
};

const openFilesOf = (pid: number): string[] => {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).map((fd) => targetOf(join(folder, fd)));
  } catch {
    // No /proc on this system, or the process is gone.
    return [];
  }
};

const targetOf = (link: string): string => {
  try {
    return readlinkSync(link);
  } catch {
    // Closed meanwhile.
    return '';
  }
};

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Growth between the first and the last third of a run, as text; null without any. */
export const leakOf = (samples: readonly ProcessSample[]): string | null => {
  const third = Math.floor(samples.length / 3);
  if (third < 2) return null;
  const growth = (figure: (sample: ProcessSample) => number): [number, number] => [
    median(samples.slice(0, third).map(figure)),
    median(samples.slice(-third).map(figure)),
  ];
  // Not the memory that the system has given: that also holds garbage, and room that was once needed.
  const used = growth(({ heapMb, externalMb }) => heapMb + externalMb);
  const sockets = growth(({ sockets: open }) => open);
  const handles = growth(({ handles: open }) => open);
  if (used[1] > used[0] * 1.1 + 5) return `memory in use grew from ${used[0]} to ${used[1]} MB`;
  if (sockets[1] > sockets[0] + 30) return `sockets grew from ${sockets[0]} to ${sockets[1]}`;
  if (handles[1] > handles[0] + 10) return `open files grew from ${handles[0]} to ${handles[1]}`;
  return null;
};
