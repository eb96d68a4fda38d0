import type { TitleReading } from '../../evidence/report-groups';
import { publicUrl } from '../../platform/config/public-url';
import type { Environment } from '../../platform/config/environment';
import { properName } from './names';

/** Names by id; unknown ids are shown as they are. */
export interface Names {
  readonly entity: (id: string) => string;
  readonly entities: readonly { readonly id: string; readonly name: string }[];
  readonly source: (id: string) => string;
  /** Reads a title. */
  readonly told: (title: string, lang: string) => TitleReading;
  /** Whether a source is active and so has a page; old reports may be of removed ones. */
  readonly isRead: (source: string) => boolean;
}

export const namesOf = (
  entities: ReadonlyMap<string, string>,
  sources: ReadonlyMap<string, string>,
  told: Names['told'] = () => ({ entities: [], acts: [] }),
): Names => ({
  told,
  entity: (id) => entities.get(id) ?? properName(id),
  entities: [...entities]
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1)),
  source: (id) => sources.get(id)?.replace(/ \(synthetic\)$/, '') ?? properName(id),
  isRead: (source) => sources.has(source),
});

export interface Site {
  readonly publisher: string | null;
  readonly demo: boolean;
  /** Public address without a trailing slash. */
  readonly base: string;
  /** Start of the last tick, UTC ms; null before the first, or without the database. */
  readonly updatedAt: number | null;
  /** When the next tick is due, UTC ms, or null. */
  readonly nextAt: number | null;
  /** Progress of a demo's replay ("day 12 of 35"), or null. */
  readonly past: string | null;
  readonly names: Names;
}

/** A deployment without a name has the program's name. */
const publisherOf = (name: string): string | null => {
  const own = name.replace(/ \(synthetic demo\)$/, '');
  return own === 'Vedette' ? null : own;
};

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
