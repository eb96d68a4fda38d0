/**
 * The input as the model sees it: the frozen input and the words beside it, as one plain document. The
 * same input and words give the same text.
 *
 * No text of a stranger can leave its place: one-line texts stand as JSON strings, longer ones behind `> `
 * on every line, and `<` and line separators are written as escapes. So no line of theirs can look like
 * one of ours, or open a tag.
 */
import type {
  ForecastInput,
  InputCrowd,
  InputEvidence,
  InputMove,
  PathPoint,
  Words,
} from './forecast-input';

const NOTHING = '  none known';

const escaped = (text: string): string =>
  text.replace(
    /[<\u0085\u2028-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A stranger's text on one line. */
const said = (text: string): string => escaped(JSON.stringify(text));

/** A stranger's text of several lines. */
const quoted = (text: string): string[] =>
  escaped(text)
    .split('\n')
    .map((one) => `  > ${one}`.trimEnd());

/** To the minute, UTC. */
const minute = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)}`;

const or = (value: string | number | null, unknown = 'unknown'): string =>
  value === null ? unknown : String(value);

const points = (change: number): string =>
  `${change >= 0 ? '+' : '−'}${Math.abs(Math.round(change * 1000) / 10)} points`;

/** "3 h", "2 days": from an earlier instant to a later one. */
const age = (earlier: string, later: string): string => {
  const minutes = Math.round((Date.parse(later) - Date.parse(earlier)) / 60_000);
  if (minutes < 90) return `${Math.max(0, minutes)} min`;
  if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h`;
  return `${Math.round(minutes / 1440)} days`;
};

const section = (title: string, lines: readonly string[]): string[] => [
  '',
  `## ${title}`,
  ...(lines.length === 0 ? [NOTHING] : lines),
];

/** The whole input as text, lines ended by `\n`. */
export const renderInput = (input: ForecastInput, words: Words): string =>
  [
    ...renderNow(input),
    ...section('Question', renderQuestion(input)),
    ...section('Price', renderPrice(input)),
    ...section('Twin on the other exchange', renderTwin(input)),
    ...section(
      'Crowd',
      input.crowd.flatMap((one) => renderCrowd(one, words)),
    ),
    ...section(
      'Evidence, one entry a story, the most relevant and newest first',
      input.items.flatMap((item) => renderEvidence(item, words, input.now.frozen_at)),
    ),
    ...section('Alert that asked for this forecast', renderAlert(input)),
    ...section('Relationships in force', renderOntology(input)),
    ...section('Due before the deadline', renderCalendar(input)),
    ...section('Base rates of settled markets', renderRates(input)),
    ...section('Your last forecasts of this market', renderBefore(input)),
    ...section('Corroboration', renderConfluence(input)),
    ...renderLeftOut(input),
    '',
  ].join('\n');

const renderNow = ({ now, synthetic, trigger }: ForecastInput): string[] => [
  '## Now',
  `  ${minute(now.frozen_at)} UTC; ${timeLeft(now.days_left)}; asked because of: ${trigger.replace('_', ' ')}`,
  ...(synthetic ? ['  a demonstration: every market and item below is invented'] : []),
];

const timeLeft = (days: number | null): string => {
  if (days === null) return 'deadline unknown';
  if (days < 0) return 'the deadline has passed';
  return days < 3
    ? `${Math.round(days * 240) / 10} hours to the deadline`
    : `${Math.round(days * 10) / 10} days to the deadline`;
};

const renderQuestion = ({ question: q }: ForecastInput): string[] => {
  const dates: readonly (readonly [string, string | null])[] = [
    ['deadline of the question', q.deadline],
    ['end date at the exchange', q.resolves_at],
    ['opened', q.opens_at],
    ['trading closes', q.closes_at],
    ['resolution expected', q.expected_resolution_at],
  ];
  return [
    `  ${said(q.text)}`,
    `  ${q.exchange} ${said(q.ticker)}; theater ${or(q.theater)}; kind of event ${or(q.event_type)}`,
    ...dates.flatMap(([name, at]) => (at === null ? [] : [`  ${name}: ${minute(at)} UTC`])),
    ...(q.strike === null ? [] : [`  strike: ${said(q.strike)}`]),
    ...(q.rules === null ? ['  rules: unknown'] : ['  rules:', ...quoted(q.rules)]),
    ...(q.rules_secondary === null ? [] : ['  further rules:', ...quoted(q.rules_secondary)]),
    ...(q.resolution_source === null ? [] : [`  resolved by: ${said(q.resolution_source)}`]),
    ...renderGroup(q.group),
  ];
};

const renderGroup = (group: ForecastInput['question']['group']): string[] => {
  if (group === null) return [];
  const kind = group.exclusive === true ? ', of which exactly one resolves YES' : '';
  return [
    `  one of a group${group.title === null ? '' : ` ${said(group.title)}`}${kind}; the others:`,
    ...group.siblings.map(
      ({ text, label, deadline, yes_price }) =>
        `  - ${or(yes_price, 'no price')}: ${said(text)}${label === null ? '' : ` (${said(label)})`}${deadline === null ? '' : `, by ${deadline.slice(0, 10)}`}`,
    ),
    ...group.incoherent.map((sentence) => `  prices of the group disagree: ${sentence}`),
  ];
};

const renderPrice = ({ market: m, path, now }: ForecastInput): string[] => [
  `  YES ${or(m.yes_price)}; bid ${or(m.yes_bid)} (${or(m.bid_size)} contracts), ask ${or(m.yes_ask)} (${or(m.ask_size)} contracts), spread ${or(m.spread)}`,
  `  volume of 24 hours ${or(m.volume_24h)}, in all ${or(m.volume)}; liquidity ${or(m.liquidity)}; open interest ${or(m.open_interest)}`,
  ...(m.quoted_at === null ? [] : [`  quoted ${age(m.quoted_at, now.frozen_at)} before`]),
  `  by day: ${renderPath(path.daily)}`,
  `  last 48 hours, where it changed: ${renderPath(path.hourly)}`,
  ...path.moves.flatMap((move) => renderMove(move, now.frozen_at)),
];

const renderPath = (path: readonly PathPoint[]): string =>
  path.length === 0 ? 'unknown' : path.map(([at, price]) => `${at.slice(5)} ${price}`).join(', ');

const renderMove = (
  { started_at, at, from, to, spoken_before }: InputMove,
  now: string,
): string[] => [
  `  moved from ${from} to ${to} (${points(to - from)}) between ${minute(started_at)} and ${minute(at)}, ${age(at, now)} ago; spoken before: ${
    spoken_before.length === 0
      ? 'nobody'
      : spoken_before
          .map(
            ({ source, source_type, lead_minutes }) =>
              `${source} (${source_type}, ${lead_minutes} min)`,
          ) // prettier-ignore
          .join(', ')
  }`,
];

const renderTwin = ({ twin }: ForecastInput): string[] =>
  twin === null
    ? []
    : [
        `  ${twin.exchange} ${said(twin.ticker)}: ${said(twin.text)}`,
        `  YES ${or(twin.yes_price)}; bid ${or(twin.yes_bid)}, ask ${or(twin.yes_ask)}${twin.resolves_at === null ? '' : `; end date ${minute(twin.resolves_at)} UTC`}`,
      ];

const renderCrowd = (one: InputCrowd, words: Words): string[] => {
  const week =
    one.value === null || one.value_7d_ago === null
      ? 'change in 7 days unknown'
      : `${points(one.value - one.value_7d_ago)} in 7 days`;
  return [
    `- ${one.source}: ${or(one.value, 'no value told')}; ${or(one.forecasters)} forecasters; ${week}; read ${minute(one.at)}${one.same_question ? '; asks the same as the market' : ''}`,
    ...renderWords(words[one.key] ?? null),
  ];
};

/** One story as the model sees it. @param now when the input was frozen */
export const renderEvidence = (item: InputEvidence, words: Words, now: string): string[] => {
  const facts = Object.entries(item.attributes).map(
    ([name, value]) => `${name} ${typeof value === 'string' ? said(value) : value}`,
  );
  const notes = [
    item.relevance === null ? null : `relevance ${item.relevance}`,
    item.about === true ? 'covers the whole question' : null,
    item.party === null ? null : `speaks for ${item.party}`,
    item.copies === 0
      ? null
      : `also told by ${item.copies} other${item.copies === 1 ? '' : 's'}, ${item.families} publisher families in all`,
    item.circular ? 'CIRCULAR: the market itself is its cause' : null,
  ].filter((note) => note !== null);
  const at = item.published_at ?? item.first_seen_at;
  return [
    `- ${minute(at)} (${age(at, now)} ago), ${item.source_type}, ${item.category}, ${item.source}${item.publisher === null ? '' : ` for ${said(item.publisher)}`}, ${or(item.lang, 'language unknown')}${notes.length === 0 ? '' : `; ${notes.join('; ')}`}`,
    ...renderWords(words[item.key] ?? null),
    ...(facts.length === 0 ? [] : [`  ${facts.join(', ')}`]),
    ...(item.path.length === 0 ? [] : [`  bears on the question by ${item.path.map(said).join('; ')}`]), // prettier-ignore
  ];
};

const renderWords = (words: Words[string]): string[] =>
  words === null
    ? ['  (withdrawn since)']
    : [`  ${said(words.title)}`, ...(words.extract === null ? [] : [`  ${said(words.extract)}`])];

const renderAlert = ({ alert, now }: ForecastInput): string[] =>
  alert === null
    ? []
    : [
        `  ${said(alert.cluster)}: ${alert.count} items of ${alert.families} publisher families between ${minute(alert.window_start)} and ${minute(alert.window_end)}, ${alert.ratio === null ? 'where nothing is usual' : `${alert.ratio} times the usual`}; opened ${age(alert.opened_at, now.frozen_at)} ago`,
      ];

const renderOntology = ({ ontology }: ForecastInput): string[] =>
  ontology.map(
    ({ from_name, type, to_name, basis, since }) =>
      `- ${from_name} ${type.replaceAll('_', ' ')} ${to_name}${since === null ? '' : `, since ${since}`}${basis === null ? '' : ` (${basis})`}`,
  );

const renderCalendar = ({ calendar }: ForecastInput): string[] =>
  calendar.map(
    ({ date, last_date, title, confidence, note }) =>
      `- ${date}${last_date === date ? '' : ` to ${last_date}`}: ${said(title)} (date of ${confidence} confidence)${note === null ? '' : ` ${said(note)}`}`,
  );

const renderRates = ({ base_rates: { floor, rates } }: ForecastInput): string[] =>
  rates.map(({ alike, n, share_yes }) =>
    share_yes === null
      ? `- ${alike}: ${n} events, too few for a rate (fewer than ${floor})`
      : `- ${alike}: ${Math.round(share_yes * 1000) / 10} % of ${n} events resolved YES`,
  );

const renderBefore = ({ before, now }: ForecastInput): string[] =>
  before.map(
    ({ made_at, probability_yes, market_yes_price }) =>
      `- ${age(made_at, now.frozen_at)} ago: ${probability_yes}, when the price was ${or(market_yes_price)}`,
  );

const renderConfluence = ({ confluence: c }: ForecastInput): string[] =>
  c === null
    ? []
    : [
        `  score ${c.score}${change(c.score, c.score_24h_ago)}: ${c.source_type_count} kinds of source in ${c.window_hours} hours${c.source_types.length === 0 ? '' : ` (${c.source_types.join(', ')})`}`,
        ...(c.weighted_score === null
          ? []
          : [`  weighted by credibility and age ${c.weighted_score}${change(c.weighted_score, c.weighted_24h_ago)}`]), // prettier-ignore
        ...(c.families === null
          ? []
          : [`  ${c.families} publisher families, ${or(c.origins)} of them with reports of their own, ${or(c.languages)} languages; parties that speak for themselves: ${c.parties.length === 0 ? 'none' : c.parties.join(', ')}`]), // prettier-ignore
      ];

const change = (value: number, before: number | null): string =>
  before === null ? '' : ` (a day ago ${before}${value === before ? ', unchanged' : ''})`;

const renderLeftOut = ({ left_out: out }: ForecastInput): string[] => {
  const parts = [
    [out.items, 'stories of less relevance'],
    [out.siblings, 'markets of the group'],
    [out.crowd, 'questions of forecasting sites'],
    [out.ontology, 'relationships'],
  ] as const;
  const named = parts.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`);
  return named.length === 0 ? [] : ['', `Left out for length: ${named.join(', ')}.`];
};
