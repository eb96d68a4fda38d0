import {
  ANSWERS_PATH,
  answersDue,
  checkAnswerRows,
  checkLeaderboard,
  LEADERBOARD_PATH,
  settledBundles,
} from '../../../verification/answer-rows';
import { checkGroups, GROUPS_PATH, groupsDue } from '../../../verification/group-rows';
import { isSynthetic, rowsOf } from '../../../verification/claims';
import { insist } from '../../../verification/finding';
import type { History } from '../../../verification/history';
import { checkMarkets, checkReceiptList, MARKETS_PATH, RECEIPTS_PATH } from '../../../verification/listings';
import { policyChanges } from '../../../verification/policy-changes';
import {
  ANALYSIS_PATH,
  checkAnalysis,
  checkTrackRecord,
  TRACK_RECORD_PATH,
  type DueFigures,
} from '../../../verification/published-figures';
import { checkRows, RECORDS_PATH, type PublishedRows } from '../../../verification/published-rows';
import { checkPredictions, PREDICTIONS_PATH } from '../../../verification/predictions-list';
import { INDEX_PATH } from '../../../registry/registry-path';
import { listed } from './listed';
import { getIfThere } from './public-files';
import type { Reading, Verdict } from './report';
import type { ProvenLog } from './proven-log';

export interface Published {
  readonly copies: PublishedRows['copies'];
  readonly base: string;
}

/** @param now UTC ms. @throws Broken */
export const verifyPublished = async (
  reading: Reading,
  { history, days }: ProvenLog,
  now: number,
): Promise<Published> => {
  const { files, report, verdict } = reading;
  verdict.stage = 'Figures';
  const published = checkRows((await files.get(RECORDS_PATH)).text, rowsOf(history));
  report.held('dataset', `${published.rows.length} rows follow from the log`);
  const settled = settledBundles(history);
  const answers = checkAnswerRows((await files.get(ANSWERS_PATH)).text, answersDue(settled));
  const entrants = checkLeaderboard((await files.get(LEADERBOARD_PATH)).text, answers, isSynthetic(history), now);
  // Deployments of an earlier release have none.
  const groupFile = await getIfThere(files, GROUPS_PATH);
  const groups = groupFile === null ? 0 : checkGroups(groupFile.text, groupsDue(settled));
  if (groupFile === null) verdict.left.push(`${GROUPS_PATH} (the deployment has no such file)`);
  report.held(
    'models',
    `${answers.length} answers of all models and ${groups} about groups of markets follow from the log, and ${entrants} entrants of the leaderboard from them`,
  );
  const figures = checkTrackRecord((await files.get(TRACK_RECORD_PATH)).text, history, days, now);
  checkAnalysis((await files.get(ANALYSIS_PATH)).text, history, now);
  insist(
    days.base === null || days.base === figures.base,
    INDEX_PATH,
    `gives the address ${days.base ?? ''}, the track record ${figures.base}`,
  );
  for (const { what, registryBase } of published.copies)
    insist(registryBase === figures.base, what, `gives the address ${registryBase}, the track record ${figures.base}`);
  report.held('figures', 'track record and analysis follow from the log');
  await verifyLists(reading, history, now);
  tellFigures(verdict, figures, history, now);
  if (published.unproven > 0)
    verdict.left.push(`theater and event type of ${published.unproven} rows (their bundles do not hold them)`);
  return { copies: published.copies, base: figures.base };
};

const verifyLists = async ({ files, report, verdict }: Reading, history: History, now: number): Promise<void> => {
  const receipts = await listed(files, RECEIPTS_PATH);
  checkReceiptList(receipts, history);
  report.held('receipts', `${receipts.rows.length} trades listed with the figures of the log`);
  const markets = await listed(files, MARKETS_PATH);
  const edited = checkMarkets(markets, history, now);
  report.held(
    'markets',
    `${markets.rows.length} markets listed; those that were forecast as they were asked and decided${edited.length === 0 ? '' : `, but for ${edited.length} that their exchange has edited since (${edited.slice(0, 3).join(', ')})`}`,
  );
  const predictions = await listed(files, PREDICTIONS_PATH);
  const imported = checkPredictions(predictions, history);
  report.held('predictions', `${predictions.rows.length - imported} forecasts are listed as they were recorded`);
  for (const [name, { whole, rows }] of Object.entries({ receipts, markets, predictions }))
    if (!whole) verdict.left.push(`the list of ${name} beyond its first ${rows.length}, to spare the request limit`);
  if (imported > 0) verdict.left.push(`imported forecasts (${imported})`);
  verdict.left.push(
    'pages, embeds, badges, feeds, STIX, GeoJSON, MCP; CSV, Parquet, manifest and card of the dataset; lead times; what is listed of markets beside their forecasts',
  );
};

const tellFigures = (
  verdict: Verdict,
  { summary: { figures }, facts }: DueFigures,
  history: History,
  now: number,
): void => {
  const hits = `hit rate ${figures.hit_rate.toFixed(3)} of ${figures.n_distinct_markets} markets, ${facts} trades`;
  const changes = policyChanges(history, now);
  const differs = changes.some(
    ({ hitRate, trades }) => trades !== facts || Math.abs(hitRate - figures.hit_rate) > 1e-9,
  );
  const named = changes.map(({ text }) => text).join('; ');
  verdict.answer(
    'Figures',
    differs ? 'no' : 'yes',
    `recomputed from the log by the policies in force: ${hits}${named === '' ? '' : `; ${named}`}`,
  );
};
