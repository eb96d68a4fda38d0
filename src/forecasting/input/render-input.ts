/**
 * Renders the frozen input and its third-party text as one plain document for the model. Deterministic.
 *
 * Against prompt injection, third-party text cannot leave its place: one-line texts are JSON strings, longer ones have
 * `> ` on every line, and `<` and line separators are escaped. So none of its lines can look like ours, or open a tag.
 */
import type {
  ForecastInput,
  InputBackground,
  InputBaseRate,
  InputCluster,
  InputCrowd,
  InputEvidence,
  InputMove,
  PathPoint,
  Words,
} from './forecast-input';
import { jsonLine } from '../../platform/common/plain-text';
import { age, amount, grouped, minute, or, points, quoted, some, words } from './wording';

const NOTHING = '  none known';

/** A part of the document; entries have some lines each. */
interface Section {
  readonly title: string;
  /** Whether an entry is independent of its input, so that inputs of one call can share it. */
  readonly shared: boolean;
  readonly entries: readonly (readonly string[])[];
}

/**
 * All parts of an input in order; omissions are stated separately.
 *
 * @param numbers citation numbers by story key: one list for all inputs of a call, filled here
 */
export const sectionsOf = (input: ForecastInput, given: Words, numbers = new Map<string, number>()): Section[] => [
  { title: 'Now', shared: false, entries: [renderNow(input)] },
  { title: 'Question', shared: true, entries: [renderQuestion(input), ...renderGroup(input)] },
  { title: 'Price', shared: false, entries: [renderPrice(input)] },
  { title: 'Twin on the other exchange', shared: false, entries: entry(renderTwin(input)) },
  { title: 'Crowd', shared: true, entries: input.crowd.map((one) => renderCrowd(one, given)) },
  {
    title: 'Evidence, one entry a story, the most relevant and newest first',
    shared: true,
    entries: input.items.flatMap((item) => [
      renderEvidence(item, given, input.now.frozen_at, input.edition === 3 ? numberOf(item.key, numbers) : null),
      ...entry(renderCluster(item.key, input.clusters ?? [], numbers)),
    ]),
  },
  {
    title: 'Alert that asked for this forecast',
    shared: false,
    entries: entry(renderAlert(input)),
  },
  ...(input.background === undefined
    ? []
    : [{ title: 'Background of the conflict', shared: true, entries: lines(input.background.map(renderBackground)) }]),
  { title: 'Relationships in force', shared: true, entries: lines(renderOntology(input)) },
  { title: 'Due before the deadline', shared: true, entries: lines(renderCalendar(input)) },
  { title: 'Base rates of settled markets', shared: true, entries: lines(renderRates(input)) },
  {
    title: 'Your last forecasts of this market',
    shared: false,
    entries: lines(renderBefore(input)),
  },
  { title: 'Corroboration', shared: false, entries: entry(renderConfluence(input)) },
];

/** Citation number of each story, by key. @param inputs of one call, in order */
export const citedNumbers = (
  inputs: readonly Pick<ForecastInput, 'edition' | 'items'>[],
): ReadonlyMap<string, number> => {
  const numbers = new Map<string, number>();
  for (const { edition, items } of inputs) if (edition === 3) for (const { key } of items) numberOf(key, numbers);
  return numbers;
};

const numberOf = (key: string, numbers: Map<string, number>): number => {
  const number = numbers.get(key) ?? numbers.size + 1;
  numbers.set(key, number);
  return number;
};

const lines = (of: readonly string[]): string[][] => of.map((one) => [one]);

const entry = (of: readonly string[]): (readonly string[])[] => (of.length === 0 ? [] : [of]);

export const renderSection = ({ title, entries }: Pick<Section, 'title' | 'entries'>): string[] => [
  `## ${title}`,
  ...(entries.length === 0 ? [NOTHING] : entries.flat()),
];

/**
 * The whole input as text, with `
 * ` line endings.
 */
export const renderInput = (input: ForecastInput, given: Words): string =>
  [
    ...sectionsOf(input, given).flatMap((section, index) => [...(index === 0 ? [] : ['']), ...renderSection(section)]),
    ...renderLeftOut(input),
    '',
  ].join('\n');

const renderNow = ({ now, synthetic, trigger }: ForecastInput): string[] => [
  `  ${minute(now.frozen_at)} UTC; ${timeLeft(now.days_left)}; asked because of: ${words(trigger)}`,
  ...(synthetic ? ['  a demonstration: every market and item below is invented'] : []),
];

const timeLeft = (days: number | null): string => {
  if (days === null) return 'deadline unknown';
  if (days < 0) return 'the deadline has passed';
  return days < 3
    ? `${Math.round(days * 240) / 10} hours to the deadline`
    : `${Math.round(days * 10) / 10} days to the deadline`;
};

const renderQuestion = (input: ForecastInput): string[] => {
  const q = input.question;
  const dates: readonly (readonly [string, string | null])[] = [
    ['deadline of the question', q.deadline],
    ['end date at the exchange', q.resolves_at],
    ['opened', q.opens_at],
    ['trading closes', q.closes_at],
    ['resolution expected', q.expected_resolution_at],
  ];
  return [
    `  ${jsonLine(q.text)}`,
    ...(q.label === null || q.label === undefined ? [] : [`  this market of its group: ${jsonLine(q.label)}`]),
    `  listed on ${q.exchange} as ${jsonLine(q.ticker)}; theater ${words(or(q.theater, 'none of ours'))}; kind of event ${words(or(q.event_type))}`,
    ...(q.deadline === null ? ['  deadline of the question: not stated apart from the end date'] : []),
    ...dates.flatMap(([name, at]) => (at === null ? [] : [`  ${name}: ${minute(at)} UTC`])),
    ...(q.strike === null ? [] : [`  strike: ${jsonLine(q.strike)}`]),
    ...(q.rules === null ? ['  rules: unknown'] : ['  rules:', ...quoted(q.rules)]),
    ...(q.rules_secondary === null ? [] : ['  further rules:', ...quoted(q.rules_secondary)]),
    ...(q.resolution_source === null ? [] : [`  resolved by: ${jsonLine(q.resolution_source)}`]),
  ];
};

const renderGroup = ({ question: { group }, now }: ForecastInput): string[][] => {
  if (group === null) return [];
  const kind = group.exclusive === true ? ', of which exactly one resolves YES' : '';
  return lines([
    `  one of a group${group.title === null ? '' : ` ${jsonLine(group.title)}`}${kind}${group.siblings.length === 0 ? '' : '; the others:'}`,
    ...group.siblings.map(
      ({ text, label, deadline, yes_price, forecast }) =>
        `  - ${yes_price === null ? 'no price' : `YES ${yes_price}`}: ${jsonLine(text)}${label === null ? '' : ` (${jsonLine(label)})`}${deadline === null ? '' : `, by ${deadline.slice(0, 10)}`}${forecast === null || forecast === undefined ? '' : `; your last forecast of it ${forecast.probability_yes}, ${age(forecast.made_at, now.frozen_at)} ago`}`,
    ),
    ...renderSettled(group.settled),
    ...group.incoherent.map((sentence) => `  prices of the group disagree: ${sentence}`),
  ]);
};

const renderSettled = (settled: NonNullable<ForecastInput['question']['group']>['settled']): string[] => {
  if (settled === undefined) return [];
  const { n, yes, last_yes, last_no } = settled;
  const last = [
    last_yes === null ? '' : `, last YES by ${last_yes}`,
    last_no === null ? '' : `, last NO by ${last_no}`,
  ];
  return [`  of the group decided so far: ${yes} of ${n} YES${last.join('')}`];
};

/** Unit of an exchange's volume. */
const unitOf = ({ exchange }: ForecastInput['question']): string => (exchange === 'polymarket' ? 'USD' : 'contracts');

const atSize = (price: number | null, size: number | null): string =>
  price === null ? 'none' : `${price} (${size === null ? 'size unknown' : `${grouped(size)} contracts`})`;

const renderPrice = ({ question: q, market: m, path, now }: ForecastInput): string[] => [
  `  YES ${or(m.yes_price)}; bid ${atSize(m.yes_bid, m.bid_size)}, ask ${atSize(m.yes_ask, m.ask_size)}, spread ${or(m.spread)}`,
  `  volume of 24 hours ${amount(m.volume_24h, unitOf(q))}, in all ${amount(m.volume, unitOf(q))}; liquidity ${amount(m.liquidity, unitOf(q))}; open interest ${amount(m.open_interest, 'contracts')}`,
  ...(m.quoted_at === null ? [] : [`  quoted ${age(m.quoted_at, now.frozen_at)} before`]),
  `  price of YES at the end of each day: ${renderPath(path.daily)}`,
  `  in the last 48 hours, by the hour, where it changed: ${renderPath(path.hourly)}`,
  ...path.moves.flatMap((move) => renderMove(move, now.frozen_at)),
];

const renderPath = (path: readonly PathPoint[]): string =>
  path.length === 0
    ? 'unknown'
    : path.map(([at, price]) => `${at.slice(5).replace(/T(\d\d)Z$/, ' $1h UTC')} ${price}`).join(', ');

const renderMove = ({ started_at, at, from, to, spoken_before }: InputMove, now: string): string[] => [
  `  moved from YES ${from} to ${to} (${points(to - from)}) between ${minute(started_at)} and ${minute(at)} UTC, ${age(at, now)} ago; spoken before: ${
    spoken_before.length === 0
      ? 'nobody'
      : spoken_before
          .map(
            ({ source, source_type, lead_minutes }) => `${words(source)} (${source_type}, ${lead_minutes} min before)`,
          )
          .join(', ')
  }`,
];

const renderTwin = ({ twin }: ForecastInput): string[] =>
  twin === null
    ? []
    : [
        `  ${twin.exchange}: ${jsonLine(twin.text)}`,
        `  YES ${or(twin.yes_price)}; bid ${or(twin.yes_bid)}, ask ${or(twin.yes_ask)}${twin.resolves_at === null ? '' : `; end date ${minute(twin.resolves_at)} UTC`}`,
        ...renderDiffers(twin.differs),
      ];

/** Parts of rules may be third-party text. */
const renderDiffers = (differs: readonly string[] | undefined): string[] => {
  if (differs === undefined) return [];
  return differs.length === 0
    ? ['  its contract: no difference is known']
    : [
        '  its contract differs, so that a gap between the prices may be no more than that (there: the twin; here: this market):',
        ...differs.map((one) => `  - ${jsonLine(one)}`),
      ];
};

const renderCrowd = (one: InputCrowd, given: Words): string[] => {
  const week =
    one.value === null || one.value_7d_ago === null
      ? 'change in 7 days unknown'
      : `${points(one.value - one.value_7d_ago)} in 7 days`;
  return [
    `- ${words(one.source)}: ${one.value === null ? 'no value told' : `probability ${one.value}`}; ${one.forecasters === null ? 'number of forecasters unknown' : some(one.forecasters, 'forecaster')}; ${week}; read ${minute(one.at)} UTC${one.same_question ? '; asks the same as the market' : ''}`,
    ...renderWords(given[one.key] ?? null),
  ];
};

/**
 * One story for the model.
 *
 * @param now when the input was frozen
 * @param number citation number; null before edition 3, which showed the paths of the rule
 */
export const renderEvidence = (item: InputEvidence, given: Words, now: string, number: number | null): string[] => {
  const facts = factsOf(item.attributes);
  const notes = [
    item.relevance === null ? null : `relevance ${item.relevance}`,
    item.about === true ? 'covers the whole question' : null,
    item.judged === undefined ? null : `judged ${item.judged.grade} of 2: ${jsonLine(item.judged.reason)}`,
    item.party === null ? null : `speaks for ${words(item.party)}`,
    item.copies === 0
      ? null
      : `also told by ${some(item.copies, 'other')}, ${some(item.families, 'publisher family', 'publisher families')} in all`,
    item.circular ? 'CIRCULAR: the market itself is its cause' : null,
  ].filter((note) => note !== null);
  const at = item.published_at ?? item.first_seen_at;
  return [
    `- ${number === null ? '' : `[${number}] `}${minute(at)} UTC (${age(at, now)} ago), ${item.source_type}, ${words(item.category)}, ${words(item.source)}${item.publisher === null ? '' : ` for ${jsonLine(item.publisher)}`}, ${or(item.lang, 'language unknown')}${notes.length === 0 ? '' : `; ${notes.join('; ')}`}`,
    ...renderWords(given[item.key] ?? null),
    ...(facts.length === 0 ? [] : [`  ${facts.join(', ')}`]),
    ...(number !== null || item.path.length === 0
      ? []
      : [`  bears on the question by ${item.path.map((step) => jsonLine(step.replace(/[_-]/g, ' '))).join('; ')}`]),
  ];
};

/** The stories of a cluster that are only counted, after the last one that is shown. */
const renderCluster = (
  after: string,
  clusters: readonly InputCluster[],
  numbers: ReadonlyMap<string, number>,
): string[] =>
  clusters
    .filter(({ shown, stories }) => stories > 0 && shown.at(-1) === after)
    .map(
      ({ shown, stories, families, languages }) =>
        `- beside ${shown.map((key) => `[${numbers.get(key)}]`).join(' and ')} on the same act of the same parties in that half day: ${some(stories, 'further story', 'further stories')} by ${some(families, 'publisher family', 'publisher families')}${languages.length === 0 ? '' : ` in ${languages.join(', ')}`}`,
    );

const renderWords = (given: Words[string]): string[] =>
  given === null
    ? ['  (withdrawn since)']
    : [`  ${jsonLine(given.title)}`, ...(given.extract === null ? [] : [`  ${jsonLine(given.extract)}`])];

/** Attributes of measurements by name, with description and unit. */
const FACTS: Readonly<Record<string, (value: string | number | boolean) => string>> = {
  depth_km: (value) => `depth ${value} km`,
  magnitude_type: (value) => `scale of the magnitude ${value}`,
  event_type: (value) => `kind ${value}`,
  distance_km: (value) => `distance ${value} km`,
  change: (value) => `return ${Math.round(Number(value) * 10_000) / 100} %`,
  z: (value) => `z-score of it ${value}`,
  usd: (value) => `worth ${grouped(Number(value))} USD`,
  size: (value) => `${grouped(Number(value))} shares`,
};

const factsOf = (attributes: InputEvidence['attributes']): string[] =>
  Object.entries(attributes).map(([name, value]) => {
    const told = typeof value === 'string' ? jsonLine(value) : value;
    return FACTS[name]?.(told) ?? `${words(name)} ${told}`;
  });

const renderAlert = ({ alert, now }: ForecastInput): string[] =>
  alert === null
    ? []
    : [
        `  ${jsonLine(words(alert.cluster))}: ${some(alert.count, 'item')} of ${some(alert.families, 'publisher family', 'publisher families')} between ${minute(alert.window_start)} and ${minute(alert.window_end)} UTC, ${alert.ratio === null ? 'where nothing is usual' : `${alert.ratio} times the usual`}; opened ${age(alert.opened_at, now.frozen_at)} ago`,
      ];

/** Verbs of relationships: in force, and ended. */
const VERBS: Readonly<Record<string, readonly [string, string]>> = {
  hostile_to: ['has been hostile to', 'was hostile to'],
  claimed_by: ['has been claimed by', 'was claimed by'],
  allied_with: ['has been allied with', 'was allied with'],
  leads: ['has led', 'led'],
  funds: ['has funded', 'funded'],
  backs: ['has backed', 'backed'],
};

const renderBackground = (fact: InputBackground): string => {
  const { from_name, type, to_name, basis, since, until, source, checked_at: checked } = fact;
  const [holds, held] = VERBS[type] ?? [words(type), words(type)];
  const told = `${from_name} ${until === null ? holds : held} ${to_name} ${until === null ? `since ${since}` : `from ${since} to ${until}`}`;
  const by = source === null ? '' : ` (${source}, ${checked === null ? 'unchecked' : `checked ${checked}`})`;
  return `- ${told}${basis === null ? '.' : `: ${basis}`}${by}`;
};

/** Facts of the background are not repeated. */
const renderOntology = ({ ontology, background = [] }: ForecastInput): string[] => {
  const keyOf = ({ from, type, to }: Pick<InputBackground, 'from' | 'type' | 'to'>): string =>
    [from, type, to].join(' ');
  const told = new Set(background.map(keyOf));
  return ontology
    .filter((one) => !told.has(keyOf(one)))
    .map(
      ({ from_name, type, to_name, basis, since }) =>
        `- ${from_name} ${type.replaceAll('_', ' ')} ${to_name}${since === null ? '' : `, since ${since}`}${basis === null ? '' : ` (${basis})`}`,
    );
};

const renderCalendar = ({ calendar }: ForecastInput): string[] =>
  calendar.map(
    ({ date, last_date, title, confidence, note }) =>
      `- ${date}${last_date === date ? '' : ` to ${last_date}`}: ${jsonLine(title)} (date of ${confidence} confidence)${note === null ? '' : ` ${jsonLine(note)}`}`,
  );

const renderRates = ({ edition, base_rates: { floor, rates } }: ForecastInput): string[] =>
  ratesShown(rates, edition).map(({ alike, n, share_yes }) =>
    share_yes === null
      ? `- ${alike}: ${some(n, 'event')}, too few for a rate (fewer than ${floor})`
      : `- ${alike}: ${Math.round(share_yes * 1000) / 10} % of ${n} events resolved YES`,
  );

/** Insufficient samples are only mentioned if there is no rate at all. */
const ratesShown = (rates: readonly InputBaseRate[], edition: number | undefined): readonly InputBaseRate[] => {
  const told = rates.filter(({ share_yes }) => share_yes !== null);
  return edition === undefined || told.length === 0 ? rates : told;
};

const renderBefore = ({ before, market, now }: ForecastInput): string[] =>
  before.flatMap(({ made_at, probability_yes, market_yes_price, reasoning_end: end }) => [
    `- ${age(made_at, now.frozen_at)} ago: YES ${probability_yes}, when the price was ${or(market_yes_price)}`,
    ...(end === undefined || end === null
      ? []
      : [`  you ended with (the price is ${or(market.yes_price)} now; has it come?):`, `  > ${end}`]),
  ]);

const renderConfluence = ({ confluence: c }: ForecastInput): string[] =>
  c === null
    ? []
    : [
        `  score ${c.score}${change(c.score, c.score_24h_ago)}: ${some(c.source_type_count, 'kind')} of source in ${c.window_hours} hours${c.source_types.length === 0 ? '' : ` (${c.source_types.join(', ')})`}`,
        ...(c.weighted_score === null
          ? []
          : [`  weighted by credibility and age ${c.weighted_score}${change(c.weighted_score, c.weighted_24h_ago)}`]),
        ...(c.families === null
          ? []
          : [
              `  ${some(c.families, 'publisher family', 'publisher families')}, ${or(c.origins)} of them with reports of their own, ${c.languages === null ? 'languages unknown' : some(c.languages, 'language')}; parties that speak for themselves: ${c.parties.length === 0 ? 'none' : c.parties.map(words).join(', ')}`,
            ]),
      ];

const change = (value: number, before: number | null): string =>
  before === null ? '' : ` (a day ago ${before}${value === before ? ', unchanged' : ''})`;

/** Omissions; empty if there are none. */
export const renderLeftOut = ({ left_out: out }: ForecastInput): string[] => {
  const parts = [
    [out.items, 'stories of less relevance'],
    [out.siblings, 'markets of the group'],
    [out.crowd, 'questions of forecasting sites'],
    [out.ontology, 'relationships'],
  ] as const;
  const named = parts.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`);
  return named.length === 0 ? [] : ['', `Left out for length: ${named.join(', ')}.`];
};
