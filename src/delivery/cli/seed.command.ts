import { Command, CommandRunner, Option } from 'nest-commander';
import { SeedService, type SeedCounts } from '../../ontology/seed.service';
import { ApplicationOpener, progress } from './application-opener.service';

interface SeedOptions {
  readonly demo?: boolean;
}

/**
 * `vedette seed`: loads `cypher/schema` and the ontology of `seed/`. A report in JSON goes to stdout,
 * its sums to stderr. A broken seed changes nothing and is named by file and line.
 */
@Command({ name: 'seed', description: 'Load the schema and the ontology; report what changed' })
export class SeedCommand extends CommandRunner {
  constructor(private readonly opener: ApplicationOpener) {
    super();
  }

  override async run(_: string[], options: SeedOptions): Promise<void> {
    await this.opener.run({ demo: options.demo ?? false }, async (app) => {
      const report = await app.get(SeedService, { strict: false }).load();
      progress(`entities: ${sumsOf(report.entities)}`);
      progress(`relationships: ${sumsOf(report.relationships)}`);
      progress(`merged ids: ${sumsOf(report.mergedEntities)}`);
      process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    });
  }

  @Option({ flags: '--demo', description: 'Load them into the database of the synthetic demo' })
  parseDemo(): boolean {
    return true;
  }
}

const sumsOf = ({ added, changed, removed, retired, unchanged }: SeedCounts): string =>
  `${added.length} added, ${changed.length} changed, ${removed.length} removed, ${retired.length} retired, ${unchanged} unchanged`;
