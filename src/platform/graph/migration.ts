/** A migration is a file `0001-what-it-does.cypher`; its bytes never change after release, and numbers have no gaps. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sha256: string;
}

export class MigrationError extends Error {}

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
