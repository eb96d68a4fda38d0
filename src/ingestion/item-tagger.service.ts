import { sha256Hex } from '../platform/common/sha256';
import type { ParsedItem } from '../event-log/item';
import type { AliasResolver } from '../resolver/alias-resolver';
import type { Theater } from '../ontology/theater';
import type { PublisherFamilies } from './publisher-family';
import { detectLanguage, type LanguageDetector } from './language';
import { loadLanguageDetector } from './language-detector.service';
import type { ItemTags, Tagger } from './prepare-items';
import type { Source } from './source';

/** The theater of most mentions, double in the title; ties go to the first. Null without any. */
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

interface TextTags {
  readonly lang: string | null;
  readonly entities: readonly string[];
  readonly theater: Theater | null;
}

/** Cached texts, enough for several ticks, since sources repeat most items. */
const REMEMBERED_MAX = 20_000;

export class ItemTagger implements Tagger {
  private detect: LanguageDetector | undefined;
  private readonly remembered = new Map<string, TextTags>();
  private rememberedBy: readonly unknown[] = [];

  /** @param theaters theater by entity id; entities without one are absent */
  constructor(
    private readonly resolver: AliasResolver,
    private readonly theaters: () => ReadonlyMap<string, Theater>,
    private readonly families: PublisherFamilies,
    private readonly loadDetector: () => Promise<LanguageDetector> = loadLanguageDetector,
  ) {}

  /** Resolves when the language detector is loaded. */
  async ready(): Promise<void> {
    this.detect ??= await this.loadDetector();
  }

  tag(item: ParsedItem, source: Source): ItemTags {
    const said = this.tagText(item, source);
    const hints = item.entityHints ?? [];
    return {
      lang: said.lang,
      family: this.familyOf(item, source),
      entities: [...new Set([...said.entities, ...hints])].sort(),
      theater:
        said.theater ??
        theaterOfMentions(
          hints.map((entity) => ({ entity, start: 0 })),
          0,
          this.theaters(),
        ),
    };
  }

  /** Sources show the same items in tick after tick: tags are cached, until names or theaters change. */
  private tagText(item: ParsedItem, source: Source): TextTags {
    const by = [this.resolver.revision, this.theaters()];
    if (by.some((one, at) => one !== this.rememberedBy[at])) this.remembered.clear();
    this.rememberedBy = by;
    const key = sha256Hex(JSON.stringify([item.title, item.summary, item.lang, source.lang]));
    const known = this.remembered.get(key);
    if (known !== undefined) this.remembered.delete(key);
    const tags = known ?? this.readText(item, source);
    this.remembered.set(key, tags);
    for (const oldest of this.remembered.keys()) {
      if (this.remembered.size <= REMEMBERED_MAX) break;
      this.remembered.delete(oldest);
    }
    return tags;
  }

  private readText({ title, summary, lang: declared }: ParsedItem, source: Source): TextTags {
    const text = summary === null ? title : `${title}\n${summary}`;
    const lang = detectLanguage(text, { declared, prior: source.lang, detect: this.detect });
    const { entities, mentions } = this.resolver.resolve(text, lang);
    return { lang, entities, theater: theaterOfMentions(mentions, title.length, this.theaters()) };
  }

  /** The named publisher's family if known, as aggregators are not independent. Unknown names may be authors'. */
  private familyOf({ publisher }: ParsedItem, source: Source): string {
    return (publisher === null ? null : this.families.ofName(publisher)) ?? source.family;
  }
}
