import { readFileSync } from 'node:fs';
import { packagePath } from '../platform/common/package-root';
import { loadEvidenceRule } from './evidence-seed.provider';
import { readRelevanceItem, readRelevanceMarket } from './relevance-request';
import type { Relevance } from './relevance';

const rule = loadEvidenceRule();

const judge = (question: string, item: Record<string, unknown>): Relevance =>
  rule.relevance(
    rule.scopeOf(readRelevanceMarket({ id: 'm', question })),
    rule.read({ ...readRelevanceItem({ id: 'i', lang: 'en', ...item }), day: '2026-09-01' }),
  );

const counts = (question: string, title: string, more: Record<string, unknown> = {}): boolean =>
  judge(question, { title, ...more }).counts;

const DEAL = 'US x Iran nuclear deal by August 31?';

describe('evidence for a market', () => {
  it('is an item that names every party and reports the act', () => {
    expect(judge(DEAL, { title: 'Iran and US resume nuclear talks' })).toMatchObject({
      counts: true,
      about: true,
    });
  });

  it('excludes an item about one of the parties only', () => {
    expect(counts(DEAL, 'US destroyer passes the Taiwan Strait')).toBe(false);
    expect(counts('Will Putin and Zelensky meet?', 'Putin and Modi meet in Delhi')).toBe(false);
  });

  it('is an item about a place within a party, or its leader in office', () => {
    expect(counts(DEAL, 'Trump: inspectors must see Natanz before any nuclear agreement')).toBe(true);
    expect(judge(DEAL, { title: 'Biden defends his nuclear deal with Iran' }).paths.join()).not.toContain('biden');
  });

  it('covers whoever of one name the question may mean', () => {
    expect(counts('Khamenei out by March 31?', 'Mojtaba Khamenei steps down')).toBe(true);
    expect(counts('Khamenei out by March 31?', 'Ali Khamenei steps down')).toBe(true);
  });

  it('does not read common words as names where a question capitalises all of its words', () => {
    const parties = (question: string): string[] =>
      rule.scopeOf({ id: 'm', question, description: null }).parties.map(({ entity }) => entity);

    expect(parties('Nothing Ever Happens: Israel Edition')).toEqual(['israel']);
    expect(parties('Will Israel strike Greater Beirut?')).toEqual(['israel', 'beirut']);
    expect(parties('Will Russia capture Drobysheve by May?')).toEqual(['russia', 'drobysheve']);
  });

  it('excludes an election of another country, and a strike by one where the doer is unnamed', () => {
    const vote = 'Will Ukraine hold a presidential election before Sep 1, 2026?';
    expect(counts(vote, 'Polish presidential election: Ukrainians in Warsaw watch anxiously')).toBe(false);
    expect(counts(vote, 'Ukraine to hold presidential election in May')).toBe(true);
    const strike = 'US strikes Houthis in Yemen by March 31?';
    expect(counts(strike, 'Israel bombs Houthi fuel depot in Hodeidah')).toBe(false);
    expect(counts(strike, 'Houthi fuel depot in Hodeidah bombed')).toBe(true);
  });

  it('excludes passing mentions in the rules of a forecasting site, and labour disputes', () => {
    const question = {
      title: 'Khamenei out as Supreme Leader of Iran in 2026?',
      summary: 'Resolves when a delegation of Iran says so.',
      source_type: 'forecaster',
    };

    expect(judge('Will the next US-Iran meeting be in Oman?', question).counts).toBe(false);
    expect(counts('Will the US strike two countries?', 'US unions vote: labor reform strike')).toBe(false);
  });

  it('excludes items about a state sponsor or an enemy instead of the party', () => {
    expect(counts('Will Hezbollah disarm by December?', 'Iran unveils a new drone')).toBe(false);
    expect(counts('Will Hezbollah disarm by December?', 'Israel expels two diplomats')).toBe(false);
  });

  it('is an instrument only as the recognised gauge of the event', () => {
    const financial = { source_type: 'financial' };
    const hormuz = 'Will Iran close the Strait of Hormuz by June?';

    expect(counts(hormuz, 'Brent crude up 5.2 %', { ...financial, instrument: 'brent' })).toBe(true);
    expect(counts(hormuz, 'VIX up 9 %', { ...financial, instrument: 'vix' })).toBe(false);
    expect(counts(DEAL, 'Gold up 2 %', { ...financial, instrument: 'gold' })).toBe(false);
  });

  it('excludes natural earthquakes, and explosions unless a test or a strike is asked about', () => {
    const seismic = { source_type: 'seismic' };
    const test = 'North Korea nuclear test before 2027?';

    expect(counts(test, 'M 4.4 - 40 km N of Kilju, North Korea', seismic)).toBe(false);
    expect(counts(test, 'M 4.4 Explosion - 20 km NW of Kilju, North Korea', seismic)).toBe(true);
  });

  it('excludes sport, culture and retrospectives, whoever the parties are', () => {
    expect(counts('India x Pakistan military clash?', 'India beat Pakistan in Asia Cup clash')).toBe(false);
    expect(counts(DEAL, 'On this day: Iran and US sign nuclear agreement')).toBe(false);
  });

  it('excludes a calendar entry that is due after the deadline', () => {
    const market = readRelevanceMarket({ id: 'm', question: DEAL });
    const scope = rule.scopeOf({ ...market, deadline: '2026-08-31T23:59:00.000000Z' });
    const of = (due: string): Relevance =>
      rule.relevance(
        scope,
        rule.read({
          ...readRelevanceItem({ id: 'i', title: 'US and Iran hold nuclear talks in Geneva', source_type: 'calendar' }),
          due,
        }),
      );

    expect(of('2026-08-31').counts).toBe(true);
    expect(of('2026-09-01')).toMatchObject({ counts: false, about: false });
    expect(of('2026-09-01').paths.join()).toContain('after the deadline 2026-08-31');
  });

  it('takes a relationship only while it is in force', () => {
    const question = 'Will Syria and Israel sign a peace treaty?';
    const item = readRelevanceItem({
      id: 'i',
      lang: 'en',
      title: 'Assad and Israel agree on treaty text',
    });
    const on = (day: string): number =>
      rule.relevance(rule.scopeOf(readRelevanceMarket({ id: 'm', question })), rule.read({ ...item, day })).relevance;

    expect(on('2020-01-01')).toBeGreaterThan(on('2026-01-01'));
  });

  it('asks for each of three parties', () => {
    const question = 'Will Russia, Ukraine and Turkey sign a grain deal by May?';

    expect(counts(question, 'Russia, Ukraine and Turkey sign grain agreement in Istanbul')).toBe(true);
    expect(counts(question, 'Russia and Belarus sign trade agreement')).toBe(false);
  });

  it('does not read a comma as a choice, or a weekday as a party', () => {
    const parties = (question: string): string[] =>
      rule.scopeOf({ id: 'm', question, description: null }).parties.map(({ entity }) => entity);

    expect(parties('Trump, Putin, and Zelensky meet together by August 31?')).toHaveLength(3);
    expect(parties('Will Israel strike Iran on Thursday?')).toEqual(['israel', 'iran']);
  });

  it('asks for one of those between whom a question leaves the choice', () => {
    const { parties } = rule.scopeOf({
      id: 'm',
      question: 'Will France, UK, or Germany strike Iran by January 31?',
      description: null,
    });
    expect(parties.map(({ entity }) => entity)).toEqual(['france', 'iran']);
    expect(judge('Will France, UK, or Germany strike Iran?', { title: 'British jets strike Iran' }).about).toBe(true);
    expect(judge('Will Russia strike Ukraine and Poland?', { title: 'Russia strikes Ukraine' }).about).toBe(false);
  });

  it('excludes a similar event of another town or person', () => {
    const town = 'Will Russia capture Drobysheve by May?';
    expect(counts(town, 'Russian forces capture Velyka Novosilka')).toBe(false);
    expect(counts(town, 'Russian forces capture Drobysheve')).toBe(true);
    expect(counts('Keith Kellogg out as Ukraine envoy?', "Ukraine's ombudsman dismissed")).toBe(false);
  });

  it('finds a short name of the list in another script', () => {
    expect(
      judge('Will Russia capture Lyman?', {
        title: 'Россия ведет бои в Красном Лимане',
        lang: 'ru',
      }).paths[1],
    ).toContain('lyman by "красн* лиман*"');
  });

  it('reads two countries of which Chinese writes one sign each', () => {
    const title = '泰柬两国同意立即无条件停火';
    expect(counts('Thailand x Cambodia ceasefire before August?', title, { lang: 'zh' })).toBe(true);
  });

  it('reads a journey of a leader as talks, and a walkout of workers as no strike', () => {
    expect(counts('Will Takaichi visit China?', 'Takaichi ready to travel to China for talks')).toBe(true);
    expect(counts('Will Germany strike Iran?', 'Germany: pilots strike over pay')).toBe(false);
  });

  it('does not read a verbal attack, a commemoration or the name of a firm as an attack', () => {
    const strike = 'Will the US strike 3 countries in February 2026?';
    expect(counts(strike, 'US president’s son invests in drone maker')).toBe(false);
    expect(counts(strike, 'US drones hit militia base in Iraq')).toBe(true);
    const gaza = 'Will Israel strike Gaza on February 28, 2026?';
    expect(counts(gaza, 'UN body condemns Israel’s vicious attacks on expert on Gaza')).toBe(false);
    expect(counts(gaza, 'First minister enters Gaza since October 7 attack on Israel')).toBe(false);
    expect(counts(gaza, 'Israel attacks Gaza again')).toBe(true);
  });

  it('reads the merging of a militia into an army as its disarming, and does not read Naqoura as a bank', () => {
    const merged = 'Will Syrian Kurds (SDF) integrate into army by March?';
    expect(counts(merged, 'SDF hands over weapons to Damascus')).toBe(true);
    expect(
      counts('Israel and Lebanon normalize relations?', 'נציגים מישראל ומלבנון נפגשו בנקורה', {
        lang: 'he',
      }),
    ).toBe(true);
  });

  it('finds a town outside the ontology in another script', () => {
    expect(
      counts('Will Russia capture Novopavlivka by March?', 'Росія штурмує Новопавлівку', {
        lang: 'uk',
      }),
    ).toBe(true);
  });

  it('recognises a listed town itself, and its country with less relevance', () => {
    const question = 'Will M23 capture Uvira by March 31?';
    expect(counts(question, 'Congolese army pulls back from Uvira as rebels advance')).toBe(true);
    expect(counts(question, 'Congo signs mining contract with an Emirati company')).toBe(false);
  });

  it('excludes another town of the same country', () => {
    const question = 'Will Russia capture Huliaipole by January 31?';
    expect(counts(question, 'Russian troops enter Huliaipole')).toBe(true);
    expect(counts(question, 'Russian troops enter Siversk')).toBe(false);
    expect(counts(question, 'Бої за Гуляйполе: росіяни у центрі', { lang: 'uk' })).toBe(true);
  });

  it('accepts the capital as the city in the press of its own country', () => {
    const beirut = 'Will Israel strike Greater Beirut by November 30?';
    expect(counts(beirut, 'Israeli drone hits the Lebanese capital')).toBe(true);
    expect(judge(beirut, { title: 'Israeli drone hits the Lebanese capital' }).about).toBe(true);
    const kyiv = 'Will Russia strike Kyiv by Friday?';
    expect(counts(kyiv, 'Росія вдарила по столиці', { lang: 'uk' })).toBe(true);
    expect(counts(kyiv, 'Взрыв в столице Грузии', { lang: 'ru' })).toBe(false);
  });

  it('asks of a person who enters his country for his standing', () => {
    const scope = rule.scopeOf({
      id: 'm',
      question: 'Will Reza Pahlavi enter Iran by May 31?',
      description: null,
    });
    expect(scope.asks).toBe('leader_change');
    expect(rule.scopeOf({ id: 'm', question: 'Will Russia enter Lyman by May 31?', description: null }).asks).toBe(
      'capture',
    );
  });

  it('accepts the only enemy of a party as the other side of a truce, unless it is a hub', () => {
    const question = 'Energy infrastructure ceasefire in Ukraine in March?';
    expect(counts(question, 'Kremlin orders truce in strikes on power plants')).toBe(true);
    expect(counts(question, 'Kremlin orders review of schools')).toBe(false);
    expect(counts('Will Iran agree to a ceasefire by May?', 'US urges truce in Sudan')).toBe(false);
  });

  it('distinguishes conscription from other acts of soldiers', () => {
    const question = 'Ukraine lowers conscription age before May 9?';
    expect(counts(question, 'Kyiv told to draft 18-year-olds')).toBe(true);
    expect(counts(question, 'Ukrainian helicopter shot down near Donetsk')).toBe(false);
  });

  it('treats the country of the press as named, unless a third party is', () => {
    const question = 'Israel x Saudi Arabia normalize relations before 2027?';
    expect(counts(question, 'כהן: נורמליזציה עם סעודיה קרובה', { lang: 'he' })).toBe(true);
    expect(counts(question, 'טורקיה וסעודיה: נורמליזציה קרובה', { lang: 'he' })).toBe(false);
  });

  it('asks for a short name of a town as it is written', () => {
    const question = 'Will Russia capture Khotin before July?';
    expect(counts(question, 'Russian assault groups advance on Khotin')).toBe(true);
    expect(counts(question, 'Explosion rocks Russian barracks near St Petersburg')).toBe(false);
  });

  it('ignores a hub that is the only party, except for the same act', () => {
    const question = 'Trump announces new drug boat strike by November 7?';
    expect(counts(question, 'Trump to host trade talks next week')).toBe(false);
    expect(counts(question, 'Trump says another boat was bombed in the Caribbean')).toBe(true);
  });

  it('reads "the two countries" as the two named in the title', () => {
    const question = 'Israel x Iran peace deal in 2026?';
    expect(counts(question, 'US and Iran: talks of the two countries resume')).toBe(false);
  });

  it('does not read part of a name as another name', () => {
    expect(
      rule.scopeOf({ id: 'm', question: 'Will Trump meet Kim Jong Un in May?', description: null }).parties,
    ).toHaveLength(2);
  });

  it('is nothing where no party is known', () => {
    expect(counts('Will it happen by June?', 'Iran and US resume nuclear talks')).toBe(false);
  });
});

describe('who did it to whom', () => {
  const rows = readFileSync(packagePath('test', 'fixtures', 'evidence', 'roles.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { right: boolean; lang: string; question: string; title: string });

  it.each(rows)('depends on the order of the words: $title', ({ right, lang, question, title }) => {
    const told = judge(question, { title, lang });

    expect(told.paths.some((path) => path.startsWith('done by another'))).toBe(!right);
    if (!right) expect(told.about).toBe(false);
  });
});

describe('words that point to another question', () => {
  const QUESTION = 'Houthi strike on Israel by August 31?';

  it('is a trade of another question, not one of another deadline', () => {
    const of = (title: string): boolean => counts(QUESTION, title, { source_type: 'whale' });

    expect(of('Whale: $44,000 on NO, "Houthi strike on Israel by July 31?"')).toBe(true);
    expect(of('Whale: $44,000 on NO, "Israel strikes Yemen by July 31?"')).toBe(false);
  });

  it('is a question on a condition, or of a year that is past', () => {
    const of = (title: string): boolean => counts(QUESTION, title, { source_type: 'forecaster' });

    expect(of('Metaculus: Will the Houthis strike Israel before September 2026? 40 %')).toBe(true);
    expect(of('Metaculus: If Iran is attacked, will the Houthis strike Israel before September 2026? 40 %')).toBe(
      false,
    );
    expect(of('Metaculus: Will the Houthis strike Israel before 2025? 40 %')).toBe(false);
  });

  it('does not count an act that only a summary reports of one party as about it', () => {
    const summary = 'Its officials spoke of missile tests.';
    expect(counts('North Korea missile test by May 31?', 'North Korea opens a beach resort', { summary })).toBe(false);
    expect(judge('Iran strikes Israel by May 31?', { title: 'Iran and Israel', summary: 'A strike.' }).about).toBe(
      false,
    );
  });

  it('does not count a whole in place of its part as about it', () => {
    const told = judge('Russia strike on Kyiv by May 31?', { title: 'Russian attack on Ukraine kills seven' });
    expect(told).toMatchObject({ counts: true, about: false });
    for (const title of ['Drones attack Crimea overnight', 'Ukraine strikes oil depot in Crimea'])
      expect(judge('Will the Crimean Bridge be attacked in 2026?', { title }).about).toBe(false);
    const hit = { title: 'Ukraine strikes Kerch bridge with underwater explosives' };
    expect(judge('Will the Crimean Bridge be attacked in 2026?', hit).about).toBe(true);
  });

  it('allows the flag or owner of a ship between the words of its seizure', () => {
    const question = 'Will the US seize another oil tanker in 2026?';
    expect(judge(question, { title: 'US seizes an Iran-linked oil tanker' }).about).toBe(true);
    expect(judge(question, { title: 'US boards a Liberian-flagged crude tanker' }).about).toBe(true);
    expect(judge(question, { title: 'US seizes an Iran-linked crypto wallet' }).about).toBe(false);
  });

  it('reads a text of unknown language with the words of one', () => {
    expect(
      judge('US x Venezuela military clash by May 31?', { title: 'Us, Venezuela', lang: null }).paths.join(),
    ).toMatch(/nothing of combat/);
  });

  it('does not read a leader alone as a meeting with another', () => {
    expect(counts('Will Trump meet with Putin by May 31?', 'The King heads to visit Trump')).toBe(false);
    const question = 'Will Zelenskyy visit the White House by May 31?';
    expect(counts(question, 'Zelensky visits wounded soldiers')).toBe(false);
    expect(counts(question, 'Zelensky visits the White House')).toBe(true);
  });

  it('does not read events of others of a country or group as events of its leader', () => {
    const killed = 'Will Naim Qassem be killed by May 31?';
    const { counts: isCounted, paths } = judge(killed, { title: 'Israeli strike kills Hezbollah commander' });
    expect([isCounted, paths.at(-2)]).toEqual([false, 'maybe others than the leader: 0.5']);
    expect(counts(killed, 'Naim Qassem killed in strike')).toBe(true);
    const out = 'Abiy Ahmed out as Prime Minister of Ethiopia by May 31?';
    expect(counts(out, 'Ethiopian opposition holds a rally')).toBe(false);
    expect(counts(out, 'Ethiopian prime minister resigns')).toBe(true);
  });

  it('is a deal with a third party in place of the other one, and a close act of nobody asked about', () => {
    const treaty = 'Armenia x Azerbaijan peace treaty signed by May 31?';
    expect(counts(treaty, 'Iran and Armenia sign an agreement')).toBe(false);
    expect(counts(treaty, 'Armenia signs peace treaty')).toBe(true);
    expect(counts("Will Haftar's forces attack Tripoli by May 31?", 'Militias clash in Tripoli')).toBe(false);
    expect(counts("Will Haftar's forces attack Tripoli by May 31?", 'Haftar launches attack on Tripoli')).toBe(true);
  });

  it('looks for an unknown name among capitalised words', () => {
    const of = (title: string): boolean => counts('Will Russia capture Hryshyne by May 31?', title, { lang: 'ru' });
    expect(of('Российские войска заняли Гришино')).toBe(true);
    expect(of('Россия: бойцы вышли из окружения')).toBe(false);
  });

  it('does not read a town as another of its country, or a single word as the act of a missing party', () => {
    const port = "Will Yemen's army capture Hodeidah by May 31?";
    expect(counts(port, 'Separatists capture Mukalla in Hadramawt')).toBe(false);
    expect(counts(port, 'Yemeni army captures outskirts of Hodeidah')).toBe(true);
    const arms = 'Will Germany deliver Taurus missiles to Ukraine by May 31?';
    expect(counts(arms, 'Germany orders improved Taurus for its own air force')).toBe(false);
    expect(counts(arms, 'Merz on Taurus for Ukraine: no decision')).toBe(true);
    expect(counts('Will Israel withdraw from Lebanon by May 31?', 'Lebanon limits bank withdrawals')).toBe(false);
    expect(counts('More EU sanctions on Russia by May 31?', 'Slovakia lifts veto on sanctions package')).toBe(true);
  });

  it('leaves the act that nobody is named for, unless it is rare', () => {
    expect(counts('Pakistan strikes Kabul by February 28?', 'Three blasts near the square')).toBe(false);
    expect(counts('Ben Gvir out as minister by August 31?', 'Far-right minister vows to quit cabinet')).toBe(true);
  });
});
