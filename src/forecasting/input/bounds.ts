/** Size limits of an input's parts: all parts except the evidence have a fixed maximum. */

/** Maximum bytes of the model's text for the input. */
export const INPUT_BYTES_MAX = 36_000;

/** Maximum entries per part. */
export const MAX = {
  siblings: 10,
  moves: 6,
  spokenBefore: 5,
  crowd: 6,
  stories: 40,
  ofCluster: 2,
  languages: 10,
  background: 3,
  ontology: 16,
  calendar: 8,
  before: 5,
  path: 3,
} as const;

/** Maximum bytes of texts. */
export const BYTES = {
  question: 600,
  rules: 4_000,
  rulesSecondary: 1_600,
  title: 320,
  extract: 420,
  url: 400,
  name: 64,
  siblingText: 160,
  label: 40,
} as const;
