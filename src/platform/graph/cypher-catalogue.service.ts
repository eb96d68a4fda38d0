import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { packagePath } from '../common/package-root';
import { parseCypherFile, type CypherQuery } from './cypher-header';

/** Folders of `cypher/` without named queries: schema statements and migrations. */
const NOT_QUERIES = new Set(['schema', 'migrations']);

/** All queries of `cypher/` by name. A malformed file stops the start. */
export class CypherCatalogue {
  private readonly queries: Map<string, CypherQuery>;

  constructor(private readonly folder: string = packagePath('cypher')) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.cypher') && !NOT_QUERIES.has(file.split(sep)[0] ?? ''))
      .sort();
    this.queries = new Map(
      files.map((file) => {
        const name = relative('.', file).slice(0, -'.cypher'.length).split(sep).join('/');
        return [name, this.read(name)];
      }),
    );
  }

  get(name: string): CypherQuery {
    // In development, edited queries take effect at the next request.
    if (process.env['NODE_ENV'] === 'development' && this.queries.has(name)) this.queries.set(name, this.read(name));
    const query = this.queries.get(name);
    if (query === undefined) throw new Error(`No query cypher/${name}.cypher`);
    return query;
  }

  private read(name: string): CypherQuery {
    return parseCypherFile(name, readFileSync(join(this.folder, `${name}.cypher`), 'utf8'));
  }

  all(): CypherQuery[] {
    return [...this.queries.values()];
  }
}
