/** What is concluded from the log: the rows of the dataset with their anchors, and the track record. */
import { parseMicros } from '../../common/utc-time';
import { captureIsBefore, parseWaybackUrl } from '../../registry/anchor';
import { recordDate, type LogRecord } from '../../registry/log-record';
import { dayFilePath } from '../../registry/registry-path';
import type { PublicFiles } from './public-files';
import { readCanonical, readObject, type JsonObject } from './received-json';
import { Broken, insist, type Report } from './report';
import type { ProvenBundles } from './verify-documents';
import type { ProvenLog } from './verify-log';

export const RECORDS_PATH = '/api/dataset/records.jsonl';
const TRACK_RECORD_PATH = '/api/track-record.json';

/** What the other checks need of a row. */
export interface PublishedRow {
  readonly bundleId: unknown;
  readonly anchor: { readonly waybackUrl: string; readonly sha256: string } | null;
}

/** Every row against the log and its bundle. */
export const verifyDataset = async (
  files: PublicFiles,
  report: Report,
  log: ProvenLog,
  bundles: ProvenBundles,
): Promise<readonly PublishedRow[]> => {
  const { text } = await files.get(RECORDS_PATH);
  const lines = text.split('\n').filter((line) => line !== '');
  const byHash = new Map(log.records.map((record) => [record.sha256, record]));
  const ids = new Map(log.records.map((record) => [record.id, record]));
  const rows = lines.map((line, index) => {
    const what = `${RECORDS_PATH} line ${index + 1}`;
    const row = readObject(what, readCanonical(what, line));
    report.progress('dataset', index + 1, lines.length);
    return verifyRow(what, row, byHash, ids, bundles);
  });
  const anchored = rows.filter(({ anchor }) => anchor !== null).length;
  report.held('dataset', `${rows.length} rows, ${anchored} with an anchor before the resolution`);
  return rows;
};

const verifyRow = (
  what: string,
  row: JsonObject,
  byHash: ReadonlyMap<string, LogRecord>,
  ids: ReadonlyMap<string, LogRecord>,
  bundles: ProvenBundles,
): PublishedRow => {
  const prediction = member(what, row, 'prediction');
  const context = member(what, row, 'context');
  const resolution = member(what, row, 'resolution');
  verifyBrier(what, prediction, resolution);
  const bundleId = context['replay_bundle_id'];
  const record = typeof bundleId === 'string' ? ids.get(bundleId) : undefined;
  if (record !== undefined) {
    insist(record.made_at === prediction['made_at'], what, 'made_at is not that of its record in the log'); // prettier-ignore
    const bundle = bundles.get(record.id);
    if (bundle !== undefined) matchBundle(what, row, bundle);
  }
  if (row['anchor'] === null) return { bundleId, anchor: null };
  const anchor = member(what, row, 'anchor');
  verifyAnchor(what, anchor, String(resolution['resolved_at']), byHash);
  insist(byHash.get(String(anchor['bundle_sha256']))?.id === bundleId, what, 'anchor and replay_bundle_id are not about the same bundle'); // prettier-ignore
  const { wayback_url: waybackUrl, bundle_sha256: sha256 } = anchor;
  return { bundleId, anchor: { waybackUrl: String(waybackUrl), sha256: String(sha256) } };
};

const member = (what: string, object: JsonObject, name: string): JsonObject =>
  readObject(`${what} ${name}`, object[name]);

const verifyBrier = (what: string, prediction: JsonObject, resolution: JsonObject): void => {
  const probability = prediction['probability_yes'];
  insist(typeof probability === 'number', what, 'probability_yes is no number');
  const settled = resolution['settlement_yes_price'];
  const outcome = typeof settled === 'number' && settled >= 0.5 ? 'YES' : 'NO';
  insist(
    resolution['outcome'] === outcome,
    what,
    'outcome does not follow from settlement_yes_price',
  );
  const loss = (probability as number) - (outcome === 'YES' ? 1 : 0);
  insist(resolution['brier_score'] === loss * loss, what, 'brier_score is not (probability - outcome) squared'); // prettier-ignore
};

const verifyAnchor = (
  what: string,
  anchor: JsonObject,
  resolvedAt: string,
  byHash: ReadonlyMap<string, LogRecord>,
): void => {
  const record = byHash.get(String(anchor['bundle_sha256']));
  if (record === undefined) throw new Broken(what, 'anchor.bundle_sha256 is not in the log');
  const date = recordDate(record);
  insist(anchor['registry_date'] === date, what, `anchor.registry_date is not ${date}`);
  const registryUrl = String(anchor['registry_url']);
  insist(
    registryUrl.endsWith(dayFilePath(date)),
    what,
    'anchor.registry_url is not that of its day',
  );
  const capture = parseWaybackUrl(String(anchor['wayback_url']));
  if (capture === null) throw new Broken(what, 'anchor.wayback_url is no capture');
  // The deployment may have moved since: what counts is which file was copied.
  const copied = URL.canParse(capture.url) ? new URL(capture.url).pathname : '';
  insist(copied.endsWith(dayFilePath(date)), what, 'anchor.wayback_url is of another file');
  const resolved = parseMicros(resolvedAt) ?? Date.parse(resolvedAt) * 1000;
  const before = captureIsBefore(capture.timestamp, resolved);
  insist(before, what, `the capture of ${capture.timestamp} is not before the resolution at ${resolvedAt}`); // prettier-ignore
};

/** Members of the row that the bundle, and so the hash, commits to. */
const matchBundle = (what: string, row: JsonObject, bundle: JsonObject): void => {
  const given = readObject(`${what} prediction`, row['prediction']);
  const made = readObject(`${what} bundle prediction`, bundle['prediction']);
  for (const name of ['model', 'side', 'probability_yes', 'confidence', 'direction', 'reasoning']) {
    if (name in made) insist(made[name] === given[name], what, `prediction.${name} is not that of the bundle`); // prettier-ignore
  }
  const input = readObject(`${what} bundle input`, bundle['input']);
  const question = readObject(`${what} question`, row['question']);
  const asked = readObject(`${what} bundle question`, input['question']);
  for (const name of ['text', 'exchange', 'ticker', 'resolves_at']) {
    insist(asked[name] === question[name], what, `question.${name} is not that of the bundle`);
  }
  const context = readObject(`${what} context`, row['context']);
  const market = readObject(`${what} bundle market`, input['market']);
  for (const name of ['yes_price', 'yes_bid', 'yes_ask', 'spread']) {
    const published = context[name === 'spread' ? name : `market_${name}`];
    insist(market[name] === published, what, `context of ${name} is not that of the bundle`);
  }
};

/** The track record must name the head of this chain. */
export const verifyTrackRecord = async (
  files: PublicFiles,
  report: Report,
  log: ProvenLog,
): Promise<void> => {
  const { text } = await files.get(TRACK_RECORD_PATH);
  const summary = readObject(TRACK_RECORD_PATH, parse(TRACK_RECORD_PATH, text));
  const registry = member(TRACK_RECORD_PATH, summary, 'registry');
  const honesty = member(TRACK_RECORD_PATH, summary, 'honesty');
  const record = member(TRACK_RECORD_PATH, summary, 'track_record');
  if (log.chainHead !== null) {
    insist(registry['chain_head_hash'] === log.chainHead, TRACK_RECORD_PATH, 'registry.chain_head_hash is not the head of the chain'); // prettier-ignore
    insist(registry['n_days'] === log.days, TRACK_RECORD_PATH, 'registry.n_days is not the length of the chain'); // prettier-ignore
    insist(registry['head_date'] === log.headDate, TRACK_RECORD_PATH, 'registry.head_date is not the last day'); // prettier-ignore
  }
  const claims = honesty['claims_demonstrated_edge'] === true;
  insist(!(claims && record['underpowered'] === true), TRACK_RECORD_PATH, 'claims an edge while underpowered'); // prettier-ignore
  report.held('track record', `names the chain head ${(log.chainHead ?? 'none').slice(0, 12)}…`);
};

const parse = (what: string, text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Broken(what, `is no JSON: ${(error as Error).message}`);
  }
};
