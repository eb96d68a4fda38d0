/**
 * `Link` headers of RFC 8288: the address of the next page is the address asked for with its cursor
 * exchanged, so that every filter is kept as the caller wrote it.
 */

/** `nextLink('https://…', '/v1/x?limit=2', 'abc')` → `<https://…/v1/x?limit=2&cursor=abc>; rel="next"`. */
export const nextLink = (base: string, url: string, cursor: string): string =>
  `<${nextAddress(base, url, cursor)}>; rel="next"`;

/** Absolute address of the page after. */
export const nextAddress = (base: string, url: string, cursor: string): string => `${base}${withCursor(url, cursor)}`;

const withCursor = (url: string, cursor: string): string => {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const kept = (mark < 0 ? '' : url.slice(mark + 1))
    .split('&')
    .filter((pair) => pair !== '' && pair !== 'cursor' && !pair.startsWith('cursor='))
    .map(quote);
  return `${quote(path)}?${[...kept, `cursor=${cursor}`].join('&')}`;
};

/** Characters that end a link target or a header, percent-encoded as a client should have sent them. */
const quote = (text: string): string =>
  text.replace(/[^\x21-\x7E]|[<>"\\^`{|}]/g, (character) => encodeURIComponent(character));
