// Reads a zip archive (Python wheels and jars too) with Node only. Format: PKWARE's APPNOTE 6.3, sections 4.3.7, 4.3.12
// and 4.3.16, without encryption, spanning or zip64.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { SetupError } from './console.mjs';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;
const LOCAL_NAME = 30;
const ENTRY_NAME = 46;

/** Entries in the central directory; `at` and `local` are the offsets of their headers. */
const entriesOf = function* (archive, bytes) {
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw new SetupError(`${archive} is not a zip archive`);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new SetupError(`${archive} is damaged`);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    yield {
      at,
      local: bytes.readUInt32LE(at + 42),
      name: bytes.toString('utf8', at + ENTRY_NAME, at + ENTRY_NAME + nameLength),
    };
    at += ENTRY_NAME + nameLength + extraLength + commentLength;
  }
};

/** Unpacks entries under `prefix` into `folder`, with their permissions. */
export const unzip = (archive, prefix, folder) => {
  const bytes = readFileSync(archive);
  for (const { at, local, name } of entriesOf(archive, bytes)) {
    if (!name.startsWith(prefix) || name.endsWith('/')) continue;
    const method = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 20);
    const mode = bytes.readUInt32LE(at + 38) >>> 16;
    const inside = normalize(name.slice(prefix.length));
    if (inside.startsWith(`..${sep}`) || inside.startsWith(sep))
      throw new SetupError(`${archive} holds a path that leads out of it: ${name}`);
    const begin = local + LOCAL_NAME + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(begin, begin + size);
    if (method !== STORED && method !== DEFLATED)
      throw new SetupError(`${archive} is packed in a way that is not known here (${method})`);
    const file = join(folder, inside);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, method === STORED ? packed : inflateRawSync(packed));
    if ((mode & 0o111) !== 0) chmodSync(file, 0o755);
  }
};

/**
 * Makes a signed jar unsigned, in place, by renaming its signature files to names of the same length. For jars already
 * checked by hash: Java would verify each of their thousands of files at every start, and store none of their classes
 * in the archive of src/platform/graph/class-archive.store.ts.
 */
export const dropSignature = (jar) => {
  const bytes = readFileSync(jar);
  const parts = [...entriesOf(jar, bytes)].filter(({ name }) => /^META-INF\/[^/]+\.(?:SF|RSA|DSA|EC)$/i.test(name));
  if (parts.length === 0) return;
  for (const { at, local, name } of parts) {
    const renamed = `${name.slice(0, -1)}_`;
    bytes.write(renamed, at + ENTRY_NAME);
    bytes.write(renamed, local + LOCAL_NAME);
  }
  writeFileSync(jar, bytes);
};
