/**
 * Addresses of C2SP tlog-tiles (https://c2sp.org/tlog-tiles): tile `L/N` has the hashes of 256 complete subtrees of
 * 256^L leaves; a partial one, `L/N.p/W`, the first W of them. Pure.
 */
export const TILE_WIDTH = 256;

/** A tile of level `L`, or the entries of the leaves of a tile of level 0. */
export interface TilePlace {
  readonly index: number;
  /** 1 to 256. */
  readonly width: number;
}

const LEVEL = /^(?:0|[1-9]\d?)$/;

/** Parses a level, 0 to 63; null for anything else. */
export const readTileLevel = (text: string): number | null =>
  LEVEL.test(text) && Number(text) <= 63 ? Number(text) : null;

/** Parses path segments such as `['x001', '067']`, `['067.p', '12']` when partial. Null for any other spelling. */
export const readTilePlace = (segments: readonly string[]): TilePlace | null => {
  const path = segments.join('/');
  const match = /^((?:x\d{3}\/)*)(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path);
  const [, leading = '', last = '', partial] = match ?? [];
  if (match === null || /^x000\//.test(leading)) return null;
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  if (partial !== undefined && width >= TILE_WIDTH) return null;
  return { index: Number(leading.replace(/[x/]/g, '') + last), width };
};

/** Path of a tile below its level: `x001/x234/067`, for a partial tile `x001/x234/067.p/12`. */
export const tilePath = ({ index, width }: TilePlace): string => {
  const groups: string[] = [];
  for (let rest = index; rest > 0 || groups.length === 0; rest = Math.floor(rest / 1000))
    groups.unshift(String(rest % 1000).padStart(3, '0'));
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return width === TILE_WIDTH ? path : `${path}.p/${width}`;
};

/** Encodes an entry bundle: each entry after its length in two bytes, big-endian. */
export const entryBundle = (entries: readonly string[]): Buffer =>
  Buffer.concat(
    entries.flatMap((entry) => {
      const bytes = Buffer.from(entry);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(bytes.length);
      return [length, bytes];
    }),
  );
