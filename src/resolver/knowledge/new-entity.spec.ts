import { type OntologyTexts, loadSeed, readSeedTexts } from '../../ontology/seed-files.provider';
import { AliasResolver } from '../alias-resolver';

/** A file of ten lines each: names, and not one condition. */
const files: Readonly<Record<string, string>> = {
  'place/zanzibar': `name: Zanzibar
theater: null
description: Islands off the coast of East Africa.
location: { lat: -6.1, lon: 39.3 }
names: { en: [Zanzibar], fr: [Zanzibar], tr: [Zengibar], ru: [Занзибар|m], uk: [Занзібар|m],
  ar: [زنجبار], fa: [زنگبار], he: [זנזיבר], zh: [桑给巴尔] }
`,
  'leader/baker': `name: Ann Baker
theater: null
description: A leader with a surname of every day.
names: { en: [Ann Baker, { text: Baker, case: capital }], ru: [Энн Бейкер|m, Бейкер|m] }
`,
};

const withNew = (texts: OntologyTexts): OntologyTexts => ({
  ...texts,
  entities: [
    ...texts.entities,
    ...Object.entries(files).map(([path, text]) => ({ file: `seed/entities/${path}.yaml`, text })),
  ],
});

describe('an entity that is added with its names only', () => {
  const resolver = AliasResolver.fromSeed(loadSeed(withNew(readSeedTexts())).aliases);

  it.each([
    ['en', 'Zanzibar forces retake a port'],
    ['fr', 'Les forces de Zanzibar reprennent un port'],
    ['tr', "Zengibar'ta çatışma: 12 ölü"],
    ['ru', 'Силы Занзибара отбили порт'],
    ['uk', 'У Занзібарі точаться бої'],
    ['ar', 'قوات زنجبار تستعيد الميناء'],
    ['fa', 'درگیری در زنگبار'],
    ['he', 'קרבות בזנזיבר'],
    ['zh', '桑给巴尔部队夺回港口'],
  ])('is found in %s', (lang, text) => {
    expect(resolver.tag(text, lang)).toEqual(['zanzibar']);
  });

  it.each([
    ['en', 'A fire on Zanzibar Street'],
    ['en', 'Michael Zanzibar wins the raffle'],
    ['fr', 'Travaux rue de Zanzibar'],
    ['tr', 'Zengibar Caddesi trafiğe kapatıldı'],
    ['ru', 'Ирина Занзибар выиграла турнир'],
    ['uk', 'Ремонт на вулиці Занзібар'],
    ['ar', 'حريق في شارع زنجبار'],
    ['fa', 'خیابان زنگبار بسته شد'],
    ['he', 'שריפה ברחוב זנזיבר'],
    ['zh', '电影《桑给巴尔》上映'],
  ])('has what guards its class in %s', (lang, text) => {
    expect(resolver.tag(text, lang)).toEqual([]);
  });

  it('tells a leader of an everyday surname from others who bear it', () => {
    expect(resolver.tag('Baker meets ministers in Geneva', 'en')).toEqual(['baker']);
    expect(resolver.tag('Ann Baker resigns', 'en')).toEqual(['baker']);
    expect(resolver.tag('Michael Baker opens a shop', 'en')).toEqual([]);
    expect(resolver.tag('Михаил Бейкер открыл магазин', 'ru')).toEqual([]);
  });
});
