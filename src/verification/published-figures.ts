/** What is published of the forecasts, against what follows from the log. Pure. */
import { makeBadge } from 'badge-maker';
import { DAY_MS } from '../common/durations';
import { formatMillis, parseMicros } from '../common/utc-time';
import { analyse } from '../track-record/analysis';
import { badgeWords } from '../track-record/badge';
import { honestyStatement, summarise, type Summary } from '../track-record/summary';
import { countsOf, gradedRowsOf, isSynthetic, tradeFactsOf } from './claims';
import { insist } from './finding';
import type { History } from './history';
import { isObject, Members, readJsonValue, readObject, shortly } from './received-json';
import type { SealedDays } from './days';

export const TRACK_RECORD_PATH = '/api/track-record.json';
export const ANALYSIS_PATH = '/api/track-record/analysis.json';
export const BADGE_PATH = '/api/badge/track-record.svg';

/** Figures may be kept for a while between ticks; what is older is an old state. */
const FIGURES_AGE_MAX_MS = DAY_MS;
/** Sums over markets in another order differ in the last digits. */
const RELATIVE_TOLERANCE = 1e-9;

/** What the figures of the track record must be. */
export interface DueFigures {
  readonly summary: Summary;
  readonly synthetic: boolean;
}

/** @param now UTC ms. @throws Broken */
export const checkTrackRecord = (
  text: string,
  history: History,
  { days }: SealedDays,
  now: number,
): DueFigures => {
  const document = membersIn(TRACK_RECORD_PATH, text);
  const rules = history.policy?.members.at('rules') ?? null;
  const figures = document.at('track_record');
  const generated = generatedAt(document, now);
  const lookbackDays = figures.number('lookback_days');
  const minConfidence = figures.number('min_confidence');
  if (rules !== null) {
    figures.equal('lookback_days', rules.object['track_record_days'], 'which the policy says');
    figures.equal('min_confidence', rules.object['trade_min_confidence'], 'which the policy says');
  }
  const synthetic = isSynthetic(history);
  const facts = tradeFactsOf(history, formatMillis(Math.max(0, generated - lookbackDays * DAY_MS)), minConfidence); // prettier-ignore
  const parts = { lookbackDays, minConfidence, population: 'own', synthetic };
  const summary = summarise(facts, parts);
  insistSame(figures.what, figures.object, summary.figures, 'track_record');
  const honesty = document.at('honesty');
  honesty.equal('claims_demonstrated_edge', summary.claims, 'which follows from the trades');
  checkStatement(document, honesty, honestyStatement({ summary, rules: parts, counts: countsOf(history), impairments: [] })); // prettier-ignore
  const last = days.at(-1);
  const registry = document.at('registry');
  registry.equal('n_days', days.length, 'the length of the chain');
  if (last !== undefined) {
    registry.equal('chain_head_hash', last.entry.object['combined_hash'], 'the head of the chain');
    registry.equal('head_date', last.file.date, 'the last sealed day');
    registry.equal('anchored_at', offset(last.entry.text('anchored_at')), 'when it was sealed');
    registry.equal('first_anchored_at', offset(days[0]?.entry.text('anchored_at') ?? ''), 'when the first was'); // prettier-ignore
  }
  return { summary, synthetic };
};

const offset = (instant: string): string => instant.replace(/Z$/, '+00:00');

/** Behind what follows from the log only sentences about the machinery may stand. */
const checkStatement = (document: Members, honesty: Members, due: string): void => {
  const statement = honesty.text('statement');
  insist(statement.startsWith(due), honesty.what, `statement does not say what follows from the log: ${shortly(due)}`); // prettier-ignore
  const rest = statement.slice(due.length).trim();
  const sentences = rest === '' ? [] : rest.split(/(?<=[.)]) (?=[A-Z])/);
  insist(sentences.every((one) => one.startsWith('Degraded: ')), honesty.what, 'statement ends with words that are no fault of the machinery'); // prettier-ignore
  document.equal('degraded', rest !== '', 'which its statement says');
};

/** @throws Broken */
export const checkAnalysis = (text: string, history: History, now: number): void => {
  const document = membersIn(ANALYSIS_PATH, text);
  const since = formatMillis(Math.max(0, generatedAt(document, now) - document.number('lookback_days') * DAY_MS)); // prettier-ignore
  const rules = history.policy?.members.at('rules');
  if (rules !== undefined) {
    document.equal('lookback_days', rules.object['track_record_days'], 'which the policy says');
    document.equal('min_confidence', rules.object['trade_min_confidence'], 'which the policy says');
  }
  document.equal('synthetic', isSynthetic(history), 'which the bundles say');
  document.equal('population', 'own', 'the one that is shown where none is named');
  const facts = tradeFactsOf(history, since, document.number('min_confidence'));
  const due = analyse(facts, gradedRowsOf(history, since));
  for (const [name, figure] of Object.entries(due))
    insistSame(`${ANALYSIS_PATH} ${name}`, document.object[name], figure, name);
  const own = document.list('populations').filter(isObject).find(({ population }) => population === 'own'); // prettier-ignore
  if (own !== undefined)
    for (const [name, count] of Object.entries(countsOf(history)))
      insistSame(`${ANALYSIS_PATH} populations`, own[name], count, name);
  checkLeadTime(document.at('lead_time'));
};

/** Price moves are in no record: only that the shares follow from the counts beside them can be checked. */
const checkLeadTime = (leadTime: Members): void => {
  const moves = leadTime.number('moves');
  insist(leadTime.number('controls') <= moves, leadTime.what, 'has more control periods than moves'); // prettier-ignore
  for (const name of ['by_source_type', 'by_source'])
    for (const entry of leadTime.list(name)) {
      const row = new Members(`${leadTime.what} ${name}`, readObject(leadTime.what, entry));
      row.equal('share', row.number('moves') / moves, 'its moves over all moves');
      const control = row.numberOrNull('control_share');
      insist(control === null || (control >= 0 && control <= 1), row.what, 'control_share is not within 0 and 1'); // prettier-ignore
      insist(row.number('median_first_lead_seconds') >= row.number('median_last_lead_seconds') - 1e-9, row.what, 'the first word came after the last'); // prettier-ignore
    }
};

/** @throws Broken */
export const checkBadge = (text: string, { summary, synthetic }: DueFigures): void => {
  const words = badgeWords(summary.figures, summary.claims, synthetic);
  const due = makeBadge({ ...words, style: 'flat' });
  insist(text === due, BADGE_PATH, `does not say “${words.label}: ${words.message}”, which follows from the log, or is drawn otherwise`); // prettier-ignore
};

const membersIn = (what: string, text: string): Members =>
  new Members(what, readObject(what, readJsonValue(what, text)));

const generatedAt = (document: Members, now: number): number => {
  const at = (parseMicros(document.instant('generated_at')) ?? 0) / 1000;
  insist(now - at <= FIGURES_AGE_MAX_MS, document.what, `was generated at ${document.text('generated_at')}: it is an old state`); // prettier-ignore
  insist(at - now <= FIGURES_AGE_MAX_MS, document.what, 'was generated in the future');
  return at;
};

/** @throws Broken where a published value is not the due one; sums may differ in their last digits */
const insistSame = (what: string, given: unknown, due: unknown, path: string): void => {
  if (typeof due === 'number' && typeof given === 'number') {
    const near = Math.abs(given - due) <= RELATIVE_TOLERANCE * Math.max(1, Math.abs(due));
    insist(near, what, `${path} is ${given}, and ${due} follows from the log`);
  } else if (Array.isArray(due)) {
    const list = Array.isArray(given) ? (given as unknown[]) : null;
    insist(list?.length === due.length, what, `${path} does not have the ${due.length} entries that follow from the log`); // prettier-ignore
    due.forEach((item, index) => {
      insistSame(what, list?.[index], item, `${path}[${index}]`);
    });
  } else if (isObject(due)) {
    insist(isObject(given), what, `${path} is not an object`);
    const object = given as Readonly<Record<string, unknown>>;
    const extra = Object.keys(object).find((name) => !(name in due));
    insist(extra === undefined, what, `${path} has a member ${shortly(extra)} that is not known`);
    for (const [name, value] of Object.entries(due))
      insistSame(what, object[name], value, `${path}.${name}`);
  } else
    insist(given === due, what, `${path} is ${shortly(given)}, and ${shortly(due)} follows from the log`); // prettier-ignore
};
