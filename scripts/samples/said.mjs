// Reports of the invented world: who reports which storyline when, copies of agency stories, surges. Deterministic for
// a given generator.
import { hex } from './random.mjs';
import { FEEDS, SPEAKERS } from './speakers.mjs';
import { EPOCH, OTHER, STORYLINES, SURGES, TOTAL_DAYS } from './storylines.mjs';

const DAY = 86_400_000;
const HOUR = 3_600_000;
/**
 * Share of the possible reports that is generated: enough for every page, because each item costs time while the demo's
 * past is built.
 */
const LOUDNESS = 0.5;

const SUMMARIES = {
  en: 'Synthetic sample text: officials gave no further detail. ',
  ru: 'Пример, вымышленный текст. ',
  uk: 'Приклад, вигаданий текст. ',
  fr: 'Texte synthétique. ',
  ar: 'نص تجريبي مختلق. ',
  he: 'טקסט לדוגמה, בדוי. ',
  fa: 'متن نمونه ساختگی. ',
  zh: '合成示例文本。',
  tr: 'Sentetik örnek metin. ',
};

/** All reports by speaker id: {key, title, at (UTC ms), publisher, url, summary}. */
export const everythingSaid = (random) => {
  const said = new Map(SPEAKERS.map((speaker) => [speaker.id, []]));

  const compose = (lang, headlines, places) => {
    const template = random.pick(headlines[lang]);
    return template
      .replace('{n}', String(random.whole(3, 97)))
      .replace('{p}', random.pick(places?.[lang] ?? places?.en ?? ['']));
  };
  const say = (speaker, at, title, publisher = null) => {
    const list = said.get(speaker.id);
    const key = `${speaker.id}-${hex(`${speaker.id} ${title} ${at}`, 10)}`;
    list.push({
      key,
      title,
      at,
      publisher,
      url: `https://${speaker.host ?? 't.me'}/story/${key}`,
      summary: `${SUMMARIES[speaker.lang]}${title}`,
    });
  };

  /** An agency story: several publishers of one language carry it, slightly later and with changed titles. */
  const syndicate = (lang, at, title) => {
    const houses = FEEDS.filter((feed) => feed.lang === lang);
    const openings = {
      en: ['', 'BREAKING: ', 'Update: '],
      ru: ['', 'Срочно: '],
      ar: ['', 'عاجل: '],
    }[lang] ?? [''];
    for (const house of houses.slice(0, random.whole(2, Math.min(4, houses.length))))
      say(house, at + random.whole(1, 40) * 60_000, `${random.pick(openings)}${title}`, 'Harbour Wire');
  };

  const poisson = (mean) => {
    let count = 0;
    for (let product = random.next(); product > Math.exp(-mean); product *= random.next()) count += 1;
    return count;
  };

  const reportStorylines = () => {
    for (let day = 0; day < TOTAL_DAYS; day += 1) {
      for (const storyline of STORYLINES)
        for (let hour = 0; hour < 24; hour += 1) {
          const daylight = 0.5 + Math.max(0, Math.sin(((hour - 4) / 24) * 2 * Math.PI)) * 1.1;
          for (let left = poisson((storyline.intensity[day] / 24) * daylight * LOUDNESS); left > 0; left -= 1) {
            const at = EPOCH + day * DAY + hour * HOUR + random.whole(0, 3599) * 1000;
            const speaker = random.pick(SPEAKERS.filter(({ lang }) => storyline.headlines[lang] !== undefined));
            const title = compose(speaker.lang, storyline.headlines, storyline.places);
            if (speaker.kind === 'feed' && random.next() < 0.12) syndicate(speaker.lang, at, title);
            else say(speaker, at, title);
          }
        }
      for (let left = poisson(16 * LOUDNESS); left > 0; left -= 1) {
        const speaker = random.pick(FEEDS);
        say(speaker, EPOCH + day * DAY + random.whole(0, 86_399) * 1000, compose(speaker.lang, OTHER));
      }
    }
  };

  // A surge: within five minutes eight publishers and channels report one incident, each in different words; others
  // follow for half an hour.
  const reportSurges = () => {
    for (const surge of SURGES) {
      const { headlines, places } = STORYLINES.find(({ id }) => id === surge.storyline);
      const witnesses = SPEAKERS.filter(({ lang }) => headlines[lang] !== undefined);
      const report = (index, at) => {
        const speaker = witnesses[(index * 5) % witnesses.length];
        say(speaker, at, compose(speaker.lang, headlines, places));
      };
      for (let index = 0; index < 18; index += 1) report(index, surge.at - 280_000 + index * 15_000);
      for (let index = 0; index < 12; index += 1) report(index, surge.at + index * 150_000);
    }
  };

  reportStorylines();
  reportSurges();
  return said;
};
