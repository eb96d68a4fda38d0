import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { packagePath } from '../common/package-root';
import { splitStatements } from './cypher-header';
import { GraphService } from './graph.service';
import { MigrationService } from './migration.service';

const LOOK_EVERY_MS = 50;
const TELL_EVERY_MS = 10_000;

const logger = new Logger('Graph');

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
    await this.untilOnline();
  }

  /** A million items take minutes. @throws Error when the database could not build an index */
  private async untilOnline(): Promise<void> {
    let told = performance.now();
    for (;;) {
      const rows = await this.graph.statement(
        `SHOW INDEXES YIELD name, state, populationPercent AS percent WHERE state <> 'ONLINE'`,
        'READ',
      );
      if (rows.length === 0) return;
      const failed = rows.filter(({ state }) => state === 'FAILED').map(({ name }) => name);
      if (failed.length > 0)
        throw new Error(`Neo4j could not build ${failed.join(', ')}: its debug.log says why. Remove each with DROP INDEX (or DROP CONSTRAINT) and start again.`); // prettier-ignore
      await sleep(LOOK_EVERY_MS);
      if (performance.now() - told < TELL_EVERY_MS) continue;
      told = performance.now();
      const least = Math.min(...rows.map(({ percent }) => Math.floor(Number(percent))));
      logger.log(`${rows.length} indexes are being built: ${least} % at least`);
    }
  }
}

const nameOf = (statement: string): string | undefined =>
  /^CREATE (?:\w+ )*?(?:INDEX|CONSTRAINT) (\w+) IF NOT EXISTS/.exec(statement)?.[1];
