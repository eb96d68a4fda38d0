const LINE_FEED = 10;

/**
 * Lines of a byte stream with their line feeds, a page for each chunk. Lines stay bytes: to make strings of a year of
 * rows takes several times as long as to hash them.
 */
export async function* byteLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly Buffer[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const lines: Buffer[] = [];
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      lines.push(bytes.subarray(from, end + 1));
      from = end + 1;
    }
    rest = bytes.subarray(from);
    yield lines;
  }
}
