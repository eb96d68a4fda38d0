import { Broken, insist } from '../../../verification/finding';
import type { Listed } from '../../../verification/listings';
import { isObject, readJsonValue, readList } from '../../../verification/received-json';
import type { PublicFiles } from './public-files';
import { Unread } from './report';

const PAGES_MAX = 500;
const ROWS_MAX = 200_000;
/** Maximum pages with a request limit: the full files have the same content. */
const FRUGAL_PAGES = 3;

export const listed = async (files: PublicFiles, first: string): Promise<Listed> => {
  const rows: unknown[] = [];
  let path: string | null = first;
  for (let page = 0; path !== null; page++) {
    if (page === FRUGAL_PAGES && files.remaining !== null && files.remaining < PAGES_MAX) break;
    if (page === PAGES_MAX || rows.length > ROWS_MAX) throw new Unread(`${first}: the list has too many pages or rows`);
    const { text, headers } = await files.get(path);
    rows.push(...readList(path, readJsonValue(path, text)));
    path = nextPage(first, headers.get('link'));
  }
  insist(rows.every(isObject), first, 'lists something that is not an object');
  return { rows, whole: path === null };
};

const nextPage = (first: string, link: string | null): string | null => {
  const address = /<([^<>]+)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (address === undefined) return null;
  const base = 'http://deployment';
  if (!URL.canParse(address, base)) throw new Broken(first, 'has a link to the next page that is not a valid address');
  const { pathname, search } = new URL(address, base);
  return `${pathname}${search}`;
};
