/** Words that begin as those of an act or a topic do and mean something else. */
import { loadEvidenceRule } from './evidence-seed.provider';

const relevanceOf = (question: string, lang: string, title: string) => {
  const rule = loadEvidenceRule();
  const scope = rule.scopeOf({ id: 'polymarket/x', question, description: null });
  const item = { id: 'i', summary: null, source_type: 'news', instrument: null, hints: [], market: null } as const;
  return rule.relevance(scope, rule.read({ ...item, title, lang, day: '2026-11-27' }));
};

describe('a word that only begins as one of an act does', () => {
  it.each([
    ['he', 'Will Netanyahu be out by December 31?', 'שריפה גדולה ביער ירושלים'],
    ['ar', 'Will Israel annex the West Bank by December 31?', 'الضفة الغربية: موسم قطف الزيتون يبدأ مبكرا'],
    ['ru', 'Will Russia invade Moldova by December 31?', 'Российский танкер прибыл в порт Молдавии'],
    ['uk', 'Will Ukraine and Russia sign a peace deal by June 30?', 'Погода в Україні та Росії на вихідні'],
    ['en', 'Will Israel strike Beirut by April 30?', 'Beirut port blast trial adjourned again'],
    ['fr', 'Netanyahu out by June 30?', "Netanyahou condamne l'incendie de la synagogue"],
  ])('does not match: %s', (lang, question, title) => {
    expect(relevanceOf(question, lang, title)).toMatchObject({ counts: false });
  });

  it.each([
    ['he', 'Will Netanyahu be out by December 31?', 'אופוזיציה: להקמת ממשלה בלי נתניהו יש רוב בסקר'],
    ['uk', 'Will France send troops to Ukraine by December 31?', 'Франція погодила відправку військ в Україну'],
    ['es', 'Maduro out by December 31?', 'Maduro denuncia un complot para derrocarlo'],
  ])('speaks against nothing: %s', (lang, question, title) => {
    expect(relevanceOf(question, lang, title)).toMatchObject({ counts: true });
  });

  it.each([
    ['Will a Russian shadow fleet tanker be seized by March 31?', 'French navy boards Russian shadow fleet tanker'],
    ["Will Mali's junta fall by December 31?", 'Mali : arrestations de militaires accusés de préparer un putsch'],
  ])('matches the question: %s', (question, title) => {
    expect(relevanceOf(question, title.includes('Mali') ? 'fr' : 'en', title)).toMatchObject({ counts: true });
  });
});
