/** Checks published figures of forecasts against the log. Pure. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/common/durations';
import { formatMillis } from '../platform/common/utc-time';
import { analyse } from '../track-record/analysis';
import { summarise } from '../track-record/summary';
import { GENESIS_HASH } from '../registry/proofs/hash-chain';
import { INDEX_PATH } from '../registry/registry-path';
import { baseOf } from './public-address';
import { countsOf, gradedRowsOf, isSynthetic, tradeFactsOf } from './claims';
import { insist, OtherVersion } from './finding';
import type { History } from './history';
import { isObject, Members, millisOf, readJsonValue, readObject, shortly, without } from './received-json';
import type { SealedDays } from './days';

export const TRACK_RECORD_PATH = '/api/track-record.json';
export const ANALYSIS_PATH = '/api/track-record/analysis.json';
const BADGE_PATH = '/api/badge/track-record.svg';

/** Figures are cached between ticks; older ones are an old state. */
const FIGURES_AGE_MAX_MS = 2 * HOUR_MS;
/** Tolerated difference of two machines' clocks. */
const CLOCK_MS = 5 * MINUTE_MS;
/** Sums in another order differ in the last digits. */
const RELATIVE_TOLERANCE = 1e-9;

export type DueFigures = ReturnType<typeof checkTrackRecord>;

/** @param now UTC ms @returns the expected figures, the public address and the number of counted trades. @throws Broken */
export const checkTrackRecord = (text: string, history: History, { days }: SealedDays, now: number) => {
  const document = membersIn(TRACK_RECORD_PATH, text);
  document.insistKnown(TRACK_RECORD_MEMBERS);
  document.equal('schema_version', '1.0.0', 'the version that is known here');
  const rules = history.policy?.members.at('rules') ?? null;
  const figures = document.at('track_record');
  const generated = insistFresh(document, now);
  const lookbackDays = figures.number('lookback_days');
  const minConfidence = figures.number('min_confidence');
  if (rules !== null) {
    figures.equal('lookback_days', rules.object['track_record_days'], 'which the policy says');
    figures.equal('min_confidence', rules.object['trade_min_confidence'], 'which the policy says');
  }
  const synthetic = isSynthetic(history);
  const facts = tradeFactsOf(history, formatMillis(Math.max(0, generated - lookbackDays * DAY_MS)), minConfidence);
  const parts = { lookbackDays, minConfidence, population: 'own', synthetic };
  const summary = summarise(facts, parts);
  const due = without(summary.figures, 'caveat', 'brier_skill_interpretation');
  figures.insistKnown(Object.keys(summary.figures));
  insistSame(figures.what, without(figures.object, 'caveat', 'brier_skill_interpretation'), due, 'track_record');
  const honesty = document.at('honesty');
  honesty.insistKnown(['claims_demonstrated_edge', 'statement']);
  honesty.equal('claims_demonstrated_edge', summary.claims, 'which follows from the trades');
  const base = checkAddresses(document);
  checkRegistryBlock(document.at('registry'), days, base);
  return { summary, base, facts: facts.length };
};

const TRACK_RECORD_MEMBERS = (
  'schema_version publisher generated_at track_record registry methodology_url track_record_url receipts_api_url ' +
  'per_call_receipt_url_template badge_url honesty degraded'
).split(' ');

/** Targets of the track record's addresses. */
const ADDRESSES: Readonly<Record<string, string>> = {
  methodology_url: '/about',
  track_record_url: '/receipts',
  receipts_api_url: '/api/receipts',
  per_call_receipt_url_template: '/api/receipt/{trade_id}.json',
  badge_url: BADGE_PATH,
};

const checkAddresses = (document: Members): string => {
  const base = baseOf(document.what, document.object['badge_url'], BADGE_PATH);
  for (const [name, path] of Object.entries(ADDRESSES))
    document.equal(name, `${base}${path}`, 'the address of this deployment');
  return base;
};

const checkRegistryBlock = (registry: Members, days: SealedDays['days'], base: string): void => {
  const sealedAt = (day: SealedDays['days'][number] | undefined): string =>
    offset(day?.entry.text('anchored_at') ?? NEVER);
  const last = days.at(-1);
  const due = {
    chain_head_hash: last?.entry.object['combined_hash'] ?? GENESIS_HASH,
    anchored_at: sealedAt(last),
    first_anchored_at: sealedAt(days[0]),
    n_days: days.length,
    head_date: last?.file.date ?? NEVER.slice(0, 10),
    verify_url: `${base}${INDEX_PATH}`,
  };
  registry.insistKnown([...Object.keys(due), 'available', 'verify_method']);
  for (const [name, value] of Object.entries(due)) registry.equal(name, value, 'which follows from the chain');
};

/** Placeholders for an instant and a day before the first seal. */
const NEVER = '1970-01-01T00:00:00.000000Z';

const offset = (instant: string): string => instant.replace(/Z$/, '+00:00');

/** @returns the names of all populations, including this deployment's. @throws Broken */
export const checkAnalysis = (text: string, history: History, now: number): readonly string[] => {
  const document = membersIn(ANALYSIS_PATH, text);
  document.equal('schema_version', '1.0.0', 'the version that is known here');
  const since = formatMillis(Math.max(0, insistFresh(document, now) - document.number('lookback_days') * DAY_MS));
  const rules = history.policy?.members.at('rules');
  if (rules !== undefined) {
    document.equal('lookback_days', rules.object['track_record_days'], 'which the policy says');
    document.equal('min_confidence', rules.object['trade_min_confidence'], 'which the policy says');
  }
  document.equal('synthetic', isSynthetic(history), 'which the bundles say');
  document.equal('population', 'own', 'the one that is shown where none is named');
  const facts = tradeFactsOf(history, since, document.number('min_confidence'));
  const due = analyse(facts, gradedRowsOf(history, since));
  document.insistKnown([...ANALYSIS_MEMBERS, ...Object.keys(due)]);
  for (const [name, figure] of Object.entries(due))
    insistSame(`${ANALYSIS_PATH} ${name}`, document.object[name], figure, name);
  return checkPopulations(document, history, now);
};

const ANALYSIS_MEMBERS =
  'schema_version generated_at population populations lookback_days min_confidence synthetic lead_time'.split(' ');

const checkPopulations = (document: Members, history: History, now: number): readonly string[] => {
  const what = `${ANALYSIS_PATH} populations`;
  const rows = document.list('populations').map((row) => Members.of(what, row));
  const names = rows.map((row) => row.text('population'));
  const known = names.every(
    (name, index) => (name === 'own' || /^import:[A-Za-z0-9._-]+$/.test(name)) && names.indexOf(name) === index,
  );
  insist(known, what, 'names a population that is neither own nor imported, or one twice');
  const due = countsOf(history);
  const own = rows[names.indexOf('own')];
  insist((own === undefined) === (due.n_registered === 0), what, 'does not have the population own');
  for (const row of rows) {
    row.insistKnown(['population', 'graded_at_ms', ...Object.keys(due)]);
    const graded = row.numberOrNull('graded_at_ms');
    insist(graded === null || (graded > 0 && graded <= now + CLOCK_MS), what, 'graded_at_ms is not a time up to now');
  }
  for (const [name, count] of Object.entries(due)) own?.equal(name, count, 'which follows from the log');
  return names;
};

const membersIn = (what: string, text: string): Members =>
  new Members(what, readObject(what, readJsonValue(what, text)));

/** Time of computation, UTC ms; must be recent, within caching time and clock tolerance. @throws Broken */
export const insistFresh = (document: Members, now: number): number => {
  const at = millisOf(document.instant('generated_at'));
  document.insist(
    now - at <= FIGURES_AGE_MAX_MS,
    `was generated at ${document.text('generated_at')}: it is an old state`,
  );
  document.insist(at - now <= CLOCK_MS, 'was generated in the future');
  return at;
};

/** @throws Broken when values differ, except for rounding */
const insistSame = (what: string, given: unknown, due: unknown, path: string): void => {
  if (typeof due === 'number' && typeof given === 'number') {
    const near = Math.abs(given - due) <= RELATIVE_TOLERANCE * Math.max(1, Math.abs(due));
    insist(near, what, `${path} is ${given}, and ${due} follows from the log`);
  } else if (Array.isArray(due)) {
    const list = Array.isArray(given) ? (given as unknown[]) : null;
    insist(
      list?.length === due.length,
      what,
      `${path} does not have the ${due.length} entries that follow from the log`,
    );
    due.forEach((item, index) => {
      insistSame(what, list?.[index], item, `${path}[${index}]`);
    });
  } else if (isObject(due)) {
    insist(isObject(given), what, `${path} is not an object`);
    const object = given as Readonly<Record<string, unknown>>;
    const extra = Object.keys(object).find((name) => !(name in due));
    if (extra !== undefined) throw new OtherVersion(what, `${path} has a member ${shortly(extra)} that is not known`);
    for (const [name, value] of Object.entries(due)) insistSame(what, object[name], value, `${path}.${name}`);
  } else insist(given === due, what, `${path} is ${shortly(given)}, and ${shortly(due)} follows from the log`);
};
