import { IntegerParameter, TextParameter } from './query-parameter';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 500;

/** The two parameters of every listing that is paged. */
export class PagingQuery {
  @IntegerParameter({
    description: 'Maximum rows of one page.',
    example: 100,
    minimum: 1,
    maximum: LIMIT_MAX,
    default: LIMIT_DEFAULT,
  })
  limit: number = LIMIT_DEFAULT;

  @TextParameter({
    description: 'Start of the page: opaque, copied from the Link header of the previous page.',
    example: 'WzE3NzgxMTIwMDAwMDAsImMwZmZlZSJdm3xK2q',
    maxLength: 512,
    expected: 'must be taken unchanged from the Link header of the page before',
  })
  cursor?: string;
}

/** Format of a page other than a JSON array. */
export interface PageForm<T> {
  readonly mediaType: string;
  /** @param next absolute address of the page after, or null on the last */
  readonly document: (items: readonly T[], next: string | null) => unknown;
}

/**
 * One page of a listing, as a controller returns it: the reader gets `items` as a JSON array, and
 * `next` as a `Link: <…>; rel="next"` header, absent on the last page.
 */
export class Page<T> {
  constructor(
    readonly items: readonly T[],
    /** Cursor of the page after, or null on the last. */
    readonly next: string | null,
    /** A format other than the JSON array: its media type, and the document from the rows and the next page's address. */
    readonly form: PageForm<T> | null = null,
  ) {}

  /** The same page in another form. */
  as(form: PageForm<T>): Page<T> {
    return new Page(this.items, this.next, form);
  }

  /**
   * A page from `limit + 1` rows asked of the graph: the surplus row only shows that there is a next
   * page, which starts after the last row shown.
   */
  static of<Row, T>(
    rows: readonly Row[],
    limit: number,
    cursorOf: (last: Row) => string,
    toItem: (row: Row) => T,
  ): Page<T> {
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const next = rows.length > limit && last !== undefined ? cursorOf(last) : null;
    return new Page(shown.map(toItem), next);
  }
}
