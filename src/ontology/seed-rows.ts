import { foldText } from '../resolver/folding/fold-text';
import type { ListedName } from '../resolver/knowledge/listed-names';
import type { SeededEntity } from './entity';

/** An entity as its graph row, for both sides of {@link file://./seed-diff.ts}. */
export interface EntityRow extends SeededEntity {
  /** Names in all languages, its English name first. */
  readonly aliases: readonly string[];
  /** Names, adjectives and seats of power, each as `<language> <kind> <text>`: {@link nameIn} parses them. */
  readonly names: readonly string[];
  /** Folded id, names and forms, one per line, searched by `?q=`. */
  readonly search: string;
}

export const nameIn = (stored: string): { readonly text: string; readonly lang: string; readonly kind: string } => {
  const [lang = '', kind = '', ...text] = stored.split(' ');
  return { text: text.join(' '), lang, kind };
};

export const entityRowOf = (entity: SeededEntity, listed: readonly ListedName[]): EntityRow => {
  const names = listed.filter(({ kind }) => kind !== 'form');
  const byItself = names.filter(({ kind }) => kind === 'name').map(({ text }) => text);
  const sought = listed.filter(({ kind }) => kind === 'name' || kind === 'form').map(({ text }) => text);
  const searched = new Set([entity.id, entity.name, ...sought].map(foldText));
  return {
    ...entity,
    aliases: distinct([entity.name, ...byItself]),
    names: names.map(({ text, lang, kind }) => `${lang} ${kind} ${text}`),
    search: [...searched].join('\n'),
  };
};

/** Distinct regardless of case and accents; the first spelling is kept. */
const distinct = (texts: readonly string[]): readonly string[] =>
  [...new Map(texts.toReversed().map((text) => [foldText(text), text])).values()].toReversed();
