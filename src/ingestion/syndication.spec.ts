import type { StoryItem } from './story-text';
import { StoryIndex } from './syndication';

const noon = Date.UTC(2026, 1, 17, 12);
const HOUR = 3_600_000;
let count = 0;

const report = (title: string, lang = 'en', changes: Partial<StoryItem> = {}): StoryItem => {
  count += 1;
  return { id: `n-${count}`, title, summary: null, lang, at: noon, ...changes };
};

const areCopies = (one: StoryItem, other: StoryItem): boolean => {
  const index = new StoryIndex();
  return index.assign(one) === index.assign(other);
};

/** Language, a headline, and the same story as another outlet carries it. */
const COPIES: readonly (readonly [string, string, string])[] = [
  [
    'en',
    'Iran and US to resume nuclear talks in Geneva on Thursday',
    'Iran, US to resume nuclear talks in Geneva on Thursday - Reuters',
  ],
  [
    'en',
    'Oil prices jump 4% after tanker seized near Strait of Hormuz',
    'UPDATE 2-Oil prices jump 4% after tanker seized near the Strait of Hormuz',
  ],
  [
    'en',
    'Ukraine says it struck an oil depot in southern Russia overnight',
    'Ukraine says it struck oil depot in southern Russia',
  ],
  [
    'en',
    'Israeli army says it killed senior Hezbollah commander in Beirut strike',
    'BREAKING: Israeli army says it killed a senior Hezbollah commander in Beirut strike',
  ],
  [
    'en',
    'Sudan paramilitaries agree to humanitarian truce, mediators say',
    'Mediators say Sudan paramilitaries agree to humanitarian truce',
  ],
  [
    'en',
    'Taiwan scrambles jets as Chinese aircraft cross median line',
    'Taiwan scrambles jets as Chinese military aircraft cross the median line',
  ],
  [
    'en',
    'Houthis claim missile attack on cargo ship in Red Sea',
    'Houthis claim missile attack on a cargo ship in the Red Sea | The Gazette',
  ],
  [
    'en',
    'Twelve killed in strike on market in Gaza City, medics say',
    'Twelve people killed in strike on market in Gaza City, medics say',
  ],
  [
    'ru',
    'Переговоры о прекращении огня продолжатся в Стамбуле в четверг',
    'Переговоры о прекращении огня продолжатся в четверг в Стамбуле',
  ],
  [
    'ru',
    'Минобороны сообщило о перехвате 32 беспилотников над Черным морем',
    'Минобороны: над Черным морем перехвачено 32 беспилотника, сообщило Минобороны о перехвате беспилотников',
  ],
  [
    'uk',
    'У Харкові пролунали вибухи, у місті працює протиповітряна оборона',
    'У Харкові пролунали вибухи, працює протиповітряна оборона',
  ],
  [
    'uk',
    'Зеленський зустрівся з президентом Туреччини в Анкарі',
    'Зеленський зустрівся в Анкарі з президентом Туреччини',
  ],
  [
    'fa',
    'دور تازه گفت‌وگوهای هسته‌ای ایران و آمریکا در ژنو آغاز شد',
    'دور تازه گفتگوهای هسته‌ای ایران و آمریکا در ژنو آغاز شد',
  ],
  [
    'ar',
    'انطلاق جولة جديدة من المفاوضات بين طهران وواشنطن في جنيف',
    'انطلاق جولة جديدة من المفاوضات بين طهران وواشنطن في جنيف اليوم',
  ],
  ['he', 'צה"ל תקף מטרות של חיזבאללה בדרום לבנון הלילה', 'צה״ל תקף הלילה מטרות של חיזבאללה בדרום לבנון'],
  [
    'tr',
    'Dışişleri Bakanı Fidan, Cenevre’de İranlı mevkidaşıyla görüştü',
    'Dışişleri Bakanı Fidan Cenevre’de İranlı mevkidaşı ile görüştü',
  ],
  [
    'fr',
    'Mali : une attaque contre un convoi fait plusieurs morts près de Gao',
    'Une attaque contre un convoi fait plusieurs morts près de Gao, au Mali',
  ],
  ['zh', '美国与伊朗周四将在日内瓦恢复核谈判', '美国与伊朗将于周四在日内瓦恢复核谈判'],
];

/** Language, and two headlines that are not copies, however alike. */
const OTHERS: readonly (readonly [string, string, string])[] = [
  [
    'en',
    'Russia launches 120 drones at Ukraine overnight, air force says',
    'Russia launches 140 drones at Ukraine overnight, air force says',
  ],
  [
    'en',
    'Tributes pour in after veteran negotiator dies at 84',
    'Veteran negotiator who shaped the accords dies aged 84',
  ],
  [
    'en',
    'France arrests nine over killing of activist in Lyon',
    'Nine people held in France after death of right-wing student',
  ],
  ['en', 'Oil falls as talks with Iran make progress', 'Oil steadies ahead of OPEC+ meeting in Vienna'],
  ['en', 'Israel strikes southern Lebanon after rocket fire', 'Hezbollah says its rockets hit northern Israel'],
  ['en', 'Ukraine war briefing: what we know on day 1,451', 'Ukraine war briefing: what we know on day 1,452'],
  ['en', 'Breaking news', 'Breaking news on the strike that killed a dozen in the market of the capital'],
  ['en', 'Sudan army retakes key bridge in Khartoum', 'Sudan paramilitaries seize town in Darfur'],
  ['en', 'US and Iran to hold second round of nuclear talks', 'North Korea says no to nuclear talks with South'],
  [
    'ru',
    'В двух областях Украины объявлена воздушная тревога',
    'Губернатор сообщил об отбое опасности атаки беспилотников',
  ],
  ['ru', 'Курс доллара впервые за месяц превысил 90 рублей', 'Курс евро впервые за год опустился ниже 95 рублей'],
  ['uk', 'Вночі ППО збила 45 дронів над Одещиною', 'Вночі ППО збила 61 дрон над Сумщиною'],
  ['fa', 'وزیر خارجه ایران به مسکو رفت', 'وزیر دفاع ترکیه از تهران دیدار کرد'],
  ['ar', 'قصف على جنوب لبنان يوقع جرحى', 'قصف على شمال غزة يوقع قتلى'],
  ['he', 'אזעקות הופעלו ביישובי הצפון', 'אזעקות שווא בעוטף, אומר דובר צה"ל'],
  ['zh', '台湾国防部通报21架次解放军军机', '台湾国防部通报9艘次解放军军舰'],
];

describe('StoryIndex', () => {
  it('finds at least nine copies in ten, with at most one false copy in twenty', () => {
    const found = COPIES.filter(([lang, one, other]) => areCopies(report(one, lang), report(other, lang)));
    const wrong = OTHERS.filter(([lang, one, other]) => areCopies(report(one, lang), report(other, lang)));

    expect(found.length / COPIES.length).toBeGreaterThanOrEqual(0.9);
    expect(wrong).toEqual([]);
  });

  it('joins a story by its lead when the headline was written anew', () => {
    const lead =
      'GENEVA (Reuters) - Iran and the United States will resume talks on the nuclear programme on Thursday, officials of both sides said, after a pause of two months.';

    expect(
      areCopies(
        report('Diplomats head back to the table', 'en', { summary: lead }),
        report('Geneva talks: what is at stake', 'en', { summary: `${lead} More follows.` }),
      ),
    ).toBe(true);
    expect(
      areCopies(
        report('Diplomats head back', 'en', { summary: 'Read more' }),
        report('Ships turn around', 'en', { summary: 'Read more' }),
      ),
    ).toBe(false);
  });

  it('compares within one language and within 48 hours only', () => {
    const title = 'Iran and US to resume nuclear talks in Geneva';

    expect(areCopies(report(title, 'en'), report(title, 'fr'))).toBe(false);
    expect(areCopies(report(title), report(title, 'en', { at: noon + 48 * HOUR }))).toBe(true);
    expect(areCopies(report(title), report(title, 'en', { at: noon + 49 * HOUR }))).toBe(false);
  });

  it('names a story after its first item, and finds the story of an item seen again', () => {
    const index = new StoryIndex();
    const first = report('Iran and US to resume nuclear talks', 'en', { id: 'n-0123abcd' });
    const edited = { ...first, title: 'Something else entirely is said here now' };

    expect(index.assign(first)).toBe('s-0123abcd');
    expect(index.assign(edited)).toBe('s-0123abcd');
    expect(index.size).toBe(1);
  });

  it('returns the same stories when it is rebuilt from stored items', () => {
    const items = [...COPIES, ...OTHERS].flatMap(([lang, one, other]) => [report(one, lang), report(other, lang)]);
    const half = items.length / 2;
    const whole = new StoryIndex();
    const stories = items.map((item) => whole.assign(item));
    const rebuilt = new StoryIndex();
    items.slice(0, half).forEach((item, at) => {
      rebuilt.restore(item, stories[at] ?? '');
    });

    expect(items.slice(half).map((item) => rebuilt.assign(item))).toEqual(stories.slice(half));
  });

  it('drops items outside the window, and the oldest beyond its limit', () => {
    const index = new StoryIndex({ itemsMax: 100 });
    for (let at = 0; at < 500; at += 1) index.assign(report(`Report number ${at} of the day from the front`));

    expect(index.size).toBe(100);

    index.assign(report('Two days and one hour later', 'en', { at: noon + 49 * HOUR }));

    expect(index.size).toBe(1);
  });
});
