/**
 * Limits markup before a tree is built: a hundred thousand nested tags would overflow the stack of a recursive parser.
 */
import { Parser } from 'htmlparser2';
import { UnreadableError } from '../platform/common/foreign-json';

const LENGTH_MAX = 8_000_000;
const DEPTH_MAX = 200;
const ELEMENTS_MAX = 100_000;

/** @throws UnreadableError when the markup is too long, too deep or has too many elements */
export const assertModestMarkup = (markup: string): void => {
  if (markup.length > LENGTH_MAX) throw new UnreadableError('The page is too long');
  let depth = 0;
  let elements = 0;
  const parser = new Parser({
    onopentag: () => {
      depth++;
      elements++;
      if (depth > DEPTH_MAX) throw new UnreadableError('The page is nested too deeply');
      if (elements > ELEMENTS_MAX) throw new UnreadableError('The page has too many elements');
    },
    onclosetag: () => {
      depth--;
    },
  });
  parser.end(markup);
};
