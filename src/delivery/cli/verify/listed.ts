import { Broken, insist } from '../../../verification/finding';
import { isObject, readJsonValue, readList } from '../../../verification/received-json';
import type { PublicFiles } from './public-files';

/** Pages of a listing beyond which a deployment is not believed to end. */
const PAGES_MAX = 10_000;

/** Every entry of a list that comes in pages. */
export const listed = async (files: PublicFiles, first: string): Promise<readonly unknown[]> => {
  const rows: unknown[] = [];
  let path: string | null = first;
  for (let page = 0; path !== null; page++) {
    insist(page < PAGES_MAX, first, 'does not end');
    const { text, headers } = await files.get(path);
    rows.push(...readList(path, readJsonValue(path, text)));
    path = nextPage(first, headers.get('link'));
  }
  insist(rows.every(isObject), first, 'lists something that is not an object');
  return rows;
};

const nextPage = (first: string, link: string | null): string | null => {
  const address = /<([^<>]+)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (address === undefined) return null;
  const base = 'http://deployment';
  if (!URL.canParse(address, base)) throw new Broken(first, 'links to a next page that is no address');
  const { pathname, search } = new URL(address, base);
  return `${pathname}${search}`;
};
