/** For clients that show a model only text. Third-party text is put between «» on one line, as a quotation. */
import { fieldsIn, fieldsOf, type Fields } from '../../platform/common/foreign-json';
import { cut } from '../../platform/common/plain-text';
import { round4 } from '../../platform/common/ten-thousandths';
import { verifyInclusion } from '../../registry/proofs/merkle-proof';

const LINES_MAX = 10;
const QUOTATION_MAX = 200;

const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'unknown';
const time = (value: unknown): string => shown(value).slice(0, 16).replace('T', ' ');

const counted = (value: unknown, one: string): string => `${shown(value)} ${one}${value === 1 ? '' : 's'}`;
/** To four decimals, as scores are published. */
const rounded = (value: unknown): string => (typeof value === 'number' ? String(round4(value)) : shown(value));

export const quoted = (value: unknown): string => {
  const text = shown(value)
    .replace(/[\s\p{Cc}\p{Cf}«»]+/gu, ' ')
    .trim();
  return `«${cut(text, QUOTATION_MAX)}»`;
};

const lines = (rows: readonly Fields[], line: (row: Fields) => string, none: string): string => {
  if (rows.length === 0) return none;
  const rest = rows.length - LINES_MAX;
  return [...rows.slice(0, LINES_MAX).map(line), ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
};

const marketLine = (row: Fields): string =>
  `${shown(row['exchange'])}/${shown(row['ticker'])} ${quoted(row['question'])} ${decisionOf(row) ?? `YES ${shown(row['yes_price'])}`}`;

type Twin = (data: unknown) => string;

const listed =
  (line: (row: Fields) => string, none: string): Twin =>
  (data) =>
    lines(fieldsIn(data), line, none);

const told =
  (sentences: (row: Fields) => readonly string[]): Twin =>
  (data) =>
    sentences(fieldsOf(data)).join('\n');

export const digest = (data: unknown): string => {
  const { computed_at, item_count_24h, changes, markets: scored } = fieldsOf(data);
  return [
    `${counted(item_count_24h, 'item')} in 24 hours, as of ${time(computed_at)} UTC.`,
    lines(
      fieldsIn(changes),
      ({ at, title, detail, path }) =>
        `${time(at)} ${quoted(title)} ${detail === null ? '' : `${quoted(detail)} `}${shown(path)}`,
      'No changes.',
    ),
    'Markets by corroboration:',
    lines(fieldsIn(scored), marketLine, 'none'),
  ].join('\n');
};

/** `decided NO`, `void`; null while undecided. */
const decisionOf = ({ status, state, outcome }: Fields): string | null => {
  if (typeof outcome === 'string') return `decided ${outcome}`;
  return status === 'void' || state === 'void' ? 'void' : null;
};

export const events = listed(
  (row) =>
    `${time(row['at'])} ${shown(row['source_type'])} ${shown(row['source'])}: ${quoted(row['title'])} ${shown(row['url'])}`,
  'No items.',
);

export const resolution = (data: unknown): string =>
  lines(
    fieldsIn(fieldsOf(data)['mentions']),
    (row) => `${quoted(row['alias'])} is ${shown(row['entity'])}`,
    'No entity was found in this text.',
  );

export const entity = told((row) => [
  `${shown(row['name'])} (${shown(row['type'])}, ${shown(row['id'])}): ${shown(row['description'])}`,
  lines(
    fieldsIn(row['relationships']),
    (link) => `${shown(link['reads'])} ${shown(fieldsOf(link['entity'])['name'])}`,
    'No relationships.',
  ),
  'Newest items:',
  events(row['items']),
]);

export const paths = listed(
  (row) =>
    `${shown(row['length'])} ${row['length'] === 1 ? 'step' : 'steps'}: ${fieldsIn(row['nodes'])
      .map((node) => shown(node['name'] ?? node['id']))
      .join(' – ')}`,
  'No path connects them.',
);

export const markets = listed(marketLine, 'No markets.');

export const market = (data: unknown): string => {
  const row = fieldsOf(data);
  const forecast = fieldsOf(row['latest_prediction']);
  return [
    marketLine(row),
    `${shown(row['status'])}, resolves ${time(row['resolves_at'])} UTC, corroboration ${shown(fieldsOf(row['confluence'])['score'])}`,
    forecast['probability_yes'] === undefined
      ? 'Not forecast.'
      : `Forecast of ${time(forecast['made_at'])} UTC: YES ${shown(forecast['probability_yes'])}, confidence ${shown(forecast['confidence'])}`,
  ].join('\n');
};

export const evidence = told((row) => [
  `Score ${shown(row['score'])} from ${shown(row['source_type_count'])} kinds of source, as of ${time(row['computed_at'])} UTC.`,
  lines(
    fieldsIn(row['contributions']),
    (part) => {
      const items = fieldsIn(part['items']).slice(0, 3);
      return [
        `${shown(part['source_type'])}: ${counted(part['item_count'], 'item')}`,
        ...items.map((item) => `  ${time(item['at'])} ${quoted(item['title'])} ${shown(item['url'])}`),
      ].join('\n');
    },
    'No evidence in the window.',
  ),
]);

export const moves = listed((row) => {
  const first = fieldsIn(row['spoken_before'])
    .slice(0, 3)
    .map((one) => `${shown(one['source'])} ${shown(one['first_lead_seconds'])} s before`);
  const before = first.length === 0 ? 'no source had spoken before' : first.join(', ');
  return `${time(row['at'])} UTC from ${shown(row['from'])} to ${shown(row['to'])}: ${before}`;
}, 'No move of five points or more.');

export const alerts = listed(
  (row) =>
    `${shown(row['cluster'])}, opened ${time(row['opened_at'])} UTC, ${row['active'] === true ? 'still open' : `closed ${time(row['closed_at'])} UTC`}: ${shown(row['count'])} items by ${counted(row['families'], 'publisher')}, ${row['ratio'] === null ? 'where it is usually silent' : `${Math.round(Number(row['ratio']))} times its baseline`}`,
  'No alerts.',
);

export const predictions = listed(
  (row) =>
    `${time(row['made_at'])} ${quoted(row['question'])} YES ${shown(row['probability_yes'])} against ${shown(row['market_yes_price'])}, ${decisionOf(row) ?? shown(row['state'])}, record ${shown(fieldsOf(row['record'])['sha256'])}`,
  'No forecasts.',
);

export const receipt = told((row) => [
  `${shown(row['trade_id'])}: ${shown(row['side'])} at ${shown(row['entry_price'])}, ${shown(row['status'])}`,
  quoted(row['question']),
  `${row['net_pnl'] === null ? 'No result yet' : `Net result ${shown(row['net_pnl'])} USD`}, record ${shown(row['bundle_sha256'])}`,
]);

/** Whether the inclusion path leads from leaf to root; the checkpoint's signature is not checked. */
export const proofHolds = (data: unknown): boolean => {
  const proof = fieldsOf(data);
  return verifyInclusion({
    leafIndex: proof['leaf_index'],
    treeSize: proof['tree_size'],
    leafHash: proof['leaf_hash'],
    rootHash: proof['root_hash'],
    path: proof['inclusion_path'],
  });
};

export const inclusion = (data: unknown): string => {
  const proof = fieldsOf(data);
  const where = `leaf ${shown(proof['leaf_index'])} of ${shown(proof['tree_size'])}, root ${shown(proof['root_hash'])}`;
  return proofHolds(data)
    ? `The path leads from the leaf to the root: ${where}. The signature of the checkpoint was not checked here; \`vedette verify\` does.`
    : `The path does NOT lead to the root: ${where}.`;
};

export const trackRecord = (data: unknown): string => {
  const row = fieldsOf(data);
  const figures = fieldsOf(row['track_record']);
  return [
    shown(fieldsOf(row['honesty'])['statement']),
    `Hit rate ${rounded(figures['hit_rate'])}, Brier skill against the market ${rounded(figures['brier_skill_score_vs_market'])}, ${shown(figures['n_distinct_resolved'])} markets resolved.`,
  ].join('\n');
};

export const sources = listed(
  (row) => `${shown(row['id'])} (${shown(row['source_type'])}): ${shown(row['state'])}`,
  'No sources.',
);
