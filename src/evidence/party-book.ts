/** All possible parties and their covers: entities of the ontology, and towns and people of the list of names. */
import { relationshipId } from '../ontology/relationship';
import type { KnownEntity } from '../ontology/known-entities';
import type { OntologySeed } from '../ontology/seed-check';
import { addTo, once } from '../platform/common/group-by';
import { sha256Hex } from '../platform/common/sha256';
import { CoverGraph, type CoverMap, type CoverStep } from './cover';
import type { EvidenceSeed } from './evidence-seed';
import type { ItemReading, Touch } from './item-reading';
import type { Party } from './market-scope';
import { byNameOnly } from './parties';

/** Marker in the list of names for phrases that mean every party. */
export const BOTH_SIDES = '*';

interface BookOntology {
  readonly entities: readonly KnownEntity[];
  readonly relationships: readonly CoverStep[];
}

export class PartyBook {
  readonly types: ReadonlyMap<string, string>;
  /** By country. */
  readonly capitals = new Map<string, string>();
  private readonly cover: CoverGraph;
  private readonly hubs: readonly string[];
  private readonly ties = new Map<string, string[]>();
  private readonly hostile = new Map<string, string[]>();
  private readonly neighbours = new Map<string, Set<string>>();
  private readonly kin = new Map<string, ReadonlySet<string>>();
  private readonly parties = new Map<string | number, Party>();

  constructor(
    private readonly seed: EvidenceSeed,
    ontology: BookOntology,
  ) {
    this.types = new Map(ontology.entities.map(({ id, type }) => [id, type ?? '']));
    // A country rarely acts where it keeps forces; a group mostly does.
    const carrying = ontology.relationships.filter(
      ({ type, from }) => type !== 'operates_in' || this.types.get(from) !== 'country',
    );
    this.cover = new CoverGraph(carrying, seed.rule.cover, seed.rule.hub_relationships);
    this.hubs = [...this.types.keys()].filter((entity) => this.cover.isHub(entity));
    const about = new Map(ontology.entities.map((entity) => [entity.id, entity]));
    for (const { type, from, to, until } of ontology.relationships) {
      if (type === 'located_in' && about.get(from)?.description.startsWith(`Capital of ${about.get(to)?.name ?? to}`))
        this.capitals.set(to, from);
      if (type !== 'leading_indicator_for' && until === null)
        for (const [one, other] of [
          [from, to],
          [to, from],
        ] as const)
          this.neighbours.set(one, (this.neighbours.get(one) ?? new Set()).add(other));
      if ((type !== 'hostile_to' && type !== 'allied_with') || until !== null) continue;
      for (const [one, other] of [
        [from, to],
        [to, from],
      ] as const) {
        addTo(this.ties, one, other);
        if (type === 'hostile_to') addTo(this.hostile, one, other);
      }
    }
  }

  /** Parties, their wholes, and entities hostile to or allied with either. */
  conflictOf(parties: readonly Party[]): ReadonlySet<string> {
    const own = parties.flatMap(({ entity }) => [entity, ...this.cover.wholesOf(entity)]);
    return new Set([...own, ...own.flatMap((entity) => this.ties.get(entity) ?? [])]);
  }

  /** Foes of a party or its wholes: the other side of the conflict, not third parties. */
  enemiesOf(parties: readonly Party[]): CoverMap[] {
    const own = parties.flatMap(({ entity }) => [entity, ...this.cover.wholesOf(entity)]);
    const foes = new Set(own.flatMap((entity) => this.hostile.get(entity) ?? []));
    return [...foes].map((entity) => this.cover.coverOf(entity));
  }

  /** Entities in a title that are not hubs and do not cover one. */
  othersOf(touches: ReadonlyMap<string, Touch>): ItemReading['others'] {
    const others: { entity: string; isPlace: boolean }[] = [];
    for (const { entity, place } of touches.values()) {
      const type = this.types.get(entity);
      if (place !== 'title' || type === 'instrument' || entity === BOTH_SIDES) continue;
      if (!this.hubs.some((hub) => this.cover.coverOf(hub).has(entity)))
        others.push({ entity, isPlace: type === 'place' });
    }
    return others;
  }

  /** One object per entity, so that an item's covers are cached across questions. */
  partyOf(entity: string): Party {
    return once(this.parties, entity, () => {
      const cover = new Map(this.cover.coverOf(entity));
      const members = this.seed.rule.members[entity];
      for (const member of members?.of ?? [])
        if (!cover.has(member)) cover.set(member, [{ factor: members?.factor ?? 0, steps: [] }]);
      const foes = this.hostile.get(entity) ?? [];
      return {
        ...byNameOnly(entity, { cover, part: null }),
        isHub: this.cover.isHub(entity),
        isOfHub: this.hubs.some((hub) => cover.has(hub)),
        isSpecific: SPECIFIC.has(this.types.get(entity) ?? ''),
        soleFoe: foes.length === 1 ? (foes[0] ?? null) : null,
      };
    });
  }

  /** A truce has two sides: if a question names one of them, its foes cover it too. */
  withFoes(party: Party): Party {
    return once(this.parties, `${party.entity} and foes`, () => {
      const cover = new Map(party.cover);
      for (const foe of this.hostile.get(party.entity) ?? [])
        if (!cover.has(foe) && !this.hubs.includes(foe))
          cover.set(foe, [{ factor: this.seed.rule.both_sides, steps: [] }]);
      return { ...party, cover };
    });
  }

  /**
   * Entities related to the parties of a question or their wholes, and the wholes. Relationships of hubs are ignored.
   */
  kinOf(parties: readonly Party[]): ReadonlySet<string> {
    const own = new Set(
      parties.flatMap(({ entity, part, skeleton, cover }) =>
        part === null && skeleton === null ? [entity, ...this.cover.wholesOf(entity)] : [...cover.keys()],
      ),
    );
    return once(this.kin, [...own].join(' '), () => {
      const kin = new Set(own);
      for (const entity of own)
        if (!this.cover.isHub(entity) || own.size === 1)
          for (const other of this.neighbours.get(entity) ?? []) {
            kin.add(other);
            if (!this.cover.isHub(other)) for (const near of this.cover.partsOf(other)) kin.add(near);
          }
      return kin;
    });
  }

  /** For an unknown leader and his country, the party is the leader; the country covers him less. */
  ofOneCountry(parties: readonly Party[], parts: readonly Party[], unknown: readonly Party[]): Party[] {
    const [country] = parties;
    const [person] = unknown;
    if (parties.length !== 1 || parts.length > 0 || unknown.length !== 1 || !country || !person)
      return [...parties, ...parts, ...unknown];
    const whole = this.seed.rule.whole_for_part;
    const cover = new Map(
      [...country.cover].map(([entity, paths]) => [
        entity,
        paths.map((path) => ({ ...path, factor: path.factor * whole })),
      ]),
    );
    return [{ ...person, cover }];
  }

  /** Countries and groups for which a text may name this entity: not a person, and of places a capital only. */
  standsFor(entity: string): readonly string[] {
    const wholes = this.cover.wholesOf(entity);
    const type = this.types.get(entity);
    if (type === 'place') return wholes.filter((whole) => this.capitals.get(whole) === entity);
    return type === 'leader' ? [] : wholes;
  }

  isPerson({ entity, part }: Party): boolean {
    return part === null ? this.types.get(entity) === 'leader' : PERSON.has(this.seed.names[part]?.class ?? '');
  }

  isPart(row: number): boolean {
    return PART_NAME.has(this.seed.names[row]?.class ?? '');
  }

  /**
   * A town or a person of the list of names: covered by itself, and less by its entity, but not by other places of it.
   */
  partyOfPart(at: number): Party | null {
    const row = this.seed.names[at];
    const known = this.parties.get(at);
    if (row === undefined || known !== undefined) return known ?? null;
    const whole = this.seed.rule.whole_for_part;
    const cover = new Map(
      [...this.cover.coverOf(row.of)]
        .filter(([entity]) => entity === row.of || this.types.get(entity) !== 'place')
        .map(([entity, paths]) => [entity, paths.map((path) => ({ ...path, factor: path.factor * whole }))]),
    );
    const party = byNameOnly(row.forms[0] ?? row.of, { cover, part: at });
    this.parties.set(at, party);
    return party;
  }
}

const PERSON = new Set(['minister', 'envoy']);
const PART_NAME = new Set(['city', 'site', ...PERSON]);
const SPECIFIC: ReadonlySet<string> = new Set(['place', 'militant_group', 'state_force']);

/** The current book: from the files, until the graph has other entities or relationships. */
export class PartyBooks {
  current: PartyBook;
  private readonly ofFiles: string;
  private digest: string;

  constructor(
    private readonly seed: EvidenceSeed,
    ontology: OntologySeed,
  ) {
    this.current = new PartyBook(seed, ontology);
    this.ofFiles = this.digest = digestOf(ontology);
  }

  /** Uses these from now on: those of the graph, including edits. */
  take(ontology: BookOntology): void {
    const digest = digestOf(ontology);
    if (digest === this.digest) return;
    this.digest = digest;
    this.current = new PartyBook(this.seed, ontology);
  }

  /** Digest of an ontology that differs from the files; empty otherwise. */
  get edited(): readonly string[] {
    return this.digest === this.ofFiles ? [] : [this.digest];
  }
}

/** The properties that a book reads. */
const digestOf = ({ entities, relationships }: BookOntology): string => {
  const lines = [
    ...relationships.map((row) => `${relationshipId(row)} ${row.since ?? ''} ${row.until ?? ''}`),
    ...entities.map(
      ({ id, type, name, description }) =>
        `${id} ${type ?? ''} ${name} ${description.startsWith('Capital of') ? description : ''}`,
    ),
  ];
  return sha256Hex(lines.sort().join('\n')).slice(0, 16);
};
