// Writes the validated seed to dist/seed.json, for a faster start.
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
if (existsSync(join(root, 'seed'))) {
  const { writePackedSeed } = createRequire(import.meta.url)(join(root, 'dist', 'ontology', 'seed-files.provider.js'));
  try {
    writePackedSeed();
  } catch (error) {
    // The program itself reports errors of the seed at each start.
    if (error.name !== 'SeedError') throw error;
  }
}
