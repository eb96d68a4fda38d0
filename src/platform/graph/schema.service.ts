import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { packagePath } from '../common/package-root';
import { splitStatements } from './cypher-header';
import { GraphService } from './graph.service';
import { MigrationService } from './migration.service';

const LOOK_EVERY_MS = 50;
const TELL_EVERY_MS = 10_000;
/** An index that is whole has its constraint in a moment, or never. */
const ABANDONED_AFTER_MS = 5_000;
const REMOVALS_MAX = 3;

const logger = new Logger('Graph');

interface IndexRow {
  readonly name: string;
  readonly state: string;
  readonly percent: number;
  /** The constraint that it belongs to, or null. */
  readonly owner: string | null;
}

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
    const there = new Set((await this.indexes()).map(({ name }) => name));
    const missing = wanted.filter((statement) => !there.has(nameOf(statement) ?? ''));
    if (missing.length > 0) await this.graph.restateTogether(missing);
    await this.untilOnline(new Map(wanted.filter(isConstraint).map((one) => [nameOf(one) ?? '', one])));
  }

  /**
   * A million items take minutes. Of two instances that state the same constraint at the same time Neo4j may end one and
   * fail to remove its index (a deadlock), which then stands in the way of the constraint for ever: it is removed here.
   *
   * @param constraints statements by name @throws Error when the database could not build an index
   */
  private async untilOnline(constraints: ReadonlyMap<string, string>): Promise<void> {
    const whole = new Map<string, { since: number; removals: number }>();
    let told = performance.now();
    for (;;) {
      const rows = await this.indexes();
      const failed = rows.filter(({ state }) => state === 'FAILED').map(({ name }) => name);
      if (failed.length > 0)
        throw new Error(
          `Neo4j could not build ${failed.join(', ')}: its debug.log says why. Remove each with DROP INDEX (or DROP CONSTRAINT) and start again.`,
        );
      const alone = rows.filter(({ name, owner }) => owner === null && constraints.has(name));
      const populating = rows.filter(({ state }) => state !== 'ONLINE');
      if (alone.length === 0 && populating.length === 0) return;
      for (const { name, percent } of alone) {
        if (percent < 100) continue;
        const seen = whole.get(name) ?? { since: performance.now(), removals: 0 };
        whole.set(name, seen);
        if (performance.now() - seen.since < ABANDONED_AFTER_MS) continue;
        seen.since = performance.now();
        seen.removals += 1;
        await this.replace(name, constraints.get(name) ?? '', seen.removals < REMOVALS_MAX);
      }
      await sleep(LOOK_EVERY_MS);
      if (performance.now() - told < TELL_EVERY_MS) continue;
      told = performance.now();
      const least = Math.min(...populating.map(({ percent }) => Math.floor(percent)));
      if (populating.length > 0) logger.log(`${populating.length} indexes are being built: ${least} % at least`);
    }
  }

  /** @param mayFail another instance may be removing the same index */
  private async replace(name: string, statement: string, mayFail: boolean): Promise<void> {
    logger.warn(`index ${name} stands without its constraint: it is made anew`);
    try {
      await this.graph.statement(`DROP INDEX ${name} IF EXISTS`);
      await this.graph.restate(statement);
    } catch (error) {
      if (!mayFail) throw error;
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

const isConstraint = (statement: string): boolean => statement.startsWith('CREATE CONSTRAINT ');
