import type { OntologyTexts } from '../../ontology/seed';
import { loadSeed, readSeedTexts } from '../../ontology/seed-files.provider';
import { AliasResolver } from '../alias-resolver';

/** A file of ten lines each: names, and not one condition. */
const files: Readonly<Record<string, string>> = {
  'place/zanzibar': `name: Zanzibar
description: Islands off the coast of East Africa.
location: { lat: -6.1, lon: 39.3 }
names: { en: [Zanzibar], fr: [Zanzibar], tr: [Zengibar], ru: [Занзибар|m], uk: [Занзібар|m],
  ar: [زنجبار], fa: [زنگبار], he: [זנזיבר], zh: [桑给巴尔] }
`,
  'place/puntland': `name: Puntland
theater: africa
description: A state in the north-east of Somalia that governs itself.
location: { lat: 8.4, lon: 48.5 }
names: { en: [Puntland], fr: [Puntland, Pount], tr: [Puntland], ru: [Пунтленд|m], uk: [Пунтленд|m],
  ar: [بونتلاند], fa: [پونتلند], he: [פונטלנד], zh: [邦特兰] }
`,
  'leader/baker': `name: Ann Baker
theater: null
description: A leader with a surname of every day.
names: { en: [(Ann/Anne) Baker, { text: Baker, case: capital }], fr: [{ text: Baker, case: capital }],
  tr: [{ text: Baker, case: capital }], ru: [Бейкер|m], uk: [Бейкер|m], ar: [بيكر], fa: [بیکر],
  he: [בייקר], zh: [贝克尔] }
`,
};

const withNew = (texts: OntologyTexts): OntologyTexts => ({
  ...texts,
  entities: [
    // One of them may have been added since.
    ...texts.entities.filter(({ file }) => !Object.keys(files).some((path) => file === `seed/entities/${path}.yaml`)),
    ...Object.entries(files).map(([path, text]) => ({ file: `seed/entities/${path}.yaml`, text })),
  ],
});

describe('an entity that is added with its names only', () => {
  const resolver = AliasResolver.fromSeed(loadSeed(withNew(readSeedTexts())).aliases);

  it('has every spelling that its file writes as alternatives', () => {
    expect(resolver.tag('Ann Baker resigns', 'en')).toEqual(['baker']);
    expect(resolver.tag('Anne Baker resigns', 'en')).toEqual(['baker']);
  });

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
  ])('has the guards of its class in %s', (lang, text) => {
    expect(resolver.tag(text, lang)).toEqual([]);
  });

  it.each([
    ['en', 'Puntland forces clash with militants near Bosaso'],
    ['fr', 'Le Puntland suspend sa coopération'],
    ['tr', "Puntland'da hava saldırısı"],
    ['ru', 'Власти Пунтленда объявили мобилизацию'],
    ['uk', 'У Пунтленді тривають бої'],
    ['ar', 'قوات بونتلاند تقصف مواقع التنظيم'],
    ['fa', 'حمله پهپادی در پونتلند'],
    ['he', 'תקיפה אווירית בפונטלנד'],
    ['zh', '邦特兰部队击毙武装分子'],
  ])('is found in %s: Puntland', (lang, text) => {
    expect(resolver.tag(text, lang)).toEqual(['puntland']);
  });

  it.each([
    ['en', 'Roadworks on Puntland Avenue'],
    ['en', 'The novel "Winter in Puntland" wins a prize'],
    ['en', 'Puntland Holdings Ltd files for bankruptcy'],
    ['fr', 'Un accident avenue du Puntland'],
    ['tr', 'Puntland Sokağı kapatıldı'],
    ['ru', 'Фильм «Ночь в Пунтленде» вышел на экраны'],
    ['uk', 'Роман «Дорога до Пунтленду» перекладено'],
    ['ar', 'حريق في شارع بونتلاند'],
    ['fa', 'تصادف در خیابان پونتلند'],
    ['he', 'תאונה ברחוב פונטלנד'],
    ['zh', '小说《邦特兰之夜》出版'],
  ])('has the guards of its class in %s: Puntland', (lang, text) => {
    expect(resolver.tag(text, lang)).toEqual([]);
  });

  it.each([
    ['en', 'Baker meets ministers in Geneva'],
    ['en', 'Ann Baker resigns'],
    ['fr', 'Baker rencontre des ministres'],
    ['tr', 'Baker istifa etti'],
    ['ru', 'Встреча с Бейкером перенесена'],
    ['uk', 'Зустріч із Бейкером перенесено'],
    ['ar', 'استقالة بيكر بعد الأزمة'],
    ['fa', 'استعفای بیکر پس از بحران'],
    ['he', 'בייקר התפטר'],
    ['zh', '贝克尔宣布辞职'],
  ])('is found in %s: a leader', (lang, text) => {
    expect(resolver.tag(text, lang)).toEqual(['baker']);
  });

  it.each([
    ['en', 'Michael Baker opens a shop'],
    ['en', 'A burst pipe floods Baker Street'],
    ['fr', 'Julien Baker remporte la course'],
    ['tr', 'Mehmet Baker emekli oldu'],
    ['ru', 'Михаил Бейкер открыл магазин'],
    ['uk', 'Іван Бейкер відкрив крамницю'],
    ['ar', 'الممثل محمد بيكر في فيلم جديد'],
    ['fa', 'رضا بیکر قهرمان شد'],
    ['he', 'דוד בייקר פתח חנות'],
    ['zh', '电影《贝克尔》上映'],
  ])('is distinguished in %s from others with the surname', (lang, text) => {
    expect(resolver.tag(text, lang)).toEqual([]);
  });
});
