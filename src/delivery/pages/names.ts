import { html, type Html, type HtmlValue } from '../../platform/common/html';
import type { SourceType } from '../../platform/common/source-type';

export const withCode = (text: string): HtmlValue =>
  text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** `red_sea` → `Red sea`; `militant_group` → `Militant group`. */
export const spoken = (name: string): string => capital(name.replaceAll('_', ' '));

/** A slug as a proper name: `red_sea` → `Red Sea`. */
export const properName = (slug: string): string => slug.split(/[_-]/).map(capital).join(' ');

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** A language by its code: `fa` → `Persian`. */
export const languageName = (code: string): string => {
  try {
    return LANGUAGES.of(code) ?? code;
  } catch {
    // The source has an invalid language code.
    return code;
  }
};

const KINDS: Readonly<Record<SourceType, string>> = {
  news: 'News',
  telegram: 'Telegram',
  twitter: 'X',
  financial: 'Market gauge',
  whale: 'Large trade',
  forecaster: 'Forecasters',
  seismic: 'Earthquake',
  calendar: 'Calendar',
};

export const kindName = (type: string): string =>
  Object.hasOwn(KINDS, type) ? KINDS[type as SourceType] : spoken(type);

/** Whether a kind of source is a measurement, so that its language is irrelevant. */
export const measures = (type: string | null | undefined): boolean => type === 'financial' || type === 'seismic';

export const categoryName = (category: string): string =>
  category === 'whale_flow' ? 'Large trades' : spoken(category.replace('osint', 'open-source intelligence'));

/** @param type null for an entity that was added in the graph without one */
export const entityKind = (type: string | null): string =>
  type === 'instrument' ? 'Market gauge' : spoken(type ?? 'unknown kind');

export const entityKinds = (type: string): string => {
  const one = entityKind(type);
  return one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`;
};

export const foreign = (text: string, lang: string | null): Html =>
  lang === null ? html`<bdi>${text}</bdi>` : html`<bdi lang="${lang}">${text}</bdi>`;

export const sourceTypeMark = (type: string): Html => html`<span class="type">${kindName(type)}</span>`;

/** `YES`, `NO`, `void`, or `settled` if the outcome is unknown; null while undecided. */
export const decisionOf = ({
  status,
  outcome,
}: {
  readonly status: string;
  readonly outcome: string | null;
}): string | null => {
  if (status === 'void') return 'void';
  return outcome ?? (status === 'settled' ? 'settled' : null);
};
