/** An address with the hash of the content never changes, so browsers cache it; without, it is revalidated. */
import { readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { packagePath } from '../../platform/common/package-root';
import { sha256Hex } from '../../platform/common/sha256';

export interface Asset {
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly hash: string;
}

const own = (name: string): string => packagePath('src', 'delivery', 'pages', 'assets', name);

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

const SCRIPTS = ['times', 'visits', 'rows', 'charts', 'follow', 'log', 'ontology', 'reference', 'proof'];
const OWN = ['pages.css', 'map-world.svg', 'map-levant.svg', 'touch-icon.png', 'card.png', 'icon.svg'];

/** Paths of all files that can be requested. Names from outside are looked up here, never joined to a path. */
const FILES: ReadonlyMap<string, () => string> = new Map([
  ...[...OWN, ...SCRIPTS.map((name) => `${name}.js`)].map((name) => [name, () => own(name)] as const),
  ['inter.woff2', () => require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')],
  [
    'source-serif.woff2',
    () => require.resolve('@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2'),
  ],
  ['cytoscape.js', () => join(dirname(require.resolve('cytoscape')), 'cytoscape.esm.min.mjs')],
]);

/** Browsers check proofs with the code of the command line; package.json's `browser` map lists the replacements. */
const bundled = (path: string): Buffer => {
  const { outputFiles } = buildSync({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    absWorkingDir: packagePath(),
  });
  return Buffer.from(outputFiles[0]?.contents ?? []);
};

const bytesOf = (name: string, path: string): Buffer => {
  if (name === 'proof.js') return bundled(path);
  return name.endsWith('.css') ? withAddresses(readFileSync(path, 'utf8')) : readFileSync(path);
};

const read = new Map<string, Asset>();

export const assetNamed = (name: string): Asset | null => {
  const known = read.get(name);
  if (known !== undefined) return known;
  const path = FILES.get(name);
  if (path === undefined) return null;
  const bytes = bytesOf(name, path());
  const contentType = TYPES[extname(name).slice(1)] ?? '';
  const asset = { contentType, bytes, hash: sha256Hex(bytes).slice(0, 12) };
  read.set(name, asset);
  return asset;
};

const withAddresses = (css: string): Buffer =>
  Buffer.from(css.replace(/url\('([a-z-]+\.[a-z0-9]+)'\)/g, (_, name: string) => `url('${assetPath(name)}')`));

export const assetPath = (name: string): string => {
  const asset = assetNamed(name);
  if (asset === null) throw new Error(`No asset is named ${name}`);
  return `/assets/${asset.hash}/${name}`;
};
