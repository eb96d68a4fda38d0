/** Validates one input line of `vedette tag`. */

export interface TagRequest {
  /** Returned unchanged. */
  readonly id: string | number;
  readonly text: string;
  /** ISO 639-1, null when unknown. A region (`zh-TW`) is dropped. */
  readonly lang: string | null;
}

type TagLine =
  { readonly kind: 'request'; readonly request: TagRequest } | { readonly kind: 'bad'; readonly reason: string };

export const readTagRequest = (line: string): TagLine => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return bad(`not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return bad('must be a JSON object');
  }
  const { id, text, lang } = value as Record<string, unknown>;
  if (typeof id !== 'string' && typeof id !== 'number') return bad('id must be a string or a number');
  if (typeof text !== 'string') return bad('text must be a string');
  if (lang !== undefined && lang !== null && typeof lang !== 'string') {
    return bad('lang must be a string, null or absent');
  }
  return { kind: 'request', request: { id, text, lang: languageOf(lang ?? null) } };
};

/** `zh-TW` → `zh`; null for anything but a language code. */
export const languageOf = (lang: string | null): string | null =>
  /^([a-z]{2,3})(?:[-_].*)?$/i.exec(lang ?? '')?.[1]?.toLowerCase() ?? null;

const bad = (reason: string): TagLine => ({ kind: 'bad', reason });
