/**
 * A question of Metaculus' older API, `/api2/questions/` (until 2024), still found in archives. Resolutions are
 * numbers: 1 yes, 0 no, -1 ambiguous, -2 annulled, and for a continuous question a position on its range, not a
 * probability.
 */
import {
  fieldsIn,
  fieldsOf,
  idOf,
  isFields,
  listOf,
  microsOf,
  millisOfMicros,
  numberOf,
  textOf,
  unitOf,
  type Fields,
} from '../../platform/common/foreign-json';
import { summaryOf, titleOf } from '../../platform/common/plain-text';
import type { Question, QuestionStatus } from './question';

export const isApi2Question = (row: Fields): boolean =>
  idOf(row['id']) !== null &&
  textOf(row['title']) !== null &&
  (isFields(row['possibilities']) || Array.isArray(row['sub_questions'])) &&
  'page_url' in row;

/** The question, or those of its group; none for a discussion. */
export const parseApi2Question = (row: Fields): readonly Question[] => {
  const children = fieldsIn(row['sub_questions']).filter((child) => isFields(child['possibilities']));
  if (children.length > 0) return children.map((child) => questionOf(child));
  return typeOf(row) === 'discussion' ? [] : [questionOf(row)];
};

const typeOf = (row: Fields): string => textOf(fieldsOf(row['possibilities'])['type'])?.toLowerCase() ?? 'unknown';

const questionOf = (row: Fields): Question => {
  const type = typeOf(row);
  const crowd = fieldsOf(row['community_prediction']);
  const id = idOf(row['id']) ?? '';
  return {
    site: 'metaculus',
    id,
    title: titleOf(textOf(row['title']) ?? ''),
    url: `https://www.metaculus.com/questions/${id}/`,
    summary: summaryOf(textOf(row['description'])),
    publishedAt: millisOfMicros(microsOf(row['publish_time']) ?? microsOf(row['created_time'])),
    type,
    status: statusOf(row),
    consensus: type === 'binary' ? unitOf(fieldsOf(crowd['full'])['q2']) : null,
    forecasters: numberOf(row['number_of_forecasters']) ?? numberOf(fieldsOf(listOf(crowd['history']).at(-1))['nu']),
    resolution: resolutionOf(numberOf(row['resolution']), type),
    resolutionProbability: null,
    closesAt: microsOf(row['close_time']),
  };
};

const STATUSES: Readonly<Record<string, QuestionStatus>> = {
  upcoming: 'upcoming',
  pending: 'upcoming',
  open: 'open',
  closed: 'closed',
  resolved: 'resolved',
};

const statusOf = (row: Fields): QuestionStatus =>
  STATUSES[textOf(row['active_state'])?.toLowerCase() ?? ''] ??
  (numberOf(row['resolution']) === null ? 'open' : 'resolved');

const resolutionOf = (resolution: number | null, type: string): string | null => {
  if (resolution === null) return null;
  if (resolution === -1) return 'ambiguous';
  if (resolution === -2) return 'annulled';
  if (type !== 'binary') return String(resolution);
  return resolution === 1 ? 'yes' : resolution === 0 ? 'no' : String(resolution);
};
