/** The theater of most mentions, double in the title; ties go to the first. Null without any. */
import type { Theater } from '../ontology/theater';

export const theaterOfMentions = (
  mentions: readonly { readonly entity: string; readonly start: number }[],
  titleLength: number,
  theaters: ReadonlyMap<string, Theater>,
): Theater | null => {
  const counts = new Map<Theater, number>();
  for (const { entity, start } of mentions) {
    const theater = theaters.get(entity);
    if (theater === undefined) continue;
    counts.set(theater, (counts.get(theater) ?? 0) + (start < titleLength ? 2 : 1));
  }
  let best: Theater | null = null;
  let most = 0;
  // A Map keeps insertion order, so ties go to the first mentioned.
  for (const [theater, count] of counts) if (count > most) [best, most] = [theater, count];
  return best;
};
