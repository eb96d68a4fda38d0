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
    // Constraints before indexes: alphabetical order of the files happens to say so.
    for (const file of readdirSync(folder).sort())
      for (const statement of splitStatements(readFileSync(`${folder}/${file}`, 'utf8')))
        await this.graph.restate(statement);
    await this.graph.statement('CALL db.awaitIndexes(300)');
  }
}
