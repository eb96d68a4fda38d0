import type { AxiosResponse } from 'axios';
import { fieldsIn, fieldsOf, isFields, readJson, textOf } from '../common/foreign-json';
import { cleaned } from '../common/foreign-words';
import { decodeBody } from './decode-body';

/** Longer bodies are pages or data, not an error. */
const BODY_MAX_BYTES = 32 * 1024;
const PLAIN_MAX_BYTES = 300;

/**
 * An upstream's own message in a rejected response, cleaned: of JSON, or a short plain text; null for other bodies.
 *
 * @param secrets of the request, which an upstream may repeat
 */
export const rejectionWords = async (
  response: AxiosResponse<unknown>,
  secrets: readonly string[],
): Promise<string | null> => {
  const { data, headers } = response;
  if (!Buffer.isBuffer(data) || data.length === 0 || data.length > BODY_MAX_BYTES) return null;
  const header = (name: string): string => String(headers[name] ?? '');
  try {
    const body = await decodeBody(data, header('content-encoding'), BODY_MAX_BYTES);
    const isPlain = header('content-type').startsWith('text/plain') && body.length <= PLAIN_MAX_BYTES;
    const said = isPlain ? body.toString('utf8') : messageIn(readJson(body), 0);
    const words = cleaned(secrets.reduce((text, secret) => text.replaceAll(secret, '***'), said ?? ''));
    return words === '' ? null : words;
  } catch {
    return null; // Neither JSON nor text: the status is enough.
  }
};

/** Members with a message, most telling first; errors may be within an object or a list. */
const MESSAGES = ['message', 'detail', 'description', 'reason', 'title', 'error'];
const WITHIN = ['error', 'errors', 'chart'];
const DEPTH_MAX = 3;

const messageIn = (value: unknown, depth: number): string | null => {
  if (depth > DEPTH_MAX) return null;
  const fields = isFields(value) ? value : fieldsOf(fieldsIn(value)[0]);
  for (const name of WITHIN) {
    const inner = typeof fields[name] === 'object' ? messageIn(fields[name], depth + 1) : null;
    if (inner !== null) return inner;
  }
  return MESSAGES.map((name) => textOf(fields[name])).find((text) => text !== null) ?? null;
};
