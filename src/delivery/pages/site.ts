/** What every page says of the deployment that serves it. Pure. */
import { publicUrl } from '../../platform/config/public-url';
import type { Environment } from '../../platform/config/environment';
import { properName } from './words';

/** Names by id; what is not listed is named after its id. */
export interface Names {
  readonly entity: (id: string) => string;
  /** All of them, by name. */
  readonly entities: readonly { readonly id: string; readonly name: string }[];
  readonly source: (id: string) => string;
  /** Kinds of act that a title in another language tells of, such as `drills`; none where nobody reads it. */
  readonly acts: (title: string, lang: string) => readonly string[];
  /** Whether a source is read now and so has a page: an old report may be of one that is not. */
  readonly isRead: (source: string) => boolean;
}

export const namesOf = (
  entities: ReadonlyMap<string, string>,
  sources: ReadonlyMap<string, string>,
  acts: Names['acts'] = () => [],
): Names => ({
  acts,
  entity: (id) => entities.get(id) ?? properName(id),
  entities: [...entities]
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1)),
  source: (id) => sources.get(id)?.replace(/ \(synthetic\)$/, '') ?? properName(id),
  isRead: (source) => sources.has(source),
});

export interface Site {
  /** Who runs the deployment; null where nobody said so. */
  readonly publisher: string | null;
  /** Whether everything shown is invented. */
  readonly demo: boolean;
  /** Address under which readers reach it, without a closing slash. */
  readonly base: string;
  /** When the last tick began, UTC ms; null where a page does without the database, or before the first. */
  readonly updatedAt: number | null;
  /** When the next one is due, UTC ms; null where none is. */
  readonly nextAt: number | null;
  /** How far a demo has played its past ("day 12 of 35"), or null. */
  readonly past: string | null;
  readonly names: Names;
}

/** Without a name of its own a deployment has that of the program. */
const publisherOf = (name: string): string | null => {
  const own = name.replace(/ \(synthetic demo\)$/, '');
  return own === 'Vedette' ? null : own;
};

/** What can be said without the database. */
export const standingSite = (
  environment: Pick<Environment, 'demo' | 'publicUrl' | 'host' | 'port' | 'publisher'>,
): Site => ({
  publisher: publisherOf(environment.publisher),
  demo: environment.demo,
  base: publicUrl(environment),
  updatedAt: null,
  nextAt: null,
  past: null,
  names: namesOf(new Map(), new Map()),
});
