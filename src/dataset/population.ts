/**
 * Populations: predictions of this deployment (`own`), and each import under its label (`import:<label>`). They are
 * never pooled: files, summaries and statistics cover one.
 */
export const OWN = 'own';

/** The default population: `own` if this deployment has any forecast, otherwise the first import by name. */
export const primaryPopulation = (names: readonly string[]): string =>
  names.includes(OWN) ? OWN : ([...names].sort()[0] ?? OWN);

export const POPULATION_PATTERN = /^(own|import:[a-z0-9][a-z0-9._-]{0,63})$/;

export const isPopulation = (name: string): boolean => POPULATION_PATTERN.test(name);
