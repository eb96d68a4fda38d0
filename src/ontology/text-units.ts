/**
 * A text's UTF-16 units in a typed array. One native copy (some ten gigabytes a second) spares every later
 * read the question how the engine keeps the string, and the question whether the text has ended: a line
 * end stands behind the last unit.
 */
import { endianness } from 'node:os';

/** Units behind the end that may be read without asking. */
const MARGIN = 4;
const CAPACITY_MIN = 1 << 12;
/** A buffer grown for one long text is given back with the next short one. */
const CAPACITY_KEPT = 1 << 20;
const NEWLINE = 0x0a;
const IS_BIG_ENDIAN = endianness() === 'BE';

export class TextUnits {
  text = '';
  length = 0;
  /** The units of `text`, then line ends; what lies further behind is left from an earlier text. */
  codes = new Uint16Array(CAPACITY_MIN);
  private bytes = Buffer.from(this.codes.buffer);

  load(text: string): void {
    this.text = text;
    this.length = text.length;
    this.reserve(text.length + MARGIN);
    this.bytes.write(text, 'utf16le');
    if (IS_BIG_ENDIAN) this.bytes.subarray(0, text.length * 2).swap16();
    for (let behind = 0; behind < MARGIN; behind++) this.codes[text.length + behind] = NEWLINE;
  }

  private reserve(count: number): void {
    const { length } = this.codes;
    if (count <= length && (length <= CAPACITY_KEPT || count > CAPACITY_KEPT)) return;
    let capacity = CAPACITY_MIN;
    while (capacity < count) capacity *= 2;
    this.codes = new Uint16Array(capacity);
    this.bytes = Buffer.from(this.codes.buffer);
  }
}
