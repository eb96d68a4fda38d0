/** Rows of the dataset 0.2.0, one per answer, and the leaderboard derived from them. Pure. */
import { answerRecord, answersOf, type AnswerRecord, type ShadowRow } from '../dataset/answer-record';
import { addTo } from '../platform/common/group-by';
import { captureIsBefore, captureMicros, parseWaybackUrl } from '../registry/captures/anchor';
import { dayFilePath } from '../registry/registry-path';
import { parseMicros } from '../platform/common/utc-time';
import { LIVE } from '../dataset/record-schema-2';
import { evidenceSha256 } from '../forecasting/input/arms';
import type { ForecastInput } from '../forecasting/input/forecast-input';
import { comparedAnswer } from '../leaderboard/graded-answers';
import { leaderboard } from '../leaderboard/leaderboard';
import { bundlesInOrder, settledPrediction } from './claims';
import { isFirstVersion, type LoggedDocument } from './documents';
import { Broken, insist } from './finding';
import { marketOfBundle, type History } from './history';
import { insistFresh } from './published-figures';
import { insistFollows } from './published-rows';
import {
  checkLines,
  insistKnown,
  isObject,
  Members,
  readJsonValue,
  readList,
  readObject,
  sameJson,
  shortly,
} from './received-json';

export const ANSWERS_PATH = '/api/dataset/0.2.0/records.jsonl';
export const LEADERBOARD_PATH = '/api/leaderboard.json';

/** A settled forecast of the log with its shadows. */
export type SettledBundle = ReturnType<typeof settledBundles>[number];

/** In order of `made_at`. */
export const settledBundles = (history: History) => {
  const beside = new Map<string, LoggedDocument[]>();
  for (const shadow of history.shadows.values()) addTo(beside, shadow.members.text('bundle_id'), shadow);
  return bundlesInOrder(history).flatMap((bundle) => {
    const market = marketOfBundle(bundle);
    const settlement = history.settlementOf(market);
    if (settlement === null || settlement.object['settlement_yes_price'] === null) return [];
    const shadows = beside.get(bundle.record.id) ?? [];
    const answers = {
      prediction: {
        ...settledPrediction(bundle, settlement),
        ...saidOf(bundle),
        population: 'own',
        event: history.events.get(market) ?? null,
      },
      beside: shadows.map((shadow) => shadowRow(history, shadow)),
    };
    return [{ bundle, shadows, answers }];
  });
};

/** Expected rows, without their anchors, in order: a recorded answer, then its shadows. */
export const answersDue = (settled: readonly SettledBundle[]) =>
  settled.flatMap(({ bundle, shadows, answers }) =>
    answersOf(answers).map((answered, index) => ({
      record: answerRecord(answered, null),
      bundle,
      answer: index === 0 ? bundle : (shadows[index - 1] ?? bundle),
    })),
  );

/** Fields that only bundles of the second version have. */
const saidOf = (bundle: LoggedDocument) => {
  if (isFirstVersion(bundle)) return {};
  const input = bundle.members.at('input');
  return {
    model_name: input.at('model').text('version'),
    evidence_sha256: evidenceSha256(input.object as unknown as ForecastInput),
    closes_at: input.at('question').textOrNull('closes_at'),
    draws: bundle.members.objects('draws').map((draw) => Number(draw['probability_yes'])),
  };
};

const shadowRow = (history: History, shadow: LoggedDocument): ShadowRow => {
  const { record, members } = shadow;
  const prediction = members.at('prediction');
  const [arm, model] = [members.text('arm'), members.at('model').text('name')];
  const asked = history.askedBeside(shadow)?.['model'];
  const version = isObject(asked) ? asked['version'] : null;
  return {
    ...(prediction.object as unknown as Pick<ShadowRow, 'probability_yes' | 'confidence' | 'direction' | 'reasoning'>),
    id: record.id,
    arm: arm as ShadowRow['arm'],
    model: model as ShadowRow['model'],
    model_name: String(version),
    made_at: record.made_at,
    evidence_sha256: members.text('evidence_sha256'),
    record_sha256: record.sha256,
  };
};

type DueAnswer = ReturnType<typeof answersDue>[number];

/** @returns the published rows. @throws Broken at the first difference */
export const checkAnswerRows = (text: string, due: readonly DueAnswer[]): readonly AnswerRecord[] => {
  const because = {
    surplus: 'has no answer in the log',
    missing: ({ answer }: DueAnswer): string => `has no row for ${answer.record.id}`,
  };
  const rows = checkLines(ANSWERS_PATH, text, due, because, (row, expected) => {
    const old = isFirstVersion(expected.bundle);
    insistFollows(row, expected.record, (name, value) =>
      old ? UNSAID.has(name) : name === 'theater' && value === null,
    );
    if (row.object['anchor'] !== null) insistAnchor(row.at('anchor'), expected);
  });
  return rows as unknown as readonly AnswerRecord[];
};

/** Fields missing from old bundles cannot be compared; theaters may have been filled in since. */
const UNSAID = new Set(['theater', 'event_type', 'model_version', 'draws', 'closes_at', 'evidence_sha256']);

/** Checks that an anchor names the answer's record, its bundle, its day, and a copy made between both instants. */
const insistAnchor = (anchor: Members, { answer, bundle, record }: DueAnswer): void => {
  const { made_at: madeAt, sha256 } = answer.record;
  const date = madeAt.slice(0, 10);
  anchor.equal('record_sha256', sha256, 'the hash of its record');
  anchor.equal('bundle_sha256', bundle.record.sha256, 'the hash of its bundle');
  anchor.equal('registry_date', date, 'the day of its record');
  insistCopy(anchor, madeAt, record.resolution.resolved_at);
};

/**
 * @param madeAt of the newest record in the copy
 * @param resolvedAt of the first outcome, which must be later
 */
export const insistCopy = (anchor: Members, madeAt: string, resolvedAt: string): void => {
  const path = dayFilePath(madeAt.slice(0, 10));
  anchor.insist(anchor.text('registry_url').endsWith(path), 'registry_url is not the address of its day-file');
  const capture = parseWaybackUrl(anchor.text('wayback_url'));
  if (capture === null) throw new Broken(anchor.what, 'wayback_url is not a copy in the web archive');
  const sound =
    new URL(capture.url).pathname === path &&
    captureIsBefore(capture.timestamp, resolvedAt) &&
    (captureMicros(capture.timestamp) ?? 0) > (parseMicros(madeAt) ?? 0);
  anchor.insist(sound, 'wayback_url is not a copy of its day-file from between answer and outcome');
};

/**
 * Compares the live entries of the leaderboard with the rows; imports are not in any log.
 *
 * @param now UTC ms
 * @throws Broken at the first difference
 */
export const checkLeaderboard = (
  text: string,
  rows: readonly AnswerRecord[],
  synthetic: boolean,
  now: number,
): number => {
  const given = readObject(LEADERBOARD_PATH, readJsonValue(LEADERBOARD_PATH, text));
  const due = leaderboard(rows.flatMap((row) => comparedAnswer(row) ?? []));
  const live = (name: 'entrants' | 'pairs'): readonly unknown[] =>
    readList(`${LEADERBOARD_PATH} ${name}`, given[name]).filter((one) => populationOf(name, one) === LIVE);
  for (const name of ['entrants', 'pairs'] as const) {
    const published = live(name);
    insist(
      published.length === due[name].length,
      LEADERBOARD_PATH,
      `has ${published.length} live ${name}, the rows give ${due[name].length}`,
    );
    for (const [index, expected] of due[name].entries())
      insist(
        sameJson(published[index], JSON.parse(JSON.stringify(expected))),
        `${LEADERBOARD_PATH} ${name} ${index}`,
        `is ${shortly(published[index])}, and ${shortly(expected)} follows from the rows`,
      );
  }
  const document = new Members(LEADERBOARD_PATH, given);
  insistKnown(LEADERBOARD_PATH, given, ['schema_version', 'generated_at', 'synthetic', ...Object.keys(due)]);
  document.equal('schema_version', '1.0.0', 'the version that is known here');
  document.equal('synthetic', synthetic, 'which the bundles say');
  document.equal('markets_min', due.markets_min, 'the number of markets that are needed');
  insistFresh(document, now);
  return due.entrants.length;
};

/** `live`, verifiable with the log, or an import, which is not. */
const populationOf = (name: string, value: unknown): string => {
  const what = `${LEADERBOARD_PATH} ${name}`;
  const population = Members.of(what, value).text('population');
  insist(
    population === LIVE || /^import:/.test(population),
    what,
    `population ${shortly(population)} is neither live nor imported`,
  );
  return population;
};
