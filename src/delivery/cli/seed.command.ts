import { Command } from 'commander';
import { isDue, relationshipId, UNCHECKED, type Relationship } from '../../ontology/relationship';
import { loadOntologySeed } from '../../ontology/seed-files.provider';
import { SeedService, type SeedCounts } from '../../ontology/seed.service';
import { DEMO, opener, type DemoOption } from './application-opener.service';
import { progress, say } from './terminal';

export const command = new Command('seed')
  .description('Load the schema and the ontology; report changes')
  .option('--overwrite', 'Replace edits made in the graph')
  .option('--due', 'Load nothing; list open statements that nobody checked for 90 days')
  .addOption(DEMO)
  .action(async (options: DemoOption & { readonly due?: boolean; readonly overwrite?: boolean }): Promise<void> => {
    if (options.due === true) {
      listDue(new Date().toISOString().slice(0, 10));
      return;
    }
    await opener.on(SeedService, options, async (service) => {
      const report = await service.load(options.overwrite ?? false);
      progress(`entities: ${sumsOf(report.entities)}`);
      progress(`relationships: ${sumsOf(report.relationships)}`);
      progress(`merged ids: ${sumsOf(report.mergedEntities)}`);
      if (report.kept.length > 0)
        progress(
          `${report.kept.length} entities and relationships were edited in the graph and stay as they are there (--overwrite ` +
            `takes the files): ${report.kept.join(', ')}`,
        );
      say(JSON.stringify(report, null, 2));
    });
  });

const listDue = (today: string): void => {
  const due = loadOntologySeed()
    .relationships.filter((one) => isDue(one, today))
    .sort((left, right) => dueKey(left).localeCompare(dueKey(right)));
  for (const one of due) say(`${one.checked_at}\t${relationshipId(one)}\t${one.source}`);
  progress(
    `${due.length} statements are due: compare each with its source and set checked_at in seed/relationships.json`,
  );
};

const dueKey = (one: Relationship): string =>
  `${one.checked_at === UNCHECKED ? '' : one.checked_at} ${relationshipId(one)}`;

const sumsOf = ({ added, changed, removed, retired, unchanged }: SeedCounts): string =>
  `${added.length} added, ${changed.length} changed, ${removed.length} removed, ${retired.length} retired, ${unchanged} unchanged`;
