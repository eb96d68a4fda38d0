import { readdirSync, readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { packagePath } from '../common/package-root';
import { splitStatements } from './cypher-header';
import { GraphService } from './graph.service';
import { MigrationService } from './migration.service';

/** Applies `cypher/migrations`, then `cypher/schema`: constraints and indexes, each safe to state again. */
@Injectable()
export class SchemaService {
  constructor(private readonly graph: GraphService) {}

  /** Creates what is missing and waits until every index is online. */
  async apply(): Promise<void> {
    await new MigrationService(this.graph).apply();
    const folder = packagePath('cypher', 'schema');
    const wanted = readdirSync(folder)
      .sort()
      .flatMap((file) => splitStatements(readFileSync(`${folder}/${file}`, 'utf8')));
    // The index of a constraint has the constraint's name.
    const rows = await this.graph.statement('SHOW INDEXES YIELD name', 'READ');
    const there = new Set(rows.map(({ name }) => name));
    const missing = wanted.filter((statement) => !there.has(nameOf(statement)));
    if (missing.length > 0) await this.graph.restateTogether(missing);
    await this.graph.statement('CALL db.awaitIndexes(300)');
  }
}

const nameOf = (statement: string): string | undefined =>
  /^CREATE (?:\w+ )*?(?:INDEX|CONSTRAINT) (\w+) IF NOT EXISTS/.exec(statement)?.[1];
