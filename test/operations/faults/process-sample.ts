import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** What a process holds; read from /proc, zeros where there is none. */
export interface ProcessSample {
  readonly rssMb: number;
  readonly sockets: number;
  /** Open files and pipes that are no sockets. */
  readonly handles: number;
}

export const sampleProcess = (pid: number): ProcessSample => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const folder = `/proc/${pid}/fd`;
    const open = readdirSync(folder).map((fd) => targetOf(join(folder, fd)));
    const sockets = open.filter((target) => target.startsWith('socket:')).length;
    return {
      rssMb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024),
      sockets,
      handles: open.length - sockets,
    };
  } catch {
    // No /proc on this system, or the process is gone.
    return { rssMb: 0, sockets: 0, handles: 0 };
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

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** What grew between the first and the last third of one life, in words; null when nothing did. */
export const leakOf = (samples: readonly ProcessSample[]): string | null => {
  const third = Math.floor(samples.length / 3);
  if (third < 2) return null;
  const growth = (figure: (sample: ProcessSample) => number): [number, number] => [
    median(samples.slice(0, third).map(figure)),
    median(samples.slice(-third).map(figure)),
  ];
  const rss = growth(({ rssMb }) => rssMb);
  const sockets = growth(({ sockets: open }) => open);
  const handles = growth(({ handles: open }) => open);
  if (rss[1] > rss[0] * 1.25 + 40) return `memory grew from ${rss[0]} to ${rss[1]} MB`;
  if (sockets[1] > sockets[0] + 30) return `sockets grew from ${sockets[0]} to ${sockets[1]}`;
  if (handles[1] > handles[0] + 10) return `open files grew from ${handles[0]} to ${handles[1]}`;
  return null;
};
