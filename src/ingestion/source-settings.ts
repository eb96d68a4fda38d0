/** Readers of adapter-specific `settings` of a source. */
import { numberOf, textOf } from '../platform/common/foreign-json';
import type { Source } from './source';

/** @throws Error naming source and setting */
export const requiredSetting = (source: Source, name: string): string => {
  const value = textOf(source.settings[name]);
  if (value === null) throw new Error(`Source ${source.id} has no setting ${name}`);
  return value;
};

export const textSetting = (source: Source, name: string): string | null => textOf(source.settings[name]);

export const numberSetting = (source: Source, name: string, otherwise: number): number =>
  numberOf(source.settings[name]) ?? otherwise;
