/**
 * A text's UTF-16 units in a typed array. One native copy (some ten gigabytes a second) spares every later
 * read the question how the engine keeps the string, and the question whether the text has ended: a line
 * end stands behind the last unit.
 *
 * There is one array, which never changes its place: a loop over an array that the engine knows takes half the
 * time of one that asks where the array is. For the same reason the files that read it bind what they import to
 * constants of their own (`const { CODES } = textUnits`): in CommonJS an import is the property of an object, which is
 * looked up at each use; with the tables, masks and functions of reading bound, it takes two thirds of the time.
 * Reading a text never waits, so that no two are read at once. A text too long for the array is read piece by piece.
 */
import { endianness } from 'node:os';

/** Units behind the end that may be read without asking. */
const MARGIN = 4;
const CAPACITY = 1 << 20;
/** No longer piece is loaded. */
export const PIECE_MAX = CAPACITY - MARGIN;
/** A piece ends with a line where one ends so near its limit. */
const LINE_MAX = 1 << 16;
const NEWLINE = 0x0a;
const IS_BIG_ENDIAN = endianness() === 'BE';

/** The units of what is loaded, then line ends; what lies further behind is left from an earlier text. */
export const CODES = new Uint16Array(CAPACITY);
const BYTES = Buffer.from(CODES.buffer);

/** What is loaded. */
export class TextUnits {
  text = '';
  length = 0;
  /** Where in the whole text the piece that is loaded begins. */
  origin = 0;

  load(text: string, origin = 0): void {
    this.text = text;
    this.length = text.length;
    this.origin = origin;
    BYTES.write(text, 'utf16le');
    if (IS_BIG_ENDIAN) BYTES.subarray(0, text.length * 2).swap16();
    for (let behind = 0; behind < MARGIN; behind++) CODES[text.length + behind] = NEWLINE;
  }
}

/** Where the piece of a text ends that begins at `from`: with the text, else with a line, else at the limit. */
export const endOfPiece = (text: string, from: number): number => {
  const limit = from + PIECE_MAX;
  if (text.length <= limit) return text.length;
  const line = text.lastIndexOf('\n', limit - 1) + 1;
  return line > limit - LINE_MAX ? line : limit;
};
