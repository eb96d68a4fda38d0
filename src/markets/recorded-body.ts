/** Extracts a response body from its recording envelope. @throws if the recorded status is an error */
import { isFields, numberOf, textOf, UnreadableError, type Fields } from '../platform/common/foreign-json';

const DEPTH_MAX = 3;

/** @throws UnreadableError when the recorded status is an error */
export const recordedBody = (document: unknown, depth = 0): unknown => {
  if (!isFields(document) || depth > DEPTH_MAX) return document;
  if ('status' in document && 'body' in document && !('question' in document)) {
    refuseFailure(document);
    return recordedBody(parsedBody(document['body']), depth + 1);
  }
  const response = document['response'];
  if (isFields(response)) {
    refuseFailure(response);
    const body = response['bodyJson'] ?? response['body'];
    return recordedBody(body === undefined ? response : parsedBody(body), depth + 1);
  }
  return document;
};

const refuseFailure = (answer: Fields): void => {
  const status = numberOf(answer['status']);
  if (status === null || status < 400) return;
  const said = messageOf(parsedBody(answer['body']));
  throw new UnreadableError(`The upstream answered ${status}${said === null ? '' : `: ${said}`}`);
};

/** The message in an error body of any common shape. */
const messageOf = (body: unknown): string | null => {
  if (!isFields(body)) return null;
  const error = body['error'] ?? body['detail'] ?? body['message'] ?? body['title'];
  return isFields(error) ? textOf(error['message'] ?? error['code']) : textOf(error);
};

const parsedBody = (body: unknown): unknown => {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
};
