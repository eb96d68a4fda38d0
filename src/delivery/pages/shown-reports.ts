import { fieldsIn, fieldsOf, textOf, type Fields } from '../../platform/common/foreign-json';

export interface ShownReport {
  readonly key: string;
  readonly type: string;
  readonly source: string;
  readonly lang: string | null;
  /** RFC 3339: when it was published, or first seen. */
  readonly at: string | null;
  readonly about: boolean;
  /** Null if the text was withdrawn. */
  readonly title: string | null;
  readonly url: string | null;
  readonly contentSha256: string | null;
}

/** @param words text by key; null for a bundle that contains it */
export const shownReports = (input: Fields, words: Readonly<Record<string, unknown>> | null): ShownReport[] =>
  fieldsIn(input['items']).map((one) => {
    const key = textOf(one['key']) ?? '';
    const told = fieldsOf(words === null ? one : words[key]);
    return {
      key,
      type: textOf(one['source_type']) ?? '',
      source: textOf(one['source']) ?? '',
      lang: textOf(one['lang']),
      at: textOf(one['published_at']) ?? textOf(one['first_seen_at']),
      about: one['about'] === true,
      title: textOf(told['title']),
      url: textOf(told['url']),
      contentSha256: textOf(one['content_sha256']),
    };
  });
