/** Injected randomness: uniform in [0, 1). For jitter and sampling, never for secrets. */
export type Random = () => number;

export const RANDOM = Symbol('Random');
