/**
 * Parses Metaculus questions in document order: responses of `/api/posts/` (a page, a list, one post), question objects
 * with their `post_id`, and the older `/api2/questions/`.
 *
 * A post has one question, a group of them, a conditional pair, or none (a notebook); each question becomes one record.
 * The id is the post's, as in the address; questions of a group add their own. The consensus is the first centre of the
 * latest aggregate: of the default method if named, else recency-weighted, else unweighted. `latest` is null before the
 * crowd's view is revealed.
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
  UnreadableError,
  type Fields,
} from '../../platform/common/foreign-json';
import { oneLine, summaryOf, titleOf } from '../../platform/common/plain-text';
import { recordedBody } from '../../markets/recorded-body';
import { parseApi2Question, isApi2Question } from './parse-metaculus-api2';
import type { Question, QuestionStatus } from './question';

/** @throws UnreadableError when the document is an error or has no post */
export const parseMetaculus = (document: unknown): readonly Question[] => {
  const body = recordedBody(document);
  const rows = rowsOf(body);
  if (rows === null) throw new UnreadableError(whyUnreadable(body));
  const known = rows.filter((row) => isPost(row) || isApi2Question(row) || isQuestion(row));
  const empty = Array.isArray(body) ? body.length === 0 : rows.length === 0;
  if (known.length === 0 && !empty) throw new UnreadableError(whyUnreadable(body));
  return known.flatMap((row) => questionsOf(row));
};

const rowsOf = (body: unknown): readonly Fields[] | null => {
  if (Array.isArray(body)) {
    // JSON Lines of whole pages arrive as a list of lists.
    return body.flatMap((row) => rowsOf(row) ?? []);
  }
  if (!isFields(body)) return null;
  if (Array.isArray(body['results'])) return fieldsIn(body['results']);
  return isPost(body) || isApi2Question(body) || isQuestion(body) ? [body] : null;
};

const whyUnreadable = (body: unknown): string => {
  const said = isFields(body) ? textOf(body['detail'] ?? body['error']) : null;
  return said === null ? 'No Metaculus posts in this document' : `Metaculus answered with an error: ${said}`;
};

const isPost = (row: Fields): boolean =>
  idOf(row['id']) !== null &&
  ['question', 'group_of_questions', 'conditional', 'notebook'].some((part) => isFields(row[part]));

const isQuestion = (row: Fields): boolean =>
  idOf(row['id']) !== null && textOf(row['type']) !== null && isFields(row['aggregations']);

const questionsOf = (row: Fields): readonly Question[] => {
  if (isPost(row)) return questionsOfPost(row);
  if (isApi2Question(row)) return parseApi2Question(row);
  const label = textOf(row['label']);
  return [questionOf(row, { id: row['post_id'] ?? row['id'] }, label !== null)];
};

const questionsOfPost = (post: Fields): readonly Question[] => {
  if (isFields(post['question'])) return [questionOf(post['question'], post, false)];
  const parts = isFields(post['conditional'])
    ? [post['conditional']['question_yes'], post['conditional']['question_no']]
    : listOf(fieldsOf(post['group_of_questions'])['questions']);
  return parts.filter(isFields).map((question) => questionOf(question, post, true));
};

const questionOf = (question: Fields, post: Fields, oneOfSeveral: boolean): Question => {
  const postId = idOf(post['id']) ?? '';
  const own = textOf(question['title']);
  const title = (oneOfSeveral ? (own ?? textOf(post['title'])) : (textOf(post['title']) ?? own)) ?? '';
  const type = textOf(question['type'])?.toLowerCase() ?? 'unknown';
  const aggregate = latestAggregate(fieldsOf(question['aggregations']), question);
  return {
    site: 'metaculus',
    id: oneOfSeveral ? `${postId}/${idOf(question['id']) ?? ''}` : postId,
    title: titleOf(title),
    url: urlOf(postId, textOf(post['slug'])),
    summary: summaryOf(textOf(question['description']) ?? textOf(post['description'])),
    publishedAt: millisOfMicros(
      microsOf(post['published_at']) ?? microsOf(question['open_time']) ?? microsOf(question['created_at']),
    ),
    type,
    status: statusOf(question['status'] ?? post['status'], question),
    consensus: type === 'binary' ? binaryCentre(aggregate) : null,
    forecasters:
      numberOf(aggregate['forecaster_count']) ??
      numberOf(question['nr_forecasters']) ??
      (oneOfSeveral ? null : numberOf(post['nr_forecasters'])),
    resolution: resolutionOf(question['resolution']),
    resolutionProbability: null,
    closesAt: microsOf(question['scheduled_close_time'] ?? post['scheduled_close_time']),
  };
};

/** Aggregations of the crowd; `metaculus_prediction` and `single_aggregation` are models. */
const CROWD_METHODS = ['recency_weighted', 'unweighted'];

const latestAggregate = (aggregations: Fields, question: Fields): Fields => {
  const named = textOf(question['default_aggregation_method']);
  const methods = named !== null && CROWD_METHODS.includes(named) ? [named, ...CROWD_METHODS] : CROWD_METHODS;
  const latest = methods.map((method) => fieldsOf(aggregations[method])['latest']);
  return fieldsOf(latest.find(isFields));
};

const binaryCentre = (aggregate: Fields): number | null =>
  unitOf(listOf(aggregate['centers'])[0]) ?? unitOf(listOf(aggregate['forecast_values'])[1]);

/** Posts have `approved`, `draft` … before the question opens. */
const statusOf = (value: unknown, question: Fields): QuestionStatus => {
  switch (textOf(value)?.toLowerCase()) {
    case 'open':
      return 'open';
    case 'closed':
    case 'pending_resolution':
      return 'closed';
    case 'resolved':
      return 'resolved';
    default:
      return resolutionOf(question['resolution']) === null ? 'upcoming' : 'resolved';
  }
};

const resolutionOf = (value: unknown): string | null => {
  const text = typeof value === 'number' ? String(value) : textOf(value);
  return text === null ? null : oneLine(text);
};

const urlOf = (postId: string, slug: string | null): string | null => {
  if (!/^\d+$/.test(postId)) return null;
  const path = slug !== null && /^[\w-]+$/.test(slug) ? `${slug}/` : '';
  return `https://www.metaculus.com/questions/${postId}/${path}`;
};
