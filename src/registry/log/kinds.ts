/** Kinds of logged documents; `receipt` was planned in the first version and never written. */
export const RECORD_KINDS = [
  'policy',
  'plan',
  'intent',
  'bundle',
  'shadow',
  'trade',
  'exit',
  'settlement',
  'correction',
  'seal',
  'withdrawal',
  'key',
  'receipt',
] as const;

export type RecordKind = (typeof RECORD_KINDS)[number];

/** What may become of a tracked market on a day. */
export const COVERAGE_STATUSES = ['predicted', 'abandoned', 'skipped', 'not_scored'] as const;

export type CoverageStatus = (typeof COVERAGE_STATUSES)[number];
