import { foldText } from '../resolver/folding/fold-text';
import { guessLanguage } from '../resolver/folding/guess-language';
import { AliasResolver } from '../resolver/alias-resolver';
import { listedNames } from '../resolver/knowledge/listed-names';
import { groupBy } from '../platform/common/group-by';
import { readAliasSeed } from './resolver.provider';
import type { OntologySeed } from './seed-check';

/** Users may enter anything in Neo4j Browser. */
export interface NamesInGraph {
  readonly id: string;
  readonly names: readonly unknown[];
}

interface AddedName {
  readonly id: string;
  readonly text: string;
  readonly lang: string;
}

/** Shorter texts are ambiguous, and `|` announces a class of endings in the seed. */
const NAME = /^[^|]{2,100}$/u;

/** Names that were added in the graph, which the resolver finds as well from then on. */
export class GraphNames {
  private added: readonly string[] = [];
  private known: ReadonlyMap<string, ReadonlySet<string>> | null = null;

  constructor(
    private readonly ontology: Pick<OntologySeed, 'entities'>,
    private readonly resolver: AliasResolver,
  ) {}

  /** What was added; empty where the graph has the names of the files. */
  get edited(): readonly string[] {
    return this.added;
  }

  take(entities: readonly NamesInGraph[]): void {
    const added = entities.flatMap((entity) => this.addedTo(entity));
    const lines = added.map(({ id, text }) => `${id} ${text}`);
    if (lines.join('\n') === this.added.join('\n')) return;
    this.added = lines;
    const seed = readAliasSeed();
    const files = [...groupBy(added, ({ lang }) => lang)].map(([lang, names]) => ({
      lang,
      aliases: Object.fromEntries(
        [...groupBy(names, ({ id }) => id)].map(([id, own]) => [id, { names: own.map(({ text }) => text) }]),
      ),
    }));
    this.resolver.become(AliasResolver.fromSeed({ ...seed, files: [...seed.files, ...files] }));
  }

  private addedTo({ id, names }: NamesInGraph): AddedName[] {
    const known = (this.known ??= this.namesOfFiles()).get(id);
    return names.flatMap((text) =>
      typeof text === 'string' && NAME.test(text.trim()) && known?.has(foldText(text)) !== true
        ? [{ id, text: text.trim(), lang: guessLanguage(text) || 'en' }]
        : [],
    );
  }

  private namesOfFiles(): ReadonlyMap<string, ReadonlySet<string>> {
    const listed = listedNames(readAliasSeed());
    return new Map(
      this.ontology.entities.map(({ id, name }) => [
        id,
        new Set([name, ...(listed.get(id) ?? []).map(({ text }) => text)].map(foldText)),
      ]),
    );
  }
}
