import type { RegistryState } from '../registry/registry-state.service';

interface Machinery {
  readonly registry: RegistryState;
  readonly archiveOffReason: string | null;
  readonly polling: boolean;
  /** JSON of the last tick's report, or null before the first. */
  readonly lastTick: string | null;
  readonly pollIntervalSeconds: number;
  readonly now: number;
  readonly synthetic: boolean;
}

/** After so many intervals without a tick settlements are late. */
const LATE_INTERVALS = 3;

const SETTLING = ['markets', 'settlement'];

export const impairments = (machinery: Machinery): string[] => [
  ...(machinery.synthetic ? ['Degraded: the data is synthetic.'] : []),
  ...(machinery.registry.degraded
    ? [`Degraded: the registry takes no records (${machinery.registry.reason ?? 'reason unknown'})`]
    : []),
  ...(machinery.archiveOffReason === null
    ? []
    : [
        `Degraded: no web-archive captures are made (${machinery.archiveOffReason}), so new predictions get no anchor.`,
      ]),
  ...settlementFaults(machinery),
];

const settlementFaults = (machinery: Machinery): string[] => {
  if (!machinery.polling) return ['Degraded: settlements are not polled here (POLLING is off).'];
  const tick = readTick(machinery.lastTick);
  if (tick === null) return [];
  const failed = tick.stages.filter((stage) => SETTLING.includes(stage.stage) && stage.state === 'failed');
  const late =
    tick.finishedAt !== null && machinery.now - tick.finishedAt > LATE_INTERVALS * machinery.pollIntervalSeconds * 1000;
  return [
    ...(failed.length > 0 ? ['Degraded: settlements could not be polled in the last tick.'] : []),
    ...(late ? ['Degraded: the last tick is long past, settlements are late.'] : []),
  ];
};

interface TickWords {
  readonly finishedAt: number | null;
  readonly stages: readonly { readonly stage: string; readonly state: string }[];
}

const readTick = (text: string | null): TickWords | null => {
  if (text === null) return null;
  const report = JSON.parse(text) as {
    started_at?: string;
    duration_ms?: number;
    stages?: { stage: string; state: string }[];
  };
  const finishedAt = Date.parse(report.started_at ?? '') + (report.duration_ms ?? 0);
  return { finishedAt: Number.isNaN(finishedAt) ? null : finishedAt, stages: report.stages ?? [] };
};
