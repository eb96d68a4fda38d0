// The seed as the program has read and checked it, for a quicker start: dist/seed.json.
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
if (existsSync(join(root, 'seed'))) {
  const { writePackedSeed } = createRequire(import.meta.url)(join(root, 'dist', 'ontology', 'seed-files.provider.js'));
  try {
    writePackedSeed();
  } catch (error) {
    // The program says what is wrong with the seed, each time it is asked for it.
    if (error.name !== 'SeedError') throw error;
  }
}
