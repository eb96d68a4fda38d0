import { Inject, Injectable } from '@nestjs/common';
import { publicUrl } from '../config/public-url';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { CaptureService } from '../registry/capture.service';
import { croissant } from './croissant';
import { DatasetRepository, type PopulationCounts } from './dataset.repository';
import { DatasetService, encode, measure, DATASET_FORMATS } from './dataset.service';
import type { DatasetFormat, ExportedFile } from './dataset.service';
import type { EvaluationRecord } from './evaluation-record';

interface Measured {
  readonly files: Readonly<Record<DatasetFormat, ExportedFile>>;
  readonly unanchored: number;
  readonly newest: string | null;
}

/** The manifest: measures the files by making them, and again only when something was graded or anchored. */
@Injectable()
export class ManifestService {
  private readonly measured = new Map<string, { state: string; result: Promise<Measured> }>();

  constructor(
    private readonly dataset: DatasetService,
    private readonly repository: DatasetRepository,
    private readonly captures: CaptureService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** @param population a name, or null for the one that is shown by default */
  async manifest(population: string | null): Promise<Record<string, unknown>> {
    const populations = await this.repository.countPopulations();
    const name = population ?? (await this.dataset.primary());
    const counts = populations.find((each) => each.population === name) ?? null;
    return croissant({
      base: publicUrl(this.environment),
      publisher: this.environment.publisher,
      population: name,
      populations: populations.map((each) => each.population),
      counts,
      synthetic: this.environment.demo,
      ...(await this.measure(name, counts)),
    });
  }

  private async measure(population: string, counts: PopulationCounts | null): Promise<Measured> {
    const { counts: captures } = await this.captures.summary();
    const state = JSON.stringify([counts?.n_records, counts?.graded_at_ms, captures.verified]);
    const known = this.measured.get(population);
    if (known?.state === state) return known.result;
    const result = this.measureFiles(population);
    this.measured.set(population, { state, result });
    result.catch(() => this.measured.delete(population));
    return result;
  }

  private async measureFiles(population: string): Promise<Measured> {
    const files: Partial<Record<DatasetFormat, ExportedFile>> = {};
    let unanchored = 0;
    let newest: string | null = null;
    for (const format of DATASET_FORMATS) {
      const look = format === 'jsonl';
      const seen = async function* (
        pages: AsyncIterable<readonly EvaluationRecord[]>,
      ): AsyncGenerator<readonly EvaluationRecord[]> {
        for await (const records of pages) {
          if (look) {
            unanchored += records.filter(({ anchor }) => anchor === null).length;
            newest = records.at(-1)?.prediction.made_at ?? newest;
          }
          yield records;
        }
      };
      files[format] = await measure(encode(seen(this.dataset.pages(population)), format));
    }
    return { files: files as Record<DatasetFormat, ExportedFile>, unanchored, newest };
  }
}
