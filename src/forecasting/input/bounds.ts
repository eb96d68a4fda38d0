/** How much of each part an input holds, so that all parts but the evidence have a place of fixed size. */

/** Most entries of each part. */
export const MAX = {
  siblings: 16,
  moves: 6,
  spokenBefore: 6,
  crowd: 6,
  stories: 40,
  ontology: 20,
  calendar: 10,
  before: 5,
  path: 4,
} as const;

/** Most bytes of a text, by what it is. */
export const BYTES = {
  question: 600,
  rules: 4_000,
  rulesSecondary: 1_600,
  title: 320,
  extract: 420,
  url: 400,
  name: 80,
  siblingText: 200,
  label: 60,
} as const;
