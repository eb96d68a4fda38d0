import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile } from '../platform/common/json-file';
import { packagePath } from '../platform/common/package-root';
import type { Source } from './source';
import { readSourceCatalogue } from './source-catalogue';

/** The polled sources: read once from `seed/sources/`, the same for every instance. */
export class SourceCatalogue {
  private readonly byId: ReadonlyMap<string, Source>;

  constructor(readonly sources: readonly Source[]) {
    this.byId = new Map(sources.map((source) => [source.id, source]));
  }

  /** @throws Error that names a file which is not JSON, or the record which is not valid */
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
      .map((name) => [name, readJsonFile(join(folder, name))]),
  );
