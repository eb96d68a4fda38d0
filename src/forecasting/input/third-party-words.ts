/** Third-party text of an input: hashes in the input, text separately. Pure. */
import { round4 } from '../../platform/common/ten-thousandths';
import { formatMillis } from '../../platform/common/utc-time';
import { BYTES, MAX } from './bounds';
import { instant, line, lineOrNull, number4 } from './fit';
import { wordsSha256, type InputCrowd, type InputEvidence, type ItemWords } from './forecast-input';
import type { CrowdRow, EvidenceRow, InputMaterial } from './input-rows';
import { compare } from './order';
import { familiesOf, type Story } from './stories';

/** Equivalent questions first, then by relevance, then newest. */
export const crowdOf = (rows: readonly CrowdRow[], words: Record<string, ItemWords>): InputCrowd[] =>
  rows
    .toSorted(
      (a, b) =>
        Number(b.same_question) - Number(a.same_question) ||
        (b.relevance ?? 0) - (a.relevance ?? 0) ||
        b.at - a.at ||
        compare([a.id], [b.id]),
    )
    .slice(0, MAX.crowd)
    .map((row) => {
      const given = wordsOf({ ...row, summary: null });
      words[row.id] = given;
      return {
        key: row.id,
        source: line(row.source, BYTES.name),
        value: number4(row.consensus),
        value_7d_ago: number4(row.consensus_7d_ago),
        forecasters: number4(row.forecasters),
        at: formatMillis(row.at),
        same_question: row.same_question,
        relevance: number4(row.relevance),
        content_sha256: wordsSha256(given),
      };
    });

export const wordsOf = ({ title, summary, url }: Pick<EvidenceRow, 'title' | 'summary' | 'url'>): ItemWords => ({
  title: line(title, BYTES.title),
  extract: summary === title ? null : lineOrNull(summary, BYTES.extract),
  url: lineOrNull(url, BYTES.url),
});

export const evidenceOf = (story: Story, words: ItemWords, { weights, partyOf }: InputMaterial): InputEvidence => {
  const { item, reports } = story;
  return {
    key: item.id,
    source_type: item.source_type,
    category: item.category,
    source: line(item.source, BYTES.name),
    publisher: lineOrNull(item.publisher, BYTES.name),
    family: item.family,
    party: partyOf[item.category] ?? null,
    lang: item.lang,
    published_at: instant(item.published_at),
    first_seen_at: formatMillis(item.first_seen_at),
    relevance: number4(item.relevance),
    about: item.about,
    ...(item.verdict === null || item.verdict === undefined
      ? {}
      : { judged: { ...item.verdict, reason: line(item.verdict.reason, BYTES.name) } }),
    path: item.path.slice(0, MAX.path).map((one) => line(one, BYTES.name * 2)),
    copies: reports.length - 1,
    families: familiesOf([story]),
    circular: item.circular,
    weight: round4(weights[item.source_type]),
    entities: [...new Set(item.entities)].sort().slice(0, 20),
    attributes: attributesOf(item.attributes),
    content_sha256: wordsSha256(words),
  };
};

/** Attributes shown to the model. */
const TOLD = new Set([
  ...['magnitude', 'magnitude_type', 'depth_km', 'distance_km', 'event_type', 'explosion'],
  ...['symbol', 'change', 'z', 'price', 'price_before'],
  ...['side', 'outcome', 'size', 'usd'],
  ...['consensus', 'consensus_before', 'consensus_change', 'forecasters'],
  ...['begins_on', 'ends_on', 'confidence'],
]);

const attributesOf = (attributes: EvidenceRow['attributes']): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => TOLD.has(name))
      .sort(([a], [b]) => compare([a], [b]))
      .flatMap(([name, value]) => {
        const told =
          typeof value === 'number'
            ? number4(value)
            : typeof value === 'string'
              ? lineOrNull(value, BYTES.label)
              : typeof value === 'boolean'
                ? value
                : null;
        return told === null ? [] : [[name, told] as const];
      }),
  );
