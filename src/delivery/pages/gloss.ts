import { html, type Html } from '../../platform/common/html';
import type { Names } from './site';
import { spoken } from './words';

const FIGURE = /(?<![\p{L}\d])\d{1,3}(?:[.,\u00A0\u202F ]\d{3})*(?![\p{L}\d])/gu;
const PARTS_MAX = 4;

/** `drills · 81`, for a title in another language than the page; nothing if no act or number is found. */
export const glossOf = (title: string, lang: string | null, names: Names): Html | false => {
  if (lang === null || lang === 'en') return false;
  const acts = names.acts(title, lang).map((act) => spoken(act).toLowerCase());
  const parts = [...acts, ...(title.match(FIGURE) ?? [])].slice(0, PARTS_MAX);
  return parts.length > 0 && html`<span title="read from the title">${parts.join(' · ')}</span>`;
};
