/**
 * Relevance of items for markets: a pure function over the knowledge of seed/.
 *
 * A question is read once ({@link EvidenceRule.scopeOf}), an item once ({@link EvidenceRule.read}), and {@link
 * relevanceOf} compares them. No clock, no I/O: the same seed, question and item always give the same result.
 */
import type { AliasResolver } from '../resolver/alias-resolver';
import { guessLanguage } from '../resolver/folding/guess-language';
import { latinLanguageOf } from './latin-language';
import { GraphNames } from '../ontology/graph-names';
import type { EntityInGraph, KnownEntities } from '../ontology/known-entities';
import type { CoverStep } from './cover';
import type { OntologySeed } from '../ontology/seed-check';
import { notCompared } from './compared';
import type { EvidenceSeed } from './evidence-seed';
import { SKELETON_MIN, skeletonOf, skeletonsOf } from './foreign-name';
import type { EvidenceItem, ItemReading, Place, Said, Touch } from './item-reading';
import type { EvidenceMarket, MarketScope, Party } from './market-scope';
import { CALENDAR, CAPITALISED, longestOf, OFFICES, SMALL_WORD } from './question-words';
import { foldText } from '../resolver/folding/fold-text';
import { isGaugeOf } from './gauge';
import { roleIn, sentenceOf, type Spot } from './roles';
import { byNameOnly, oneAName, oneOfSeveral, withoutCovered } from './parties';
import { BOTH_SIDES, PartyBooks, type PartyBook } from './party-book';
import { relevanceOf, type Relevance } from './relevance';
import { isOfLadder, whyNoWitness } from './twin';
import { foldedText, namesFor, unitsOf, WordList, wordsOf, type FoldedText, type WordHit } from './word-list';

type Mentions = ReturnType<AliasResolver['resolve']>['mentions'];

interface NamedInQuestion {
  /** Entities, and parties without an entity, distinct, in text order. */
  readonly entities: readonly string[];
  readonly mentions: Mentions;
  readonly hasNames: boolean;
  /** Towns and people with rows in the list of names. */
  readonly parts: readonly number[];
  readonly asks: string | null;
  /** Position in the question, in words. */
  readonly askedAt: number;
  readonly spots: readonly Spot[];
}

/** Prefixes of the classes in one combined word list. */
const ACT = 'a';
const TOPIC = 't';
const NAME = 'n';

const QUESTION_LANGUAGE = 'en';
/** Characters read. */
const TITLE_MAX = 500;
const TEXT_MAX = 800;

export class EvidenceRule {
  private readonly lists = new Map<string, WordList>();
  private readonly asks: WordList;
  private readonly books: PartyBooks;
  private readonly names: GraphNames;

  constructor(
    readonly seed: EvidenceSeed,
    ontology: OntologySeed,
    private readonly resolver: AliasResolver,
    private readonly entities: KnownEntities,
  ) {
    this.books = new PartyBooks(seed, ontology);
    this.names = new GraphNames(ontology, resolver);
    this.asks = new WordList(seed.rule.asks.map(({ any }, at) => [String(at), any]));
    for (const [lang, { acts, topics }] of Object.entries(seed.words))
      this.lists.set(
        lang,
        new WordList(
          [
            ...Object.entries(acts).map(([name, forms]) => [ACT + name, forms] as const),
            ...Object.entries(topics).map(([name, forms]) => [TOPIC + name, forms] as const),
            ...namesFor(this.seed.names, NAME, lang),
          ],
          this.isGone,
        ),
      );
  }

  /** Judges from now on by the graph, including edits; by the files if the graph is empty. */
  take(entities: readonly EntityInGraph[], relationships: readonly CoverStep[]): void {
    if (entities.length === 0) return;
    this.entities.take(entities);
    this.names.take(entities);
    this.books.take({ entities: this.entities.all, relationships });
  }

  get edited(): readonly string[] {
    return [...this.books.edited, ...this.names.edited];
  }

  private readonly isGone = ({ name, form }: WordHit): boolean =>
    name.startsWith(NAME) && this.names.isGone(this.seed.names[Number(name.slice(1))]?.of ?? '', form);

  private get book(): PartyBook {
    return this.books.current;
  }

  /** Stored with each link, since another version may judge differently. */
  get version(): number {
    return this.seed.rule.version;
  }

  /** Parties and act of a market's question. If the question names nobody, or no known act, the rules text is used. */
  scopeOf(market: EvidenceMarket): MarketScope {
    const question = this.namedIn(market.question);
    const rules = this.namedIn(market.description?.slice(0, TEXT_MAX) ?? '');
    const entities =
      question.entities.length + question.parts.length > 0 ? question.entities : rules.entities.slice(0, 2);
    const isInstrument = (entity: string): boolean => this.book.types.get(entity) === 'instrument';
    const distinct = entities.filter((entity) => !isInstrument(entity) && entity !== BOTH_SIDES && entity !== CAPITAL);
    const parts = question.parts.flatMap((row) => this.book.partyOfPart(row) ?? []);
    const wholes = new Set(question.parts.map((row) => this.seed.names[row]?.of));
    const wholly = distinct.filter((entity) => !wholes.has(entity)).map((one) => this.book.partyOf(one));
    const { mentions } = question;
    const parties = oneOfSeveral(withoutCovered(oneAName(wholly, mentions)), mentions, market.question);
    const unknown = this.unknownNames(market.question, question);
    const asked = question.asks ?? rules.asks;
    const all =
      asked === 'leader_change' ? this.book.ofOneCountry(parties, parts, unknown) : [...parties, ...parts, ...unknown];
    // For a person, "capture" or entering his country asks about his position.
    const asks = asked === 'capture' && all.some((party) => this.book.isPerson(party)) ? 'leader_change' : asked;
    const named = entities.filter(isInstrument);
    // "Crude oil (CL)" names its instrument differently from the press.
    const instruments = named.length + all.length === 0 && asked === 'oil' ? this.seed.rule.crude : named;
    const [alone] = all.length === 1 ? all : [];
    const sides = alone !== undefined && TWO_SIDED.has(asks ?? '') ? [this.book.withFoes(alone)] : all;
    return {
      market,
      key: JSON.stringify([all.map(({ entity, part, word }) => [entity, part, word]), asks, instruments]),
      parties: sides,
      // The likely owners of an unknown town.
      enemies: unknown.length === 0 ? [] : this.book.enemiesOf(parties),
      doer: DIRECTED.has(asks ?? '') ? this.doerIn(market.question, question, sides) : null,
      kin: this.book.kinOf(sides),
      asks,
      instruments,
    };
  }

  private namedIn(text: string): NamedInQuestion {
    const { mentions } = this.resolver.resolve(text, QUESTION_LANGUAGE);
    const folded = foldedText(text, QUESTION_LANGUAGE);
    const names = this.listsOf(QUESTION_LANGUAGE)
      .find(foldedText(this.withoutPeople(text, mentions), QUESTION_LANGUAGE))
      .filter(({ name }) => name.startsWith(NAME));
    const asked = this.asks.find(folded);
    const first = Math.min(...asked.map(({ name }) => Number(name)));
    const act = this.seed.rule.asks[first]?.act ?? null;
    const rows = [...new Set(names.map(({ name }) => Number(name.slice(1))))];
    return {
      entities: [
        ...new Set([
          ...mentions.map(({ entity }) => entity),
          ...rows.filter((row) => !this.book.isPart(row)).flatMap((row) => this.seed.names[row]?.of ?? []),
        ]),
      ],
      parts: rows.filter((row) => this.book.isPart(row)),
      mentions,
      hasNames: names.length > 0,
      asks: act,
      askedAt: Math.min(
        ...asked.filter(({ name }) => this.seed.rule.asks[Number(name)]?.act === act).map(({ at }) => at),
      ),
      spots: mentions.map(({ entity, start }) => ({ entity, at: wordsOf(foldText(text.slice(0, start))).length })),
    };
  }

  /** The party that acts on another. */
  private doerIn(text: string, { askedAt, spots }: NamedInQuestion, parties: readonly Party[]): Party | null {
    const sentence = { spots, words: wordsOf(foldText(text)), lang: QUESTION_LANGUAGE };
    const isDoer = ({ entity, cover }: Party): boolean =>
      roleIn(sentence, askedAt, (one) => one === entity || cover.get(one)?.[0]?.steps.length === 0) === 'doer';
    return parties.find(isDoer) ?? null;
  }

  read(item: EvidenceItem): ItemReading {
    const lang = this.languageOf(item);
    const title = item.title.slice(0, TITLE_MAX);
    const summary = item.summary?.slice(0, TEXT_MAX) ?? '';
    const texts: readonly (readonly [Place, FoldedText])[] = [
      ['title', foldedText(title, lang)],
      ['text', foldedText(summary, lang)],
    ];
    const touches = new Map<string, Touch>();
    const parts = new Map<number, Touch>();
    const acts = new Map<string, Said>();
    const topics = new Map<string, Said>();
    const whole = summary === '' ? title : `${title}\n${summary}`;
    const { mentions } = this.resolver.resolve(whole, item.lang);
    const isHan = texts[0]?.[1].han !== null;
    const units = unitsOf(title, isHan);
    for (const { entity, alias, start } of mentions) {
      const isTitle = start < title.length;
      keep(touches, entity, {
        entity,
        place: isTitle ? 'title' : 'text',
        by: alias,
        part: null,
        at: isTitle ? unitsOf(title.slice(0, start), isHan).length : null,
      });
    }
    for (const entity of item.hints)
      if (!touches.has(entity)) keep(touches, entity, { entity, place: 'title', by: entity, part: null, at: null });
    const rest = this.withoutPeople(whole, mentions);
    const isSame = rest === whole;
    const list = this.listsOf(lang);
    for (const [place, text] of texts) {
      const part = place === 'title' ? rest.slice(0, title.length) : rest.slice(title.length);
      const free = isSame ? null : new Set(list.find(foldedText(part, lang)).map((hit) => hit.name));
      for (const { name: said, form, at } of list.find(text)) {
        const name = said.slice(1);
        if (said.startsWith(ACT)) {
          // A question's act is in its title; its rules mention other acts.
          if (place === 'title' || item.source_type !== 'forecaster') keep(acts, name, { name, place, by: form, at });
        } else if (said.startsWith(TOPIC)) keep(topics, name, { name, place, by: form, at });
        else if (free?.has(said) !== false)
          this.touchByName(Number(name), { by: form, place, at: place === 'title' ? at : null }, touches, parts);
      }
    }
    const home = this.seed.rule.home[lang] ?? null;
    this.touchCapital(touches, home);
    return {
      item,
      touches,
      parts,
      others: this.book.othersOf(touches),
      acts,
      topics,
      skeletons: skeletonsOf([title, summary], lang),
      sentence: sentenceOf(units, touches, lang),
      instrument: item.instrument ?? this.instrumentOf(item, touches),
      home,
      compared: notCompared(),
    };
  }

  /** Entities in a text, and people and towns of the list of names, which denote themselves. */
  namesIn(text: string): { readonly text: string; readonly entity: string; readonly of: readonly string[] }[] {
    const { mentions } = this.resolver.resolve(text, QUESTION_LANGUAGE);
    const named = mentions.map(({ entity, start, end }) => ({
      text: text.slice(start, end),
      entity,
      of: this.book.standsFor(entity),
    }));
    const listed = this.listsOf(QUESTION_LANGUAGE)
      .find(foldedText(text, QUESTION_LANGUAGE))
      .filter(({ name }) => name.startsWith(NAME) && this.book.isPart(Number(name.slice(1))))
      .filter(({ form }) => !named.some((one) => foldText(one.text).includes(form)));
    return [...named, ...listed.map(({ name, form }) => ({ text: capitalised(form), entity: name, of: [] }))];
  }

  relevance(scope: MarketScope, reading: ItemReading): Relevance {
    const told = relevanceOf(scope, reading, this.seed.rule);
    const { source_type, title, day, market } = reading.item;
    if (told.relevance === 0 || market === scope.market.id) return told;
    if (source_type === 'whale')
      return isOfLadder(this, title, scope) ? told : aside(told, this.seed.rule.aside, 'a trade of another question');
    const why = source_type === 'forecaster' ? whyNoWitness(title, day) : null;
    return why === null ? told : aside(told, this.seed.rule.aside, why);
  }

  /** Recognized gauges of the event that a market asks about, and the instruments whose price it asks; sorted. */
  gaugesOf(scope: MarketScope): string[] {
    const found = this.seed.rule.gauges
      .filter((gauge) => isGaugeOf(gauge, scope))
      .flatMap(({ instruments }) => instruments);
    return [...new Set([...found, ...scope.instruments])].sort();
  }

  /** The parties of a question, their wholes, and entities hostile to or allied with either. */
  conflictOf({ parties }: MarketScope): ReadonlySet<string> {
    return this.book.conflictOf(parties);
  }

  private touchByName(
    at: number,
    said: Pick<Touch, 'by' | 'place' | 'at'>,
    touches: Map<string, Touch>,
    parts: Map<number, Touch>,
  ): void {
    const row = this.seed.names[at];
    if (row === undefined) return;
    const touch = { ...said, entity: row.of, part: this.book.isPart(at) ? at : null };
    keep(touches, row.of, touch);
    if (touch.part !== null) keep(parts, at, touch);
  }

  /** "The Lebanese capital" is Beirut; "the capital" may also be that of the press's own country. */
  private touchCapital(touches: Map<string, Touch>, home: string | null): void {
    const capital = touches.get(CAPITAL);
    if (capital === undefined) return;
    touches.delete(CAPITAL);
    const beside = [...touches.values()].filter(({ place }) => place === capital.place);
    for (const country of [...beside.map(({ entity }) => entity), home ?? '']) {
      const city = this.book.capitals.get(country);
      if (city !== undefined) keep(touches, city, { ...capital, entity: city });
    }
  }

  /** A text without short words of people's names: the "Un" of Kim Jong Un is not the United Nations. */
  private withoutPeople(text: string, mentions: Mentions): string {
    let rest = text;
    for (const { entity, start, end } of mentions) {
      if (!this.isLeader(entity)) continue;
      const name = rest.slice(start, end).replace(SHORT_WORD, (word) => ' '.repeat(word.length));
      rest = rest.slice(0, start) + name + rest.slice(end);
    }
    return rest;
  }

  private isLeader(entity: string): boolean {
    return this.book.types.get(entity) === 'leader';
  }

  private instrumentOf(item: EvidenceItem, touches: ReadonlyMap<string, Touch>): string | null {
    if (item.source_type !== 'financial') return null;
    for (const entity of touches.keys()) if (this.book.types.get(entity) === 'instrument') return entity;
    return null;
  }

  /** Unexplained capitalized words of a question: towns and people missing from the ontology. */
  private unknownNames(question: string, { mentions, hasNames, asks }: NamedInQuestion): Party[] {
    if (hasNames) return [];
    // In title case, names cannot be recognized, except towns in questions about captures.
    if (asks !== 'capture' && !SMALL_WORD.test(question)) return [];
    const parties: Party[] = [];
    for (const match of question.matchAll(CAPITALISED)) {
      const { index } = match;
      const ends = index + match[0].length;
      if (mentions.some(({ start, end }) => index < end && ends > start)) continue;
      // "Abu Mohammed al-Julani" is one name.
      if (
        mentions.some(
          ({ entity, start }) => this.isLeader(entity) && /^[\s-]?$/.test(question.slice(ends, start)) && start >= ends,
        )
      )
        continue;
      const all = wordsOf(foldText(match[0]));
      const isName = all.length > 1 && all.every((one) => !CALENDAR.test(one) && !this.isListed(one));
      // Two short words of one name are searched together.
      const word = isName ? all.join('') : longestOf(all);
      const skeleton = skeletonOf(word);
      // A shorter name is searched as written, if the question can only mean a place.
      if (skeleton.length < SKELETON_MIN && asks !== 'capture' && asks !== 'attack') continue;
      if (CALENDAR.test(word) || this.isListed(word)) continue;
      parties.push(byNameOnly(word, { skeleton, word }));
    }
    return parties.slice(0, 2);
  }

  /** Listed words are not names. */
  private isListed(word: string): boolean {
    const text = foldedText(word, QUESTION_LANGUAGE);
    const isWord = ({ name }: WordHit): boolean => !name.startsWith(NAME);
    return (
      this.listsOf(QUESTION_LANGUAGE).find(text).some(isWord) || this.asks.find(text).length > 0 || OFFICES.test(word)
    );
  }

  /** A language with a word list. */
  private languageOf({ lang, title }: EvidenceItem): string {
    const told = lang ?? guessLanguage(title);
    return this.lists.has(told) ? told : latinLanguageOf(title);
  }

  private listsOf(lang: string): WordList {
    const lists = this.lists.get(lang);
    if (lists === undefined) throw new Error(`seed/evidence has no words.${lang}.json`);
    return lists;
  }
}

/** Marker in the list of names for "the capital" of a country named in the same text. */
const CAPITAL = '^';
/** Lowers relevance below the threshold, with a reason. */
const aside = ({ relevance, paths }: Relevance, most: number, why: string): Relevance => ({
  relevance: Math.min(relevance, most),
  counts: false,
  about: false,
  paths: [...paths, why],
});

/** A listed form as a name: "al sharaa" is "Al Sharaa". */
const capitalised = (form: string): string =>
  form.replace('*', '').replace(/(?<![\p{L}\p{N}])\p{Ll}/gu, (letter) => letter.toUpperCase());

const DIRECTED = new Set(['attack', 'capture', 'seizure', 'invasion']);
const TWO_SIDED = new Set(['ceasefire', 'breach']);
const SHORT_WORD = /(?<![\p{L}\p{N}])\p{L}{1,3}(?![\p{L}\p{N}])/gu;
/** Keeps the first of a kind; the title has precedence. */
const keep = <K, T extends { readonly place: Place }>(kept: Map<K, T>, key: K, value: T): void => {
  const known = kept.get(key);
  if (known === undefined || (known.place === 'text' && value.place === 'title')) kept.set(key, value);
};
