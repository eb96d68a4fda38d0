import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagePath } from '../common/package-root';
import { sha256Hex } from '../common/sha256';
import { splitStatements } from './cypher-header';
import type { GraphService } from './graph.service';
import { MigrationError, migrationNumber, pendingMigrations, type Migration } from './migration';

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
