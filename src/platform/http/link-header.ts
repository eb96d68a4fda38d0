/** `Link` headers of RFC 8288: the requested address with another cursor, so that every filter is kept. */

/** `nextLink('https://…', '/v1/x?limit=2', 'abc')` → `<https://…/v1/x?limit=2&cursor=abc>; rel="next"`. */
export const nextLink = (base: string, url: string, cursor: string): string =>
  `<${nextAddress(base, url, cursor)}>; rel="next"`;

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

/** Percent-encodes characters that would end a link target or a header. */
const quote = (text: string): string =>
  text.replace(/[^\x21-\x7E]|[<>"\\^`{|}]/g, (character) => encodeURIComponent(character));
