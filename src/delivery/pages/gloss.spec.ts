import { loadEvidenceRule } from '../../evidence/evidence-seed.provider';
import { glossOf } from './gloss';
import { namesOf } from './site';

describe('a title in another language', () => {
  const rule = loadEvidenceRule();
  const words = { id: '', summary: null, source_type: 'news', instrument: null, hints: [], market: null } as const;
  const names = namesOf(new Map(), new Map(), (title, lang) => [
    ...rule.read({ ...words, title, lang, day: '2026-11-27' }).acts.keys(),
  ]);
  const said = (title: string, lang: string | null): string => String(glossOf(title, lang, names) || '');

  it.each([
    ['Китай начал 81-дневные учения у острова Цзиньмэнь', 'ru', /drills · 81</],
    ['الصين تبدأ مناورات لمدة 25 أيام', 'ar', />drills · 25</],
    ['Погода', 'ru', /^$/],
    ['China begins an 81-day drill', 'en', /^$/],
    ['China begins an 81-day drill', null, /^$/],
  ])('%s (%s) has its acts and figures beside it', (title, lang, gloss) => {
    expect(said(title, lang)).toMatch(gloss);
  });
});
