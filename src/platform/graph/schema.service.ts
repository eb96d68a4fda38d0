import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { packagePath } from '../common/package-root';
import { splitStatements } from './cypher-header';
import { GraphService } from './graph.service';
import { MigrationService } from './migration.service';

const FOLDER = packagePath('cypher', 'schema');
const LOOK_EVERY_MS = 50;
const TELL_EVERY_MS = 10_000;
const logger = new Logger('Graph');

interface IndexRow {
  readonly name: string;
  readonly state: string;
  readonly percent: number;
  readonly owner: string | null;
}

/** One instance at a time: if two create a constraint, Neo4j may abort one and leave its index without it. */
@Injectable()
export class SchemaService {
  constructor(private readonly graph: GraphService) {}

  /** Creates missing ones and waits until all indexes are online. @throws Error if an index could not be built */
  async apply(): Promise<void> {
    await this.stateLock();
    await this.graph.whileLocked('graph/lock-schema', async () => {
      await new MigrationService(this.graph).apply();
      await this.create();
      await this.untilOnline();
    });
  }

  private async stateLock(): Promise<void> {
    const [statement = ''] = statementsOf('migration.cypher');
    try {
      await this.graph.restate(statement);
    } catch {
      await this.graph.statement(`DROP INDEX ${nameOf(statement) ?? ''} IF EXISTS`);
      await this.graph.restate(statement);
    }
  }

  private async create(): Promise<void> {
    const wanted = readdirSync(FOLDER).sort().flatMap(statementsOf);
    const constraints = new Set(wanted.filter(isConstraint).map(nameOf));
    const there = new Set<string>();
    for (const { name, owner } of await this.indexes())
      // A constraint's index has the constraint's name.
      if (owner !== null || !constraints.has(name)) there.add(name);
      else {
        logger.warn(`index ${name} has no constraint: it is created again`);
        await this.graph.statement(`DROP INDEX ${name} IF EXISTS`);
      }
    const missing = wanted.filter((statement) => !there.has(nameOf(statement) ?? ''));
    if (missing.length > 0) await this.graph.statements(missing);
  }

  /** For a million items this takes minutes. */
  private async untilOnline(): Promise<void> {
    let told = performance.now();
    for (;;) {
      const rows = await this.indexes();
      const failed = rows.filter(({ state }) => state === 'FAILED').map(({ name }) => name);
      if (failed.length > 0)
        throw new Error(
          `Neo4j could not build ${failed.join(', ')}: its debug.log says why. Remove each with DROP INDEX (or DROP CONSTRAINT) and start again.`,
        );
      const populating = rows.filter(({ state }) => state !== 'ONLINE');
      if (populating.length === 0) return;
      await sleep(LOOK_EVERY_MS);
      if (performance.now() - told < TELL_EVERY_MS) continue;
      told = performance.now();
      const least = Math.min(...populating.map(({ percent }) => Math.floor(percent)));
      logger.log(`${populating.length} indexes are being built: ${least} % at least`);
    }
  }

  private async indexes(): Promise<IndexRow[]> {
    const rows = await this.graph.statement(
      'SHOW INDEXES YIELD name, state, populationPercent AS percent, owningConstraint AS owner',
      'READ',
    );
    return rows as unknown as IndexRow[];
  }
}

const nameOf = (statement: string): string | undefined =>
  /^CREATE (?:\w+ )*?(?:INDEX|CONSTRAINT) (\w+) IF NOT EXISTS/.exec(statement)?.[1];

const statementsOf = (file: string): string[] => splitStatements(readFileSync(`${FOLDER}/${file}`, 'utf8'));

const isConstraint = (statement: string): boolean => statement.startsWith('CREATE CONSTRAINT ');
