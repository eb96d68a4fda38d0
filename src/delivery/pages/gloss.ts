import { html, type Html } from '../../platform/common/html';
import { enumerated } from './elements';
import { count, counted } from './figures';
import { spoken } from './names';
import type { Names } from './site';

const FIGURE = /(?<![\p{L}\d])\d{1,3}(?:[.,\u00A0\u202F ]\d{3})*(?![\p{L}\d])/gu;
const ENTITIES_MAX = 3;
const PARTS_MAX = 6;
const ACTS_MAX = 3;
/** An act of fewer reports, or of a smaller share of them, is not mentioned. */
const REPORTS_MIN = 2;
const SHARE_MIN = 1 / 3;

/** `China · Kinmen · drills · 81`, for a title in another language than the page. */
export const glossOf = (title: string, lang: string | null, names: Names, withEntities = true): Html | false => {
  if (lang === null || lang === 'en') return false;
  const { entities, acts } = names.told(title, lang);
  const parts = [
    ...(withEntities ? entities.slice(0, ENTITIES_MAX).map((id) => names.entity(id)) : []),
    ...acts.map(actWords),
    ...figuresIn(title),
  ].slice(0, PARTS_MAX);
  return parts.length > 0 && html`<span title="read from the title">${parts.join(' · ')}</span>`;
};

const actWords = (act: string): string => spoken(act).toLowerCase();

const figuresIn = (title: string): string[] => title.match(FIGURE) ?? [];

/** `They tell of drills (9 reports, whose figures differ: 5 to 81) and air raids (6 reports).` */
export const actsSentence = (
  reports: readonly { readonly title: string; readonly lang: string | null }[],
  names: Names,
): string | null => {
  const acts = new Map<string, { reports: number; readonly figures: Set<number> }>();
  for (const { title, lang } of reports) {
    const figures = figuresIn(title);
    for (const act of names.told(title, lang ?? 'en').acts) {
      const known = acts.get(act) ?? { reports: 0, figures: new Set() };
      known.reports += 1;
      // Several figures may be of several things.
      if (figures.length === 1) known.figures.add(Number(figures[0]?.replace(/\D/g, '')));
      acts.set(act, known);
    }
  }
  const told = [...acts]
    .filter(([, { reports: n }]) => n >= Math.max(REPORTS_MIN, reports.length * SHARE_MIN))
    .sort(([a, one], [b, other]) => other.reports - one.reports || (a < b ? -1 : 1))
    .slice(0, ACTS_MAX)
    .map(([act, { reports: n, figures }]) => `${actWords(act)} (${counted(n, 'report')}${rangeWords([...figures])})`);
  return told.length === 0 ? null : `They tell of ${enumerated(told)}.`;
};

const rangeWords = (figures: readonly number[]): string =>
  figures.length < 2 ? '' : `, whose figures differ: ${count(Math.min(...figures))} to ${count(Math.max(...figures))}`;
