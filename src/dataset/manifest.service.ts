import { Inject, Injectable } from '@nestjs/common';
import { publicUrl } from '../platform/config/public-url';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { croissant, type ManifestParts } from './croissant';
import { DatasetFiles } from './dataset-files.service';
import { DatasetRepository } from './dataset.repository';
import { hubCard } from './hub-card';
import { primaryPopulation } from './population';

@Injectable()
export class ManifestService {
  constructor(
    private readonly files: DatasetFiles,
    private readonly repository: DatasetRepository,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** @param population name, or null for the default */
  async manifest(population: string | null): Promise<Record<string, unknown>> {
    return croissant(await this.parts(population));
  }

  /** Markdown card for a folder with `records.parquet` on the Hugging Face Hub. */
  async card(population: string | null): Promise<string> {
    return hubCard(await this.parts(population));
  }

  private async parts(population: string | null): Promise<ManifestParts> {
    const populations = await this.repository.countPopulations();
    const names = populations.map((each) => each.population);
    const name = population ?? primaryPopulation(names);
    const counts = populations.find((each) => each.population === name) ?? null;
    return {
      base: publicUrl(this.environment),
      publisher: this.environment.publisher,
      population: name,
      populations: names,
      counts,
      synthetic: this.environment.demo,
      ...(await this.files.current(name, counts)),
    };
  }
}
