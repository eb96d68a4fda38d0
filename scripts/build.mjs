// src/ to dist/ by swc: a second where the type checker takes ten. Types are checked by `npm run check`.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, 'dist');

const isSource = (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts');

/** The seed as the program has read and checked it; another program may read it otherwise. */
const packedSeed = join(out, 'seed.json');

const packSeed = () => {
  if (!existsSync(join(root, 'seed'))) return;
  const { writePackedSeed } = createRequire(import.meta.url)(join(out, 'ontology', 'seed-files.provider.js'));
  try {
    writePackedSeed();
  } catch (error) {
    // The program says what is wrong with the seed, each time it is asked for it.
    if (error.name !== 'SeedError') throw error;
  }
};

/** Compiles one file of src/ into its place under dist/. */
export const compileFile = async (file) => {
  rmSync(packedSeed, { force: true });
  const { transformFile } = (await import('@swc/core')).default;
  const target = join(out, relative(join(root, 'src'), file)).replace(/\.ts$/, '.js');
  const { code, map } = await transformFile(file, {
    configFile: join(root, '.swcrc'),
    // Packages that are ES modules only are imported when they are wanted; Node does that itself.
    module: { type: 'commonjs', ignoreDynamic: true },
    sourceMaps: true,
  });
  mkdirSync(dirname(target), { recursive: true });
  const name = `${basename(target)}.map`;
  writeFileSync(join(dirname(target), name), map);
  writeFileSync(target, `${code}\n//# sourceMappingURL=${name}\n`);
};

/** Compiles all of src/; dist/ then holds that and nothing else. */
export const compile = async () => {
  const files = readdirSync(join(root, 'src'), { recursive: true })
    .filter((name) => isSource(name))
    .map((name) => join(root, 'src', name));
  rmSync(out, { recursive: true, force: true });
  const worker = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) await compileFile(file);
  };
  await Promise.all(Array.from({ length: availableParallelism() * 2 }, worker));
  packSeed();
};

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await compile();
