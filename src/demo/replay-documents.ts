/** Sample feeds and pages at an instant, with shifted dates. Edited as Latin-1, so that encodings are kept. */
import { firstDate, shiftDates, type SampleTime } from './sample-world';

const PAGE = 30;

interface Piece {
  readonly text: string;
  readonly at: number;
}

export class ReplayDocument {
  private readonly head: string;
  private readonly tail: string;
  private readonly pieces: readonly Piece[];

  /** @param opening start of one item: `<item`, `<entry`, or the wrapper of a channel's post */
  constructor(
    bytes: Buffer,
    opening: RegExp,
    private readonly time: SampleTime,
    /** Newest first in feeds, oldest first on channel pages. */
    private readonly newestFirst: boolean,
    closing: RegExp,
  ) {
    const text = bytes.toString('latin1');
    const starts = [...text.matchAll(opening)].map((match) => match.index);
    const end = text.search(closing);
    this.head = text.slice(0, starts[0] ?? end);
    this.tail = text.slice(end);
    this.pieces = starts.map((start, index) => {
      const piece = text.slice(start, starts[index + 1] ?? end);
      return { text: piece, at: firstDate(piece) ?? 0 };
    });
  }

  /** The document at `now` (demo time). */
  at(now: number): Buffer {
    const limit = this.time.toSample(now);
    const known = this.pieces.filter(({ at }) => at <= limit);
    const page = this.newestFirst ? known.slice(0, PAGE) : known.slice(-PAGE);
    const body = page.map(({ text }) => text).join('');
    return Buffer.from(shiftDates(this.head + body + this.tail, this.time.shiftMs), 'latin1');
  }
}

export const replayFeed = (bytes: Buffer, time: SampleTime): ReplayDocument =>
  new ReplayDocument(bytes, /<(?:item|entry)[ >]/g, time, true, /<\/(?:channel|feed|rdf:RDF)>\s*(?:<\/rss>\s*)?$/);

export const replayChannel = (bytes: Buffer, time: SampleTime): ReplayDocument =>
  new ReplayDocument(bytes, /<div class="tgme_widget_message_wrap/g, time, false, /<\/section><\/main>/);
