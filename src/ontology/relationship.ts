import { DAY_MS } from '../platform/common/durations';
import type { EntityType } from './entity';

/** The types of relationships (lower-case in JSON, upper-case in the graph): texts, entity types, meaning. */
interface RelationshipKind {
  /** Text from → to: `iran` *funds* `hezbollah`. */
  readonly verb: string;
  /** Text to → from: `hezbollah` *is funded by* `iran`. */
  readonly reverse: string;
  /** True if both directions mean the same; such a relationship is stated once. */
  readonly symmetric: boolean;
  readonly from: readonly EntityType[];
  readonly to: readonly EntityType[];
  readonly meaning: string;
}

export const RELATIONSHIP_TYPES = [
  'hostile_to',
  'allied_with',
  'funds',
  'backs',
  'leads',
  'member_of',
  'operates_in',
  'located_in',
  'borders',
  'claimed_by',
  'leading_indicator_for',
] as const;

export type RelationshipType = (typeof RELATIONSHIP_TYPES)[number];

const POWERS = ['country', 'militant_group', 'state_force', 'organization'] as const;
const PARTIES = [...POWERS, 'leader'] as const;
const LANDS = ['country', 'place'] as const;

export const RELATIONSHIP_KINDS: Readonly<Record<RelationshipType, RelationshipKind>> = {
  hostile_to: {
    verb: 'is hostile to',
    reverse: 'is hostile to',
    symmetric: true,
    from: PARTIES,
    to: PARTIES,
    meaning: 'At war, in armed conflict, or in a standing confrontation.',
  },
  allied_with: {
    verb: 'is allied with',
    reverse: 'is allied with',
    symmetric: true,
    from: PARTIES,
    to: PARTIES,
    meaning: 'Bound by a treaty, a pledge or lasting cooperation in arms.',
  },
  funds: {
    verb: 'funds',
    reverse: 'is funded by',
    symmetric: false,
    from: POWERS,
    to: PARTIES,
    meaning: 'Pays for it or arms it, openly or as documented by others.',
  },
  backs: {
    verb: 'backs',
    reverse: 'is backed by',
    symmetric: false,
    from: POWERS,
    to: PARTIES,
    meaning: 'Keeps it going by trade, supplies or protection without paying for it.',
  },
  leads: {
    verb: 'leads',
    reverse: 'is led by',
    symmetric: false,
    from: ['leader'],
    to: POWERS,
    meaning: 'Holds the highest office of it, or one of the highest.',
  },
  member_of: {
    verb: 'is a member of',
    reverse: 'has as member',
    symmetric: false,
    from: ['leader', 'militant_group', 'state_force', 'organization'],
    to: POWERS,
    meaning: 'Belongs to it: a branch, a part of its forces, or a holder of an office below the top.',
  },
  operates_in: {
    verb: 'operates in',
    reverse: 'is an area of operation of',
    symmetric: false,
    from: POWERS,
    to: LANDS,
    meaning: 'Fights, rules, or keeps forces there.',
  },
  located_in: {
    verb: 'is located in',
    reverse: 'contains',
    symmetric: false,
    from: ['place', 'instrument'],
    to: LANDS,
    meaning: 'Lies in it; a company has its seat there.',
  },
  borders: {
    verb: 'borders',
    reverse: 'borders',
    symmetric: true,
    from: LANDS,
    to: LANDS,
    meaning: 'Touches it on land or at a shore.',
  },
  claimed_by: {
    verb: 'is claimed by',
    reverse: 'claims',
    symmetric: false,
    from: LANDS,
    to: ['country'],
    meaning: 'Disputed, and claimed by this country among others.',
  },
  leading_indicator_for: {
    verb: 'is a leading indicator for',
    reverse: 'is anticipated by',
    symmetric: false,
    from: ['instrument'],
    to: LANDS,
    meaning: 'Its price tends to move before or with news of it.',
  },
};

/** A typed, directed statement between two entities. */
export interface Relationship {
  readonly type: RelationshipType;
  readonly from: string;
  readonly to: string;
  /** Reason: one sentence or a short fact. */
  readonly basis: string;
  /** Partial date (see {@link file://./partial-date.ts}), or null without a known start. */
  readonly since: string | null;
  /** Partial date of its last day, month or year, or null while it holds. */
  readonly until: string | null;
  /** Whether the accused denies it; null for types that are not accusations. */
  readonly denied: boolean | null;
  /** An address or a work as reference. */
  readonly source: string;
  /** Day on which the source was last checked, or {@link UNCHECKED}. */
  readonly checked_at: string;
}

/** Never compared with its source. */
export const UNCHECKED = 'unchecked';

type Reasons = Pick<Relationship, 'basis' | 'source' | 'checked_at'>;

/** As stored: one that was added in the graph may have no reasons. */
export type StoredStatement = Omit<Relationship, keyof Reasons> & {
  readonly [Name in keyof Reasons]?: Reasons[Name] | null;
};

export const statementOf = <T extends StoredStatement>(row: T): T & Reasons => ({
  ...row,
  basis: row.basis ?? '',
  source: row.source ?? 'Stated in the graph',
  checked_at: row.checked_at ?? UNCHECKED,
});

/** Types of accusations, with a member `denied`. */
export const ACCUSATIONS: ReadonlySet<RelationshipType> = new Set(['funds', 'backs']);

/** Types whose open statements become outdated. */
const STALE_TYPES: ReadonlySet<RelationshipType> = new Set(['leads', 'funds', 'operates_in']);
const STALE_DAYS = 90;

/** Whether an open statement must be checked again on a UTC day `YYYY-MM-DD`. */
export const isDue = ({ type, until, checked_at }: Relationship, day: string): boolean =>
  until === null &&
  STALE_TYPES.has(type) &&
  (checked_at === UNCHECKED || Date.parse(day) - Date.parse(checked_at) > STALE_DAYS * DAY_MS);

/** Identity of a relationship: `iran:funds:hezbollah`. */
export const relationshipId = ({ type, from, to }: Pick<Relationship, 'type' | 'from' | 'to'>): string =>
  `${from}:${type}:${to}`;

/** `funds` → `FUNDS`, its type in the graph. */
export const graphTypeOf = (type: RelationshipType): string => type.toUpperCase();

export const isRelationshipType = (value: string): value is RelationshipType =>
  (RELATIONSHIP_TYPES as readonly string[]).includes(value);
