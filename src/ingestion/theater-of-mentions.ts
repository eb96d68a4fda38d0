/**
 * The theater of a text: the one that most of its mentions belong to, those in the title counting
 * twice; of equals, the one mentioned first. Null when none of its entities has a theater.
 */
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
  // A Map keeps the order of first mention, so that a tie goes to the first.
  for (const [theater, count] of counts) if (count > most) [best, most] = [theater, count];
  return best;
};
