import { loadEvidenceRule } from './evidence-seed.provider';

/** Whether a headline is about the leader's own exit. */
const isAbout = (title: string, lang: string, leader = 'Zelensky'): boolean => {
  const rule = loadEvidenceRule();
  const scope = rule.scopeOf({
    id: 'polymarket/x',
    question: `Will ${leader} leave office by June 30, 2027?`,
    description: null,
  });
  const item = { id: 'i', summary: null, source_type: 'news', instrument: null, hints: [], market: null } as const;
  return rule.relevance(scope, rule.read({ ...item, title, lang, day: '2026-11-27' })).about;
};

describe('who goes', () => {
  it.each([
    ['en', 'President Volodymyr Zelensky resigns', 'Zelensky aide resigns'],
    ['en', 'Zelensky ousted in coup', 'Zelensky’s chief of staff resigns'],
    ['en', 'Zelensky says he will resign after war', 'Bulgarian government resigns after Zelensky visit'],
    ['en', 'Zelensky resigns', 'Top aide to Zelensky resigns'],
    ['fr', 'Zelensky démissionne', 'Un conseiller de Zelensky démissionne'],
    ['tr', 'Zelenski istifa etti', 'Zelenski’nin danışmanı istifa etti'],
    ['ru', 'Зеленский подал в отставку', 'Советник Зеленского подал в отставку'],
    ['uk', 'Зеленський подав у відставку', 'Радник Зеленського подав у відставку'],
    ['ar', 'زيلينسكي يستقيل', 'مستشار زيلينسكي يستقيل'],
    ['fa', 'زلنسکی استعفا داد', 'مشاور زلنسکی استعفا داد'],
    ['he', 'זלנסקי התפטר', 'יועץ זלנסקי התפטר'],
    ['zh', '泽连斯基辞职', '泽连斯基顾问辞职'],
  ])('in %s: “%s” is about the leader, “%s” is not', (lang, ofLeader, ofAnother) => {
    expect([isAbout(ofLeader, lang), isAbout(ofAnother, lang)]).toEqual([true, false]);
  });

  it.each([
    ['en', 'Prime Minister Netanyahu resigns'],
    ['fr', 'Le Premier ministre Netanyahou démissionne'],
    ['tr', 'Başbakan Netanyahu istifa etti'],
    ['ru', 'Премьер-министр Нетаньяху подал в отставку'],
    ['uk', 'Прем’єр-міністр Нетаньягу подав у відставку'],
    ['ar', 'رئيس الوزراء نتنياهو يستقيل'],
    ['fa', 'نخست‌وزیر نتانیاهو استعفا داد'],
    ['he', 'ראש הממשלה נתניהו התפטר'],
    ['zh', '以色列总理内塔尼亚胡辞职'],
  ])('in %s: an office before the name is the leader’s own: %s', (lang, title) => {
    expect(isAbout(title, lang, 'Netanyahu')).toBe(true);
  });
});
