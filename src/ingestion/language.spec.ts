import { detectLanguage, languageOfTag } from './language';
import { loadLanguageDetector } from './language-detector.service';

describe('languageOfTag', () => {
  it.each([
    ['en-US', 'en'],
    ['zh_Hans_CN', 'zh'],
    ['iw', 'he'],
    ['per', 'fa'],
    [' RU ', 'ru'],
    ['English', 'en'],
    ['', null],
    ['x-klingon', null],
    [null, null],
  ])('%p is %p', (tag, code) => {
    expect(languageOfTag(tag)).toBe(code);
  });
});

describe('detectLanguage', () => {
  it.each([
    ['صدراعظم گفت که گفتگوها پیش می‌رود', 'fa'],
    ['الرئيس يلتقي وزير الخارجية في القاهرة', 'ar'],
    ['وزیر اعظم نے کہا کہ مذاکرات جاری رہیں گے', 'ur'],
    ['השיחות נמשכות', 'he'],
    ['Об этом сообщили в министерстве, объявили тревогу', 'ru'],
    ['Українські військові відбили атаку', 'uk'],
    ['Прэзідэнт заявіў пра ўмовы', 'be'],
    ['会谈将于周四恢复', 'zh'],
    ['会談は木曜日に再開される', 'ja'],
    ['회담이 재개된다', 'ko'],
    ['Συνομιλίες στη Γενεύη', 'el'],
  ])('detects %p by its letters: %s', (text, code) => {
    expect(detectLanguage(text)).toBe(code);
  });

  it('accepts the declared language where the script allows it', () => {
    expect(detectLanguage('Talks in Geneva', { declared: 'en-GB' })).toBe('en');
    expect(detectLanguage('Переговоры', { declared: 'en' })).toBe('ru');
    expect(detectLanguage('Talks in Geneva', { declared: 'kn' })).toBeNull();
    expect(detectLanguage('Talks in Geneva', { prior: 'en' })).toBe('en');
    expect(detectLanguage('2026', { prior: 'fa' })).toBe('fa');
    expect(detectLanguage('Talks in Geneva')).toBeNull();
  });

  it('asks a detector between languages of one script', () => {
    const detect = (_: string, among: readonly string[] | null): string | null =>
      among?.includes('fr') === true ? 'fr' : null;

    expect(detectLanguage('Les pourparlers reprennent', { declared: 'en', detect })).toBe('fr');
    expect(detectLanguage('Переговоры', { detect })).toBe('ru');
  });

  it('distinguishes short headlines of our languages with the detector', async () => {
    const detect = await loadLanguageDetector();
    const headlines: readonly (readonly [string, string])[] = [
      ['en', 'Ships turn back at the strait after warning'],
      ['fr', 'Les pourparlers reprennent jeudi à Genève'],
      ['de', 'Die Gespräche werden am Donnerstag fortgesetzt'],
      ['es', 'Las conversaciones se reanudarán el jueves'],
      ['tr', 'Görüşmeler perşembe günü yeniden başlayacak'],
      ['pt', 'As negociações serão retomadas na quinta-feira'],
      ['it', 'I colloqui riprenderanno giovedì a Ginevra'],
    ];

    expect(headlines.map(([, text]) => detectLanguage(text, { detect }))).toEqual(headlines.map(([code]) => code));
  });

  it('overrides the declared language only where the text is clear', async () => {
    const detect = await loadLanguageDetector();
    const english = (text: string): string | null => detectLanguage(text, { declared: 'en', prior: 'en', detect });

    // Names of places are in no language, and a few letters are none either.
    expect(english('M 2.6 - 50km SW of Redoubt Volcano, Alaska')).toBe('en');
    expect(english('M 1.4 - 63km NE of Sutton-Alpine, Alaska')).toBe('en');
    expect(english('M 5.1 - 5km ENE of Ciudad Sandino, Nicaragua')).toBe('en');
    expect(english('Netanyahu')).toBe('en');
    expect(english('Les pourparlers reprennent jeudi à Genève')).toBe('fr');
    expect(detectLanguage('Talks resume in Geneva on Thursday', { prior: 'fr', detect })).toBe('en');
  });
});
