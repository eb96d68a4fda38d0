import { migrationNumber, pendingMigrations, type Migration } from './migration.service';

const migration = (number: number, sha256 = `hash-${number}`): Migration => ({
  number,
  name: `000${number}-change`,
  sha256,
});

describe('migrationNumber', () => {
  it('reads the number of a well-named file', () => {
    expect(migrationNumber('0012-split-theaters.cypher')).toBe(12);
  });

  it.each(['12-split.cypher', '0012.cypher', '0012-Split.cypher', '0012-split.cypher.bak', 'x'])(
    'refuses %s as a migration',
    (file) => {
      expect(migrationNumber(file)).toBeNull();
    },
  );
});

describe('pendingMigrations', () => {
  it('lists the migrations not applied, in order of number', () => {
    const known = [migration(3), migration(1), migration(2)];

    expect(pendingMigrations(known, [])).toEqual([migration(1), migration(2), migration(3)]);
    expect(pendingMigrations(known, [migration(1)])).toEqual([migration(2), migration(3)]);
    expect(pendingMigrations(known, known)).toEqual([]);
  });

  it('refuses a gap, and a number that is there twice', () => {
    expect(() => pendingMigrations([migration(1), migration(3)], [])).toThrow('where 2 belongs');
    expect(() => pendingMigrations([migration(1), migration(1)], [])).toThrow('where 2 belongs');
  });

  it('refuses a file that was changed after it was applied', () => {
    expect(() => pendingMigrations([migration(1, 'other')], [migration(1)])).toThrow(
      '0001-change is not the file that was applied',
    );
  });

  it('refuses a database that a newer version wrote', () => {
    expect(() => pendingMigrations([migration(1)], [migration(1), migration(2)])).toThrow(
      '0002-change, which this version does not know',
    );
  });
});
