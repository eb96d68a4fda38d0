import { readEvidenceSeed } from './evidence-seed.provider';
import { foldedText, WordList } from './word-list';

const found = (list: Record<string, string[]>, text: string, lang: string | null = null): string[] =>
  new WordList(Object.entries(list)).find(foldedText(text, lang)).map(({ name }) => name);

describe('WordList', () => {
  it('finds a word, a stem, and words near each other', () => {
    const list = { act: ['truce'], stem: ['ceasefire*'], two: ['seiz* tanker*'] };

    expect(found(list, 'A truce, then ceasefires')).toEqual(['act', 'stem']);
    expect(found(list, 'Iran seizes another foreign tanker')).toEqual(['two']);
    expect(found(list, 'Iran seizes a harbour, a quay and a tanker')).toEqual([]);
    expect(found(list, 'truces')).toEqual([]);
  });

  it('reads Arabic and Hebrew words with their prefixes and suffixes, and Persian words as written', () => {
    expect(found({ act: ['هدن*'] }, 'والهدنة')).toEqual(['act']);
    expect(found({ act: ['הפסקת אש'] }, 'בהפסקת אש')).toEqual(['act']);
    expect(found({ novel: ['رمان*'] }, 'کرمانشاه', 'fa')).toEqual([]);
  });

  it('finds Chinese anywhere, in either script', () => {
    expect(found({ act: ['停火'] }, '雙方同意停火三天')).toEqual(['act']);
    expect(found({ act: ['谈判'] }, '雙方恢復談判')).toEqual(['act']);
  });
});

describe('the words of seed/evidence', () => {
  const { rule, words, names } = readEvidenceSeed();
  const asText = (form: string): string =>
    form
      .replace(/^[a-z]{2}:/, '')
      .replaceAll('*', '')
      .trim();

  it('cover the same acts in ten languages, each known to the rule', () => {
    const acts = Object.keys(rule.acts);
    const related = Object.values(rule.acts).flatMap((row) => [...row.close, ...row.related]);
    const faults = Object.entries(words).flatMap(([lang, list]) => {
      const known = Object.keys(list.acts);
      return [
        ...acts.filter((act) => !known.includes(act)).map((act) => `words.${lang}.json lacks ${act}`),
        ...known
          .filter((act) => !acts.includes(act) && !related.includes(act))
          .map((act) => `words.${lang}.json: rule.json lacks ${act}`),
      ];
    });

    expect(Object.keys(words).sort()).toEqual('ar en es fa fr he ru tr uk zh'.split(' '));
    expect(faults).toEqual([]);
    for (const { act } of rule.asks) expect(acts).toContain(act);
    for (const act of related) expect(Object.keys(words['en']?.acts ?? {})).toContain(act);
  });

  it('are in lower case, and each once in its act', () => {
    const faults = Object.entries(words).flatMap(([lang, { acts, topics }]) =>
      Object.entries({ ...acts, ...topics }).flatMap(([name, forms]) =>
        forms
          .filter((form, at) => form !== form.toLowerCase() || forms.indexOf(form) !== at)
          .map((form) => `words.${lang}.json: ${name}: ${form}`),
      ),
    );
    expect(faults).toEqual([]);
  });

  it.each(Object.keys(words))('are all found at their places: %s', (lang) => {
    const { acts = {}, topics = {} } = words[lang] ?? {};
    const missed = [...Object.entries(acts), ...Object.entries(topics)].flatMap(([name, forms]) =>
      forms.filter((form) => !found({ [name]: [form] }, asText(form), lang).includes(name)),
    );
    expect(missed).toEqual([]);
  });

  it('name parties in forms that are all found', () => {
    const missed = names.flatMap(({ of, forms }) =>
      forms.filter((form) => {
        const own = form.replace(/^[a-z]{2}:/, '');
        return !found({ [of]: [own] }, asText(form)).includes(of);
      }),
    );
    expect(missed).toEqual([]);
  });

  it('name a country outside the ontology in each of ten languages', () => {
    const regions =
      'AR AT AU BD BE BG BO BR CA CF CH CL CM CO CR CU CY CZ DK EC ES GR GY HN HR HT ID IE IT KG KZ LK MA MG MN MX MY MZ NI NL NO NP NZ PA PE PT RS SE SG SI SK SN TH TJ TM TN TZ UZ VN ZA'.split(
        ' ',
      );
    // "פרו" is also "they broke", and "چک" a cheque.
    const common = ['he peru', 'fa czechia'];
    const inEnglish = new Intl.DisplayNames('en', { type: 'region' });
    const missed = regions.flatMap((region) => {
      const id = (inEnglish.of(region) ?? '').toLowerCase().replaceAll(' ', '-');
      const row = names.find((one) => one.of === id && one.class === 'country');
      if (row === undefined) return [];
      return Object.keys(words)
        .filter((lang) => !common.includes(`${lang} ${id}`))
        .filter((lang) => {
          const name = new Intl.DisplayNames(lang, { type: 'region' }).of(region) ?? '';
          const forms = row.forms
            .filter((form) => !/^[a-z]{2}:/.test(form) || form.startsWith(`${lang}:`))
            .map((form) => form.replace(/^[a-z]{2}:/, ''));
          return found({ [id]: forms }, name, lang).length === 0;
        })
        .map((lang) => `${lang} ${id}`);
    });
    expect(missed).toEqual([]);
  });
});
