/**
 * A text's UTF-16 units in a typed array. One native copy (about ten gigabytes a second) makes later reads independent
 * of the engine's string representation, and line ends after the last unit replace end checks.
 *
 * There is a single array at a fixed place, because a loop over a constant array takes half the time. For the same
 * reason the files that read it bind imports to constants (`const { CODES } = textUnits`): in CommonJS an import is an
 * object property, looked up at each use; with constants, reading takes two thirds of the time. Reading is synchronous,
 * so two texts are never read at once. A text too long for the array is read in pieces.
 */
import { endianness } from 'node:os';

/** Units after the end that may be read unchecked. */
const MARGIN = 4;
const CAPACITY = 1 << 20;
export const PIECE_MAX = CAPACITY - MARGIN;
/** A piece ends with a line, if one ends this close to its limit. */
const LINE_MAX = 1 << 16;
const NEWLINE = 0x0a;
const IS_BIG_ENDIAN = endianness() === 'BE';

/** The loaded units, then line ends; later entries are stale. */
export const CODES = new Uint16Array(CAPACITY);
const BYTES = Buffer.from(CODES.buffer);

export class TextUnits {
  text = '';
  length = 0;
  /** Offset of the loaded piece in the whole text. */
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

/** End of the piece that begins at `from`: the end of the text, else of a line, else the limit. */
export const endOfPiece = (text: string, from: number): number => {
  const limit = from + PIECE_MAX;
  if (text.length <= limit) return text.length;
  const line = text.lastIndexOf('\n', limit - 1) + 1;
  return line > limit - LINE_MAX ? line : limit;
};
