/**
 * The tick at full size: 150 sources of which 35 misbehave, within 60 s and with constant memory; then the throughput
 * from feed to graph, and Neo4j's share of the time.
 *
 *   npm run bench tick
 */
import { cpus } from 'node:os';
import { SystemClock } from '../../src/platform/common/system-clock.provider';
import type { NewItem } from '../../src/event-log/item';
import { EventLogService } from '../../src/event-log/event-log.service';
import { addCrowd } from '../../test/support/crowd';
import { addEntities, anItem } from '../../test/support/item-builder';
import { startTick } from '../../test/support/tick-child';
import type { TickResult } from '../../test/support/tick-process';
import { UpstreamWorld } from '../../test/support/upstream-world';
import type { Part } from '../support/bench';

interface Figures {
  readonly sources: Record<string, number>;
  readonly items: { readonly seen: number; readonly new: number };
}

const ingestionOf = ({ report }: TickResult): { ms: number; figures: Figures } => {
  const stage = report.stages.find((each) => each.stage === 'ingestion');
  return { ms: stage?.duration_ms ?? 0, figures: stage?.figures as unknown as Figures };
};

export const crowd: Part = async (bench) => {
  const { connection, graph } = await bench.database();
  await addEntities(graph, [{ id: 'iran', theater: 'iran' }, { id: 'israel' }]);

  const crowdWorld = await UpstreamWorld.open();
  const sources = addCrowd(crowdWorld, {
    good: 115,
    items: 40,
    hang: 15,
    error: 10,
    drip: 5,
    bomb: 5,
  });
  const task = {
    connection,
    replayUrl: crowdWorld.url,
    sources: sources.all,
    warm: sources.good.slice(0, 2),
    budgetSeconds: 60,
  };
  const first = await (await startTick(task)).result;
  const second = await (await startTick(task)).result;
  bench.say('150 sources: 15 hang, 10 answer 500, 5 drip, 5 send bombs; budget 60 s');
  const ticks = [first, second].map((tick) => ({
    ms: tick.report.duration_ms,
    sources: ingestionOf(tick).figures.sources,
    ...ingestionOf(tick).figures.items,
    rssMb: tick.rss,
  }));
  for (const [name, tick] of [
    ['first', first],
    ['second', second],
  ] as const) {
    const { figures } = ingestionOf(tick);
    bench.say(
      `  ${name} tick: ${tick.report.duration_ms} ms, ${JSON.stringify(figures.sources)}, ` +
        `${figures.items.new} new of ${figures.items.seen} seen; ` +
        `RSS ${tick.rss.before} → peak ${tick.rss.peak} → ${tick.rss.after} MB`,
    );
  }
  await crowdWorld.close();

  const rushWorld = await UpstreamWorld.open();
  const rush = addCrowd(rushWorld, { good: 200, items: 100, hang: 0, error: 0, drip: 0, bomb: 0 }, 'rush');
  const rushed = await (
    await startTick({
      connection,
      replayUrl: rushWorld.url,
      sources: rush.good,
      warm: rush.good.slice(0, 1),
      budgetSeconds: 600,
    })
  ).result;
  await rushWorld.close();
  const { ms, figures } = ingestionOf(rushed);
  const log = new EventLogService(graph);
  const items: NewItem[] = Array.from({ length: figures.items.new }, (_, n) => {
    const now = Math.floor(new SystemClock().nowMicros() / 1000);
    return anItem({
      id: `bench-${n}`,
      at: now - n,
      firstSeenAt: now,
      source: `bench-${n % 200}`,
      summary: `Israel was named as well in item ${n} of this bench.`,
      title: `Iran ${n.toString(36).padStart(64, 'x')}`,
      story: `s-bench-${n}`,
      entities: ['iran', 'israel'],
    });
  });
  const begun = performance.now();
  await log.append(items);
  const alone = performance.now() - begun;
  const perSecond = (milliseconds: number): number => Math.round((figures.items.new * 1000) / milliseconds);
  bench.say(`${figures.items.new} new items from 200 feeds`);
  bench.say(`  end to end: ${ms} ms, ${perSecond(ms)} items/s`);
  bench.say(`  Neo4j alone, the same items appended: ${Math.round(alone)} ms, ${perSecond(alone)} items/s`);
  bench.say(`  share of Neo4j in the whole: ${Math.round((alone / ms) * 100)} %`);

  bench.keep('tick', {
    cores: cpus().length,
    crowd: { sources: sources.all.length, budgetSeconds: task.budgetSeconds, ticks },
    throughput: {
      feeds: rush.good.length,
      newItems: figures.items.new,
      endToEndMs: ms,
      itemsPerSecond: perSecond(ms),
      neo4jAloneMs: Math.round(alone),
      neo4jItemsPerSecond: perSecond(alone),
      neo4jShare: Math.round((alone / ms) * 100) / 100,
    },
  });
};
