/** An address with the hash of the content never changes, so browsers cache it; without, it is revalidated. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { packagePath } from '../../platform/common/package-root';
import { sha256Hex } from '../../platform/common/sha256';

export interface Asset {
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly hash: string;
}

const own = (name: string): string => packagePath('src', 'delivery', 'pages', 'assets', name);

/** All files that can be requested. Names from outside are looked up here, never joined to a path. */
const FILES: Readonly<Record<string, { readonly type: string; readonly path: () => string; readonly bundled?: true }>> =
  {
    'pages.css': { type: 'text/css; charset=utf-8', path: () => own('pages.css') },
    'inter.woff2': {
      type: 'font/woff2',
      path: () => require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    },
    'source-serif.woff2': {
      type: 'font/woff2',
      path: () => require.resolve('@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2'),
    },
    'map-world.svg': { type: 'image/svg+xml', path: () => own('map-world.svg') },
    'map-levant.svg': { type: 'image/svg+xml', path: () => own('map-levant.svg') },
    'touch-icon.png': { type: 'image/png', path: () => own('touch-icon.png') },
    'card.png': { type: 'image/png', path: () => own('card.png') },
    'icon.svg': { type: 'image/svg+xml', path: () => own('icon.svg') },
    'times.js': { type: 'text/javascript; charset=utf-8', path: () => own('times.js') },
    'visits.js': { type: 'text/javascript; charset=utf-8', path: () => own('visits.js') },
    'rows.js': { type: 'text/javascript; charset=utf-8', path: () => own('rows.js') },
    'charts.js': { type: 'text/javascript; charset=utf-8', path: () => own('charts.js') },
    'follow.js': { type: 'text/javascript; charset=utf-8', path: () => own('follow.js') },
    'log.js': { type: 'text/javascript; charset=utf-8', path: () => own('log.js') },
    'ontology.js': { type: 'text/javascript; charset=utf-8', path: () => own('ontology.js') },
    'reference.js': { type: 'text/javascript; charset=utf-8', path: () => own('reference.js') },
    'proof.js': { type: 'text/javascript; charset=utf-8', path: () => own('proof.js'), bundled: true },
    'cytoscape.js': {
      type: 'text/javascript; charset=utf-8',
      path: () => join(dirname(require.resolve('cytoscape')), 'cytoscape.esm.min.mjs'),
    },
  };

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

const bytesOf = (name: string, file: { path: () => string; bundled?: true }): Buffer => {
  if (file.bundled === true) return bundled(file.path());
  if (name.endsWith('.css')) return withAddresses(readFileSync(file.path(), 'utf8'));
  return readFileSync(file.path());
};

const read = new Map<string, Asset>();

/** A file by name, or null. Read once. */
export const assetNamed = (name: string): Asset | null => {
  const known = read.get(name);
  if (known !== undefined) return known;
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (file === undefined) return null;
  const bytes = bytesOf(name, file);
  const asset = { contentType: file.type, bytes, hash: sha256Hex(bytes).slice(0, 12) };
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
