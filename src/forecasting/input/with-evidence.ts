/** Fills the space that the other parts of an input leave with evidence. Pure. */
import { DAY_MS } from '../../platform/common/durations';
import { formatMillis } from '../../platform/common/utc-time';
import { INPUT_BYTES_MAX, MAX } from './bounds';
import type { ForecastInput, InputCluster, InputEvidence, ItemWords, Words } from './forecast-input';
import type { InputMaterial } from './input-rows';
import { renderEvidence, renderInput } from './render-input';
import { clustersOf, familiesOf, inOrderOfRoom, storiesOf, type Cluster, type Story } from './stories';
import { evidenceOf, wordsOf } from './third-party-words';

/** Adds as many stories as fit. */
export const withEvidence = (
  without: ForecastInput,
  words: Record<string, ItemWords>,
  material: InputMaterial,
): { input: ForecastInput; words: Words } => {
  const asked = new Set(without.crowd.map(({ key }) => key));
  // Items without a time may be arbitrarily old.
  const told = material.evidence.filter((row) => row.published_at !== null && !asked.has(row.id));
  const stories = storiesOf(
    told,
    material.frozenAt,
    material.frozenAt - (material.since ?? material.frozenAt - DAY_MS),
  );
  const clusters = clustersOf(stories);
  const clusterOf = new Map(clusters.flatMap((cluster) => cluster.best.map((story) => [story, cluster] as const)));
  // Maximum growth of the line that states omissions.
  let room = INPUT_BYTES_MAX - bytesOf(renderInput(without, words)) - LEFT_OUT_BYTES;
  const chosen = new Map<Story, InputEvidence>();
  const begun = new Set<Cluster>();
  for (const story of inOrderOfRoom(clusters.flatMap(({ best }) => best)).slice(0, MAX.stories)) {
    const given = wordsOf(story.item);
    const item = evidenceOf(story, given, material);
    const cluster = clusterOf.get(story);
    const text = renderEvidence(item, { [item.key]: given }, without.now.frozen_at, chosen.size + 1);
    room -= bytesOf(text.join('\n')) + 1;
    if (cluster !== undefined && cluster.of !== null && !begun.has(cluster)) room -= CLUSTER_BYTES;
    if (room < 0) break;
    if (cluster !== undefined) begun.add(cluster);
    chosen.set(story, item);
    words[item.key] = given;
  }
  const items = clusters.flatMap(({ best }) => best.flatMap((story) => chosen.get(story) ?? []));
  const counted = clusters.flatMap((cluster) => clusterShown(cluster, chosen));
  return {
    input: {
      ...without,
      items,
      clusters: counted,
      left_out: {
        ...without.left_out,
        items: stories.length - items.length - counted.reduce((sum, { stories: n }) => sum + n, 0),
      },
    },
    words,
  };
};

/** The stories of a cluster that are only counted; empty if none of it is shown. */
const clusterShown = ({ of, stories, best }: Cluster, chosen: ReadonlyMap<Story, InputEvidence>): InputCluster[] => {
  const shown = best.flatMap((story) => chosen.get(story)?.key ?? []);
  if (of === null || shown.length === 0) return [];
  const rest = stories.filter((story) => !chosen.has(story));
  const languages = rest.flatMap(({ reports }) => reports.flatMap(({ lang }) => lang ?? []));
  return [
    {
      parties: of.parties,
      act: of.act,
      since: formatMillis(of.start),
      shown,
      stories: rest.length,
      families: familiesOf(rest),
      languages: [...new Set(languages)].sort().slice(0, MAX.languages),
    },
  ];
};

/** Maximum length of the line on a cluster. */
const CLUSTER_BYTES = 190;
const LEFT_OUT_BYTES = 80;

const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');
