import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagePath } from '../platform/common/package-root';
import type { Source } from './source';
import { readSourceCatalogue, SourceCatalogueError } from './source-catalogue';

/** The polled sources: read once from `seed/sources/`, the same for every instance. */
export class SourceCatalogue {
  private readonly byId: ReadonlyMap<string, Source>;

  constructor(readonly sources: readonly Source[]) {
    this.byId = new Map(sources.map((source) => [source.id, source]));
  }

  /** @throws SourceCatalogueError when a file is not JSON or a record is not valid */
  static fromFolder(folder = packagePath('seed', 'sources')): SourceCatalogue {
    return new SourceCatalogue(readSourceCatalogue(readFolder(folder)));
  }

  /** The sources of the demo: invented outlets replace the real ones. */
  static forDemo(): SourceCatalogue {
    const files = readFolder(packagePath('seed', 'sources'));
    for (const [name, content] of readFolder(packagePath('samples', 'sources'))) files.set(name, content);
    return new SourceCatalogue(readSourceCatalogue(files));
  }

  get(id: string): Source | null {
    return this.byId.get(id) ?? null;
  }
}

const readFolder = (folder: string): Map<string, unknown> =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => [name, readJson(folder, name)]),
  );

const readJson = (folder: string, name: string): unknown => {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8'));
  } catch (error) {
    throw new SourceCatalogueError(`${name}: ${(error as Error).message}`, { cause: error });
  }
};
