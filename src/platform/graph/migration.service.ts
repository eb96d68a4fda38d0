import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagePath } from '../common/package-root';
import { sha256Hex } from '../common/sha256';
import { splitStatements } from './cypher-header';
import type { GraphService } from './graph.service';

/** A migration is a file `0001-what-it-does.cypher`; its bytes never change after release, and numbers have no gaps. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sha256: string;
}

class MigrationError extends Error {}

export const migrationNumber = (file: string): number | null => {
  const digits = /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.cypher$/.exec(file)?.[1];
  return digits === undefined ? null : Number(digits);
};

/** @throws MigrationError if numbers have gaps, an applied file was changed, or a newer program was used */
export const pendingMigrations = <T extends Migration>(known: readonly T[], applied: readonly Migration[]): T[] => {
  const ordered = [...known].sort((a, b) => a.number - b.number);
  ordered.forEach(({ number, name }, index) => {
    if (number !== index + 1)
      throw new MigrationError(`Migration ${name} has number ${number} where ${index + 1} belongs`);
  });
  const done = new Map(applied.map((migration) => [migration.number, migration]));
  for (const { number, name } of applied)
    if (number > ordered.length)
      throw new MigrationError(
        `The database has migration ${name}, which this version does not know: start the newer version that wrote it, or restore a backup made before`,
      );
  for (const { number, name, sha256 } of ordered) {
    const before = done.get(number);
    if (before !== undefined && before.sha256 !== sha256)
      throw new MigrationError(
        `Migration ${name} is not the file that was applied to this database: restore the released file`,
      );
  }
  return ordered.filter(({ number }) => !done.has(number));
};

interface MigrationFile extends Migration {
  readonly text: string;
}

/** Once each, in order, without a common transaction, which schema commands cannot share: so they are idempotent. */
export class MigrationService {
  constructor(
    private readonly graph: GraphService,
    private readonly folder: string = packagePath('cypher', 'migrations'),
  ) {}

  /** Applies pending migrations and returns their names. @throws MigrationError before any change */
  async apply(): Promise<string[]> {
    const applied = await this.graph.read<Migration>('graph/list-migrations');
    const pending = pendingMigrations(this.files(), applied);
    const isNew = await this.isEmpty();
    for (const { number, name, sha256, text } of pending) {
      // An empty store has no data of an earlier version.
      if (!isNew) for (const statement of splitStatements(text)) await this.graph.statement(statement);
      await this.graph.write('graph/record-migration', { number, name, sha256 });
    }
    return pending.map(({ name }) => name);
  }

  private async isEmpty(): Promise<boolean> {
    const [row] = await this.graph.statement('MATCH (n) RETURN count(n) = 0 AS empty', 'READ');
    return row?.['empty'] === true;
  }

  private files(): MigrationFile[] {
    return readdirSync(this.folder).map((file) => {
      const number = migrationNumber(file);
      if (number === null) throw new MigrationError(`cypher/migrations/${file} is not named 0001-what-it-does.cypher`);
      const text = readFileSync(join(this.folder, file), 'utf8');
      return { number, name: file.replace(/\.cypher$/, ''), sha256: sha256Hex(text), text };
    });
  }
}
