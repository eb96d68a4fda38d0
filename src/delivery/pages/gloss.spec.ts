import { loadEvidenceRule } from '../../evidence/evidence-seed.provider';
import { readTitle } from '../../evidence/report-groups';
import { actsSentence, glossOf } from './gloss';
import { namesOf } from './site';

describe('a title in another language', () => {
  const rule = loadEvidenceRule();
  const names = namesOf(new Map(), new Map(), (title, lang) => readTitle(rule, title, lang, '2026-11-27'));
  const said = (title: string, lang: string | null): string => String(glossOf(title, lang, names) || '');

  it.each([
    ['Китай начал 81-дневные учения у острова Цзиньмэнь', 'ru', />China · Kinmen · (?:[a-z]+ · )*drills · 81</],
    ['الصين تبدأ مناورات لمدة 25 أيام', 'ar', />China · drills · 25</],
    ['Погода', 'ru', /^$/],
    ['China begins an 81-day drill', 'en', /^$/],
    ['China begins an 81-day drill', null, /^$/],
  ])('%s (%s) has a gloss of its entities, acts and figures', (title, lang, gloss) => {
    expect(said(title, lang)).toMatch(gloss);
  });

  it('has no gloss where the title already has these figures', () => {
    expect(String(glossOf('الصين تبدأ مناورات لمدة 25 أيام', 'ar', names, false))).toContain('>drills · 25<');
  });

  it('is counted by its acts with others, whose figures may differ', () => {
    const reports = [
      { title: 'China begins 5-day drill around Kinmen', lang: 'en' },
      { title: 'Китай начал 81-дневные учения у острова Цзиньмэнь', lang: 'ru' },
      { title: 'China begins drill around Kinmen', lang: null },
      { title: 'Weather', lang: 'en' },
    ];

    expect(actsSentence(reports, names)).toBe('They tell of drills (3 reports, whose figures differ: 5 to 81).');
    // Fewer than a third of ten.
    const others = Array.from({ length: 6 }, () => ({ title: 'Weather', lang: 'en' }));
    expect(actsSentence([...reports, ...others], names)).toBeNull();
    expect(actsSentence(reports.slice(2), names)).toBeNull();
  });
});
