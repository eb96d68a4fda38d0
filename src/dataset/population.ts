/**
 * Populations: predictions that this deployment made (`own`), and each import under its label
 * (`import:<label>`). They are never pooled: a file, a summary or a statistic is about one of them.
 */
export const OWN = 'own';

/**
 * The population that is shown where none is named: the own one wherever this deployment has
 * forecast anything, otherwise the first import by name.
 */
export const primaryPopulation = (names: readonly string[]): string =>
  names.includes(OWN) ? OWN : ([...names].sort()[0] ?? OWN);

const NAME = /^(own|import:[a-z0-9][a-z0-9._-]{0,63})$/;

export const POPULATION_PATTERN = NAME;

export const isPopulation = (name: string): boolean => NAME.test(name);
