/** Reading the facts that only one adapter knows of, out of `settings` of a source in the seed. */
import { numberOf, textOf } from '../platform/common/foreign-json';
import type { Source } from './source';

/** A setting that the adapter cannot do without. @throws Error naming source and setting */
export const requiredSetting = (source: Source, name: string): string => {
  const value = textOf(source.settings[name]);
  if (value === null) throw new Error(`Source ${source.id} has no setting ${name}`);
  return value;
};

export const textSetting = (source: Source, name: string): string | null => textOf(source.settings[name]);

export const numberSetting = (source: Source, name: string, otherwise: number): number =>
  numberOf(source.settings[name]) ?? otherwise;
