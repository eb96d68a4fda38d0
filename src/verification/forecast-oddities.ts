/** Oddities of single forecasts. Each kind is counted, and tolerated up to a limit. Pure. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/common/durations';
import { parseMicros } from '../platform/common/utc-time';
import { midOf } from '../markets/quote';
import type { LoggedDocument } from './documents';
import { everyday, told, type Gap } from './gap';
import { heldSides, marketOfBundle, type History, type IntentHistory } from './history';
import { isObject, type JsonObject, type Members } from './received-json';
import { isInOrder, isPastLine, isQuotedInTime, unsizedSide } from './trade-rules';

/** A model that answers late may have waited for the news. */
const SLOW_MS = 15 * MINUTE_MS;
/** More than a model is shown of its forecasts of a market. */
const SHOWN_BEFORE_MAX = 16;
/** Days left have four decimals. */
const DAYS_LEFT_WITHIN = 0.0002;

interface Asked {
  readonly bundle: LoggedDocument;
  readonly input: Members;
  readonly question: JsonObject;
  readonly quote: Members;
  readonly intent: IntentHistory;
  readonly frozenAt: string;
  /** Forecasts of its market before it, in log order. */
  readonly earlier: readonly LoggedDocument[];
  readonly earlierOf: ReadonlyMap<string, readonly LoggedDocument[]>;
  readonly events: History['events'];
}

const millis = (instant: unknown): number => (parseMicros(String(instant)) ?? NaN) / 1000;
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const objectsIn = (value: unknown): readonly JsonObject[] => listIn(value).filter(isObject);
const priceIn = (document: LoggedDocument | undefined): unknown =>
  document?.members.at('input').at('market').object['yes_price'];

/** Its own deadline, else the exchange's end date. */
const endOf = ({ question }: Asked): string => String(question['deadline'] ?? question['resolves_at']);

/** Bid, price and ask are ascending; a whole book has a price, at Kalshi its middle. */
const isOddQuote = ({ quote, question }: Asked): boolean => {
  const [bid, ask, price] = ['yes_bid', 'yes_ask', 'yes_price'].map((name) => quote.numberOrNull(name));
  const middle = midOf({ bid: bid ?? null, ask: ask ?? null });
  const isWrong = question['exchange'] === 'kalshi' ? price !== middle : price === null;
  return !isInOrder(quote) || (middle !== null && isWrong);
};

const instantsShown = ({ input: { object }, question }: Asked): readonly unknown[] => {
  const { alert, before, path } = object;
  const group = question['group'];
  return [
    ...(isObject(alert) ? [alert['opened_at']] : []),
    ...objectsIn(before).map((one) => one['made_at']),
    ...(isObject(path) ? objectsIn(path['moves']).map((one) => one['at']) : []),
    // Days and hours are shorter texts of the same order.
    ...(isObject(path)
      ? [...listIn(path['daily']), ...listIn(path['hourly'])].map((one) => String(listIn(one)[0]).slice(0, 13))
      : []),
    ...(isObject(group)
      ? objectsIn(group['siblings']).flatMap(({ forecast }) => (isObject(forecast) ? [forecast['made_at']] : []))
      : []),
  ];
};

const inOneLine = (text: unknown): string => String(text).replaceAll(/\s+/g, ' ').trim();

/** Whether a forecast that the model was shown is one of these. */
const isAmong = (bundles: readonly LoggedDocument[], one: JsonObject): boolean =>
  bundles.some((bundle) => {
    const { probability_yes: probability, reasoning } = bundle.members.at('prediction').object;
    const { market_yes_price: price = priceIn(bundle), reasoning_end: end = null } = one;
    return (
      bundle.record.made_at === one['made_at'] &&
      probability === one['probability_yes'] &&
      priceIn(bundle) === price &&
      (end === null || inOneLine(reasoning).endsWith(inOneLine(end)))
    );
  });

/** Whether the model was shown its newest forecast, and no other of this market or its group than those of the log. */
const isOtherBefore = ({ input, question, frozenAt, earlier, earlierOf }: Asked): boolean => {
  const { group, exchange } = question;
  const siblings = objectsIn(isObject(group) ? group['siblings'] : []);
  const isInvented = ({ ticker, forecast }: JsonObject): boolean =>
    isObject(forecast) && !isAmong(earlierOf.get(`${String(exchange)}/${String(ticker)}`) ?? [], forecast);
  if (siblings.some(isInvented)) return true;
  const { before } = input.object;
  if (!Array.isArray(before)) return false;
  const told = objectsIn(before);
  const known = earlier.slice(-SHOWN_BEFORE_MAX).filter(({ record }) => record.made_at <= frozenAt);
  return told[0]?.['made_at'] !== known.at(-1)?.record.made_at || !told.every((one) => isAmong(known, one));
};

/** Whether log and policy confirm its trigger. */
const isUnreasoned = ({ input, intent: { rules }, frozenAt, earlier, quote }: Asked): boolean => {
  const { trigger, alert } = input.object;
  if ((trigger === 'surge') !== isObject(alert)) return true;
  const last = earlier.at(-1);
  // An alert causes one forecast of a market, when it opens; it is known to the millisecond.
  if (isObject(alert)) return last !== undefined && millis(last.record.made_at) >= millis(alert['opened_at']) + 1;
  if (trigger === 'schedule') {
    const rest = Number(rules.object['model_repeat_hours'] ?? 0) * HOUR_MS;
    return last !== undefined && millis(frozenAt) < millis(last.record.made_at) + rest - MINUTE_MS;
  }
  if (trigger === 'price_move') {
    // The book may be read again after the move was seen.
    const [price, before] = [quote.numberOrNull('yes_price'), priceIn(last)];
    const least = Number(rules.object['model_price_move'] ?? 0) / 2;
    return price === null || typeof before !== 'number' || Math.abs(price - before) < least;
  }
  return trigger !== 'command';
};

const isOtherDaysLeft = (one: Asked): boolean => {
  const { days_left: days } = one.input.at('now').object;
  const due = (millis(endOf(one)) - millis(one.frozenAt)) / DAY_MS;
  return typeof days === 'number' && Math.abs(days - due) > DAYS_LEFT_WITHIN;
};

/** Whether a market that is shown as one of its group is of another event in the log. */
const isOtherGroup = ({ question, intent, events }: Asked): boolean => {
  const { group, exchange } = question;
  const event = intent.document.members.textOrNull('event');
  if (!isObject(group)) return false;
  const siblings = objectsIn(group['siblings']).map(({ ticker }) =>
    events.get(`${String(exchange)}/${String(ticker)}`),
  );
  return event === null || siblings.some((other) => other !== undefined && other !== event);
};

/** Open trades are looked at before new forecasts are made, at the same quotes. */
const isLeftOpen = ({ quote, intent: { open, rules } }: Asked): boolean =>
  open.some(({ document: { members } }) => isPastLine(members, quote, rules));

const KINDS: readonly (readonly [text: string, is: (one: Asked) => boolean])[] = [
  [
    'rest on fewer draws than the policy asks for',
    ({ bundle, intent }) => bundle.members.list('draws').length < intent.rules.number('model_draws'),
  ],
  [
    'were made at a quote older than the policy allows, or of no instant',
    ({ input, intent }) => !isQuotedInTime(input, intent.rules, intent.document.record.made_at),
  ],
  ['have a quote that is out of order, or without the price in its middle', isOddQuote],
  [
    'were not traded because the size offered is not known',
    ({ bundle, intent }) => {
      const side = unsizedSide(bundle.members, intent.rules);
      return side !== null && !heldSides(intent).has(side);
    },
  ],
  [
    'were made after the end of trading or the deadline of their question',
    (one) => {
      const { closes_at: closes } = one.question;
      return one.frozenAt >= endOf(one) || (typeof closes === 'string' && one.bundle.record.made_at >= closes);
    },
  ],
  [
    'were answered more than a quarter of an hour after they were asked',
    ({ bundle, intent }) => millis(bundle.record.made_at) - millis(intent.document.record.made_at) > SLOW_MS,
  ],
  [
    'were shown something later than their frozen input',
    (one) => instantsShown(one).some((at) => String(at) > one.frozenAt),
  ],
  ['were shown other earlier forecasts than the log has', isOtherBefore],
  ['were asked for a reason that neither policy nor log has', isUnreasoned],
  ['state other days left than their deadline implies', isOtherDaysLeft],
  ['are of a group whose markets are of other events', isOtherGroup],
  ['were made at a price past the line of a trade that stayed open', isLeftOpen],
];

export const forecastOddities = (history: History): readonly (Gap | null)[] => {
  const counts = KINDS.map(() => 0);
  const earlier = new Map<string, LoggedDocument[]>();
  let [of, byHand] = [0, 0];
  for (const bundle of history.bundles.values()) {
    const before = earlier.get(marketOfBundle(bundle)) ?? [];
    const intent = history.intents.get(String(bundle.members.object['intent_sha256']));
    if (intent !== undefined) {
      const input = bundle.members.at('input');
      const one: Asked = {
        bundle,
        input,
        question: input.at('question').object,
        quote: input.at('market'),
        intent,
        frozenAt: input.at('now').text('frozen_at'),
        earlier: before,
        earlierOf: earlier,
        events: history.events,
      };
      of += 1;
      if (input.object['trigger'] === 'command') byHand += 1;
      for (const [at, [, is]] of KINDS.entries()) if (is(one)) counts[at] = (counts[at] ?? 0) + 1;
    }
    before.push(bundle);
    earlier.set(marketOfBundle(bundle), before);
  }
  return [
    ...KINDS.map(([text], at) => everyday(counts[at] ?? 0, of, `${counts[at] ?? 0} of ${of} forecasts ${text}`)),
    told(byHand, `${byHand} of ${of} forecasts were asked for by hand`),
  ];
};
