export const UNUSUAL_NAMES = ['quieter', 'usual', 'above', 'well above', 'extreme'] as const;

type Unusual = 0 | 1 | 2 | 3 | 4;

/** Step of `count` against `usual`, or null if the usual count is unknown. */
export const unusualStep = (count: number, usual: number | null): Unusual | null => {
  if (usual === null) return null;
  const z = (count - usual) / Math.sqrt(Math.max(usual, 1));
  if (z < -1) return 0;
  if (z < 1) return 1;
  if (z < 2) return 2;
  return z < 4 ? 3 : 4;
};
