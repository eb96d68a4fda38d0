import type { ParsedItem } from '../event-log/item';
import type { AliasResolver } from '../ontology/alias-resolver';
import type { Theater } from '../ontology/theater';
import type { PublisherFamilies } from './publisher-family';
import { detectLanguage, type LanguageDetector } from './language';
import { loadLanguageDetector } from './language-detector.service';
import type { ItemTags, Tagger } from './prepare-items';
import type { Source } from './source';
import { theaterOfMentions } from './theater-of-mentions';

/** Says of an item in which language it is, which entities it touches, and where it belongs. */
export class ItemTagger implements Tagger {
  private detect: LanguageDetector | undefined;

  /** @param theaters theater by entity id; entities without one are absent */
  constructor(
    private readonly resolver: AliasResolver,
    private readonly theaters: ReadonlyMap<string, Theater>,
    private readonly families: PublisherFamilies,
    private readonly loadDetector: () => Promise<LanguageDetector> = loadLanguageDetector,
  ) {}

  /** Resolves when the language detector is loaded. */
  async ready(): Promise<void> {
    this.detect ??= await this.loadDetector();
  }

  tag(item: ParsedItem, source: Source): ItemTags {
    const text = item.summary === null ? item.title : `${item.title}\n${item.summary}`;
    const lang = detectLanguage(text, {
      declared: item.lang,
      prior: source.lang,
      detect: this.detect,
    });
    const { entities, mentions } = this.resolver.resolve(text, lang);
    const hints = item.entityHints ?? [];
    return {
      lang,
      family: this.familyOf(item, source),
      entities: [...new Set([...entities, ...hints])].sort(),
      theater:
        theaterOfMentions(mentions, item.title.length, this.theaters) ??
        theaterOfMentions(
          hints.map((entity) => ({ entity, start: 0 })),
          0,
          this.theaters,
        ),
    };
  }

  /**
   * An item belongs to the publisher that it names, where that is one we know: an aggregator is no
   * witness. A name that we do not know may be an author's, and changes nothing.
   */
  private familyOf({ publisher }: ParsedItem, source: Source): string {
    return (publisher === null ? null : this.families.ofName(publisher)) ?? source.family;
  }
}
