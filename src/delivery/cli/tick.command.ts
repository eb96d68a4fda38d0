import type { INestApplicationContext } from '@nestjs/common';
import { Presets, SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { SourceCatalogue } from '../../ingestion/source-catalogue.service';
import { SeedService } from '../../ontology/seed.service';
import type { TickEvent } from '../../pipeline/stage';
import { TickService } from '../../pipeline/tick.service';
import { DEMO, opener, type DemoOption } from './application-opener.service';
import { progress, say, stopSignal } from './terminal';

export const command = new Command('tick')
  .description('Run one tick now: ask the sources, score, alert, settle')
  .addOption(DEMO)
  .option('--source <ids...>', 'Ask only these sources, due or not', (value: string, before: string[] | undefined) => [
    ...(before ?? []),
    ...value.split(',').filter((id) => id !== ''),
  ])
  .action(async (options: DemoOption & { readonly source?: string[] }): Promise<void> => {
    const base = opener.environment(options);
    if (!opener.isReplayed(options, base)) {
      await opener.run({}, (app) => tick(app, options.source));
      return;
    }
    const { Demo } = await import('../../demo/demo.service');
    const demo = await Demo.open(base, `http://${base.host}:${base.port}`);
    try {
      await opener.run({ demo: true, world: demo }, async (app) => {
        demo.attach(app);
        await tick(app, options.source);
      });
    } finally {
      await demo.stop();
    }
  });

const tick = async (app: INestApplicationContext, only: string[] | undefined): Promise<void> => {
  refuseUnknown(only ?? [], app.get(SourceCatalogue));
  // A new database has neither schema nor ontology.
  await app.get(SeedService, { strict: false }).load();
  const display = new TickDisplay();
  const report = await app.get(TickService).run({
    signal: stopSignal('Stopping; the next tick completes the rest'),
    onProgress: (event) => {
      display.tell(event);
    },
    ...(only === undefined ? {} : { only }),
  });
  display.close();
  say(JSON.stringify(report, null, 2));
  if (report.outcome !== 'completed' || report.stages.some(({ state }) => state === 'failed')) process.exitCode = 1;
};

const refuseUnknown = (ids: readonly string[], catalogue: SourceCatalogue): void => {
  const unknown = ids.filter((id) => catalogue.get(id) === null);
  if (unknown.length > 0) throw new Error(`No such source: ${unknown.join(', ')}`);
};

class TickDisplay {
  private readonly bar = process.stderr.isTTY
    ? new SingleBar(
        {
          format: '{bar} {value}/{total} sources · {items} new items · {failures} failed · {source}',
          stream: process.stderr,
          hideCursor: true,
          clearOnComplete: true,
        },
        Presets.shades_classic,
      )
    : null;
  private readonly seen = { sources: 0, items: 0, failures: 0 };

  tell(event: TickEvent): void {
    if (event.kind === 'stage') {
      if (event.stage !== 'ingestion' || event.state !== 'begun') this.bar?.stop();
      progress(`${event.stage}: ${event.state}`);
      return;
    }
    this.seen.sources += 1;
    this.seen.items += event.newItems;
    if (event.state === 'failed') {
      this.seen.failures += 1;
      if (this.bar === null) progress(`  ${event.source} failed`);
    }
    if (this.seen.sources === 1) this.bar?.start(event.total, 0, { ...this.seen, source: '' });
    this.bar?.update(this.seen.sources, { ...this.seen, source: event.source });
    if (this.bar === null && this.seen.sources % 25 === 0)
      progress(`  ${this.seen.sources}/${event.total} sources, ${this.seen.items} new items`);
  }

  close(): void {
    this.bar?.stop();
  }
}
