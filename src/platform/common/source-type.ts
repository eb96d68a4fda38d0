/** Kinds of evidence counted by confluence, in display order. */
export const SOURCE_TYPES = [
  'news',
  'telegram',
  'twitter',
  'financial',
  'whale',
  'forecaster',
  'seismic',
  'calendar',
] as const;

export type SourceType = (typeof SOURCE_TYPES)[number];

export const isSourceType = (value: string): value is SourceType => (SOURCE_TYPES as readonly string[]).includes(value);
