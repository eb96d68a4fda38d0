/**
 * Reads `seed/sources/*.json` into checked {@link Source}s. A file is an array of records:
 *
 * ```json
 * { "id": "bbc-world", "kind": "feed", "name": "BBC News World", "url": "https://…/rss.xml",
 *   "category": "english_media", "lang": "en", "family": "bbc",
 *   "theater": null, "source_type": "news", "stale_after_hours": 48, "settings": {} }
 * ```
 *
 * `id`, `kind`, `name` and `category` are required. Left out, `url`, `lang` and `theater` are null,
 * `family` is the id, `party` is null, `source_type` follows from the kind, `stale_after_hours` is 48 and
 * `settings` empty; `unproven` is false, and `note` null.
 */
import { isSourceType, type SourceType } from '../platform/common/source-type';
import { isTheater } from '../ontology/theater';
import { SOURCE_KINDS, type Source, type SourceKind } from './source';

const SOURCE_TYPE_OF: Readonly<Record<SourceKind, SourceType>> = {
  feed: 'news',
  telegram: 'telegram',
  twitter: 'twitter',
  quotes: 'financial',
  whale: 'whale',
  metaculus: 'forecaster',
  manifold: 'forecaster',
  usgs: 'seismic',
  calendar: 'calendar',
};

const FIELDS = new Set(
  'id kind name url category lang family party theater source_type stale_after_hours unproven note settings'.split(' '),
);

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

const STALE_AFTER_HOURS = 48;

/** A seed file is invalid; the message names file and record. */
class SourceCatalogueError extends Error {}

/**
 * Sources of all files, in id order.
 *
 * @param files name → parsed JSON of each file
 * @throws SourceCatalogueError naming the file, the record and the error
 */
export const readSourceCatalogue = (files: ReadonlyMap<string, unknown>): Source[] => {
  const sources = new Map<string, Source>();
  for (const [file, content] of files) {
    if (!Array.isArray(content)) throw new SourceCatalogueError(`${file}: not an array`);
    for (const [index, record] of (content as unknown[]).entries()) {
      const id = (record as { readonly id?: unknown } | null)?.id;
      const fail = (reason: string): never => {
        throw new SourceCatalogueError(
          `${file}: record ${index + 1}: ${reason}${typeof id === 'string' ? ` (id ${id})` : ''}`,
        );
      };
      const source = readSource(record, fail);
      if (sources.has(source.id)) fail(`id ${source.id} occurs twice`);
      sources.set(source.id, source);
    }
  }
  return [...sources.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
};

const readSource = (record: unknown, fail: (reason: string) => never): Source => {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return fail('not an object');
  const fields = record as Record<string, unknown>;
  for (const field of Object.keys(fields))
    if (!FIELDS.has(field)) fail(`unknown field ${field}, not one of ${[...FIELDS].join(', ')}`);
  const text = (field: string, pattern: RegExp): string => {
    const value = fields[field];
    return typeof value === 'string' && pattern.test(value)
      ? value
      : fail(`bad ${field} ${JSON.stringify(value)}, not ${pattern}`);
  };
  const optional = (field: string, pattern: RegExp): string | null =>
    fields[field] === undefined || fields[field] === null ? null : text(field, pattern);

  const id = text('id', /^[a-z0-9][a-z0-9-]{1,63}$/);
  const kind = SOURCE_KINDS.find((known) => known === fields.kind) ?? fail('bad kind');
  const sourceType = optional('source_type', /./) ?? SOURCE_TYPE_OF[kind];
  const theater = optional('theater', /./);
  const hours = fields.stale_after_hours ?? STALE_AFTER_HOURS;
  const settings = fields.settings ?? {};
  const lang = optional('lang', /^[a-z]{2}$/);
  if (lang !== null && LANGUAGES.of(lang) === undefined) return fail(`bad lang ${lang}, no language of ISO 639-1`);
  if (typeof hours !== 'number' || !(hours > 0)) return fail('bad stale_after_hours');
  if (typeof settings !== 'object' || Array.isArray(settings)) return fail('bad settings');
  return {
    id,
    kind,
    sourceType: isSourceType(sourceType) ? sourceType : fail('bad source_type'),
    category: text('category', /^[a-z][a-z0-9_]{2,39}$/),
    name: text('name', /\S/),
    url: optional('url', /^https?:\/\/[^\s]+$/),
    lang,
    theater: theater === null ? null : isTheater(theater) ? theater : fail('bad theater'),
    family: optional('family', /^[a-z0-9][a-z0-9-]{1,63}$/) ?? id,
    party: optional('party', /^[a-z0-9][a-z0-9-]{1,63}$/),
    staleAfterHours: hours,
    unproven: fields.unproven === true,
    note: optional('note', /^[A-Z].*\.$/),
    settings: settings as Record<string, unknown>,
  };
};
