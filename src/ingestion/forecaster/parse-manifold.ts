/**
 * Parses Manifold questions in document order: `/markets`, `/search-markets`, one market. Only a binary question has a
 * probability of YES; that of a numeric one is a position on its scale. `resolutionProbability` counts only for a
 * resolution of `MKT`: in other resolved questions it has the last market value.
 */
import {
  idOf,
  isFields,
  microsOfMillis,
  millisOfMicros,
  httpUrlOf,
  numberOf,
  textOf,
  unitOf,
  UnreadableError,
  type Fields,
} from '../../platform/common/foreign-json';
import { oneLine, summaryOf, titleOf } from '../../platform/common/plain-text';
import { recordedBody } from '../../markets/recorded-body';
import type { Question } from './question';

/** Maximum size of a response; a hundred questions have 150 KB. */
export const MANIFOLD_BYTES_MAX = 2 * 1024 * 1024;

/** @throws UnreadableError when the document has no question */
export const parseManifold = (document: unknown): readonly Question[] => {
  const body = recordedBody(document);
  const rows = Array.isArray(body) ? body.flat() : [body];
  const known = rows.filter(isFields).filter(isMarket);
  if (known.length === 0 && rows.length > 0) {
    const said = isFields(body) ? textOf(body['message'] ?? body['error']) : null;
    throw new UnreadableError(
      said === null ? 'No Manifold questions in this document' : `Manifold answered with an error: ${said}`,
    );
  }
  return known.map((row) => questionOf(row));
};

const isMarket = (row: Fields): boolean =>
  idOf(row['id']) !== null && textOf(row['question']) !== null && ('outcomeType' in row || 'isResolved' in row);

const questionOf = (row: Fields): Question => {
  // Before 2022 every question was binary, without a type.
  const type = textOf(row['outcomeType'])?.toLowerCase() ?? 'binary';
  const resolved = row['isResolved'] === true;
  const resolution = resolved ? textOf(row['resolution']) : null;
  return {
    site: 'manifold',
    id: idOf(row['id']) ?? '',
    title: titleOf(textOf(row['question']) ?? ''),
    url: httpUrlOf(row['url']) ?? addressOf(row),
    summary: summaryOf(textOf(row['textDescription']) ?? textOf(row['description'])),
    publishedAt: millisOfMicros(microsOfMillis(row['createdTime'])),
    type,
    status: resolved ? 'resolved' : 'open',
    consensus: type === 'binary' ? unitOf(row['probability']) : null,
    forecasters: numberOf(row['uniqueBettorCount']),
    resolution: resolution === null ? null : oneLine(resolution),
    resolutionProbability: type === 'binary' && resolution === 'MKT' ? unitOf(row['resolutionProbability']) : null,
    closesAt: microsOfMillis(row['closeTime']),
  };
};

/** Full responses have the address in two parts. */
const addressOf = (row: Fields): string | null => {
  const [creator, slug] = [textOf(row['creatorUsername']), textOf(row['slug'])];
  if (creator === null || slug === null) return null;
  return `https://manifold.markets/${encodeURIComponent(creator)}/${encodeURIComponent(slug)}`;
};
