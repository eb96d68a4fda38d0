/** What may be asked of the ontology. */
import { PagingQuery } from '../platform/http/paging.dto';
import { EnumParameter, InstantParameter, IntegerParameter, TextParameter } from '../platform/http/query-parameter';
import { ENTITY_TYPES, type EntityType } from './entity';
import { RELATIONSHIP_TYPES, type RelationshipType } from './relationship';
import { THEATERS, type Theater } from './theater';

const ENTITY_ID = {
  example: 'iran',
  maxLength: 100,
  pattern: /^[a-z0-9-]+$/,
  expected: 'must be the id of an entity: lower-case letters, digits and hyphens',
} as const;

const AS_OF = {
  description: 'Answers as of this instant: items seen by then, and only relationships that held on that day (UTC).',
  example: '2026-05-07T12:00:00Z',
};

export class ListEntitiesQuery extends PagingQuery {
  @EnumParameter(['json', 'geojson'], {
    description: 'Form of the answer; geojson also by `Accept: application/geo+json`.',
    example: 'json',
    default: 'json',
  })
  format?: 'json' | 'geojson';

  @EnumParameter(ENTITY_TYPES, { description: 'Kind of entity.', example: 'country' })
  type?: EntityType;

  @EnumParameter(THEATERS, { description: 'Theater of the entity.', example: 'red_sea' })
  theater?: Theater;

  @TextParameter({
    description: 'Words that the id, name or aliases must hold, in any script; case and accents do not count.',
    example: 'hormuz',
    maxLength: 100,
  })
  q?: string;

  @InstantParameter(AS_OF)
  as_of?: number;
}

export class GetEntityQuery {
  @EnumParameter(['json', 'stix'], {
    description:
      'Form of the answer; stix also by `Accept: application/stix+json;version=2.1`: the entity and what is stated around it.',
    example: 'json',
    default: 'json',
  })
  format?: 'json' | 'stix';

  @InstantParameter(AS_OF)
  as_of?: number;
}

export class GetEntityDaysQuery {
  @IntegerParameter({
    description: 'How many days (UTC), today included.',
    example: 35,
    minimum: 1,
    maximum: 400,
    default: 35,
  })
  days: number = 35;
}

export class ListRelationshipsQuery extends PagingQuery {
  @EnumParameter(RELATIONSHIP_TYPES, { description: 'Type of relationship.', example: 'funds' })
  type?: RelationshipType;

  @TextParameter({ description: 'Id of the entity at either end.', ...ENTITY_ID })
  entity?: string;

  @InstantParameter(AS_OF)
  as_of?: number;
}

export class GraphQuery {
  @TextParameter({ description: 'Id of the entity in the middle.', required: true, ...ENTITY_ID })
  entity!: string;

  @IntegerParameter({
    description: 'How many relationships away from it the graph reaches.',
    example: 2,
    minimum: 1,
    maximum: 3,
    default: 1,
  })
  depth: number = 1;

  @InstantParameter(AS_OF)
  as_of?: number;
}

export class PathsQuery {
  @TextParameter({ description: 'Id of the entity at which the paths begin.', required: true, ...ENTITY_ID })
  from!: string;

  @TextParameter({
    description: 'Id of the entity at which they end; another one.',
    required: true,
    ...ENTITY_ID,
    example: 'brent',
  })
  to!: string;

  @IntegerParameter({
    description: 'Most paths.',
    example: 10,
    minimum: 1,
    maximum: 50,
    default: 10,
  })
  limit: number = 10;

  @InstantParameter(AS_OF)
  as_of?: number;
}
