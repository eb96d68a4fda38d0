import { foldText } from '../resolver/folding/fold-text';
import { guessLanguage } from '../resolver/folding/guess-language';
import type { AliasResolver } from '../resolver/alias-resolver';
import { changedForms, type AliasFile } from '../resolver/knowledge/alias-seed';
import { listedNames } from '../resolver/knowledge/listed-names';
import type { EntityInGraph } from './known-entities';
import { readAliasSeed } from './resolver.provider';
import type { OntologySeed } from './seed-check';

/** Shorter texts are ambiguous, and `|` announces a class of endings in the seed. */
const NAME = /^[^|]{2,100}$/u;

/** The names that differ from those of the files by edits in the graph: the resolver follows. */
export class GraphNames {
  /** Folded, by entity: all names and forms of one that was deleted. */
  private removed: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  private deleted: ReadonlySet<string> = new Set();
  private changes: readonly string[] = [];
  private digest = '';

  constructor(
    private readonly ontology: Pick<OntologySeed, 'entities'>,
    private readonly resolver: AliasResolver,
  ) {}

  /** `+<id> <name>` and `-<id> <name>`; empty where the graph has the names of the files. */
  get edited(): readonly string[] {
    return this.changes;
  }

  /** Whether this name of an entity was removed, or the entity deleted. */
  isGone(entity: string, name: string): boolean {
    return this.deleted.has(entity) || this.removed.get(entity)?.has(foldText(name)) === true;
  }

  /** @param entities all of the graph */
  take(entities: readonly EntityInGraph[]): void {
    const stored = new Map(entities.map((entity) => [String(entity.id), namesOf(entity)]));
    const digest = JSON.stringify([...stored]);
    if (digest === this.digest) return;
    this.digest = digest;
    const seed = readAliasSeed();
    const listed = listedNames(seed);
    const removed = new Map<string, ReadonlySet<string>>();
    const added: [string, string][] = [];
    for (const { id, name } of this.ontology.entities) {
      const all = listed.get(id) ?? [];
      const own = stored.get(id);
      const byItself = [name, ...all.filter(({ kind }) => kind === 'name').map(({ text }) => text)].map(foldText);
      const inGraph = new Set(own?.map(foldText));
      const gone =
        own === undefined ? all.map(({ text }) => foldText(text)) : byItself.filter((one) => !inGraph.has(one));
      if (gone.length > 0) removed.set(id, new Set(gone));
      const inFiles = new Set(byItself);
      stored.set(id, own?.filter((text) => !inFiles.has(foldText(text))) ?? []);
    }
    for (const [id, names] of stored) for (const text of names) if (NAME.test(text)) added.push([id, text]);
    const changes = [
      ...added.map(([id, text]) => `+${id} ${text}`),
      ...[...removed].flatMap(([id, names]) => [...names].map((text) => `-${id} ${text}`)),
    ].sort();
    this.removed = removed;
    this.deleted = new Set([...removed.keys()].filter((id) => !entities.some((entity) => entity.id === id)));
    if (changes.join('\n') === this.changes.join('\n')) return;
    this.changes = changes;
    this.resolver.learn(changedForms(seed, added.map(fileOf), removed));
  }
}

const fileOf = ([id, text]: readonly [string, string]): AliasFile => ({
  lang: guessLanguage(text) || 'en',
  aliases: { [id]: { names: [text] } },
});

const namesOf = ({ name, aliases }: EntityInGraph): readonly string[] =>
  [name, ...(Array.isArray(aliases) ? (aliases as unknown[]) : [])].flatMap((text) =>
    typeof text === 'string' ? [text.trim()] : [],
  );
