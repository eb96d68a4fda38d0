import { rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { DATASET_FORMATS, type DatasetFormat } from '../../dataset/dataset-format';
import { DatasetService } from '../../dataset/dataset.service';
import { ManifestService } from '../../dataset/manifest.service';
import { writeHashed } from '../../platform/common/hashed-file.writer';
import { isPopulation } from '../../dataset/population';
import { DEMO, opener, type DemoOption } from './application-opener.service';
import { checked, oneOf } from './option-values';
import { progress, sayJson } from './terminal';

interface ExportOptions extends DemoOption {
  readonly format?: DatasetFormat;
  readonly out?: string;
  readonly population?: string;
}

const exportDataset = new Command('export')
  .description('Write the evaluation dataset and its manifest')
  .addOption(DEMO)
  .option('--format <format>', 'jsonl (default), csv or parquet', oneOf('--format', DATASET_FORMATS))
  .option('--out <file>', 'File or folder to write to; stdout otherwise')
  .option(
    '--population <name>',
    'own, or import:<label>',
    checked(isPopulation, '--population must be own, or import: and a label'),
  )
  .action(async (options: ExportOptions): Promise<void> => {
    const format = options.format ?? 'jsonl';
    await opener.run(options, async (app) => {
      const dataset = app.get(DatasetService);
      const population = options.population ?? (await dataset.primary());
      if (options.out === undefined || options.out === '-') {
        return pipeline(dataset.stream(population, format), process.stdout, { end: false });
      }
      const file = await fileOf(options.out, format);
      const { sha256, bytes } = await writeWhole(file, dataset.stream(population, format));
      const manifest = await app.get(ManifestService).manifest(population);
      await writeFile(`${file}.manifest.json`, `${JSON.stringify(manifest, null, 2)}\n`);
      sayJson({ file, population, format, bytes, sha256 });
      progress(`Manifest: ${file}.manifest.json`);
    });
  });

export const command = new Command('dataset').description('The evaluation dataset').addCommand(exportDataset);

const fileOf = async (out: string, format: DatasetFormat): Promise<string> => {
  const folder = await stat(out).then(
    (found) => found.isDirectory(),
    () => out.endsWith('/'),
  );
  return folder ? join(out, `records.${format}`) : out;
};

/** Writes to a temporary file and renames it, so that the target is always complete. */
const writeWhole = async (file: string, chunks: AsyncIterable<Buffer>): Promise<{ sha256: string; bytes: number }> => {
  const aside = `${file}.${process.pid}.tmp`;
  const { sha256, bytes } = await writeHashed(aside, chunks);
  await rename(aside, file);
  return { sha256, bytes };
};
