/** Queries of the ontology. */
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
    description: 'Format of the answer; geojson also by `Accept: application/geo+json`.',
    example: 'json',
    default: 'json',
  })
  format?: 'json' | 'geojson';

  @EnumParameter(ENTITY_TYPES, { description: 'Kind of entity.', example: 'country' })
  type?: EntityType;

  @EnumParameter(THEATERS, { description: 'Theater of the entity.', example: 'red_sea' })
  theater?: Theater;

  @TextParameter({
    description: 'Words that id, name or aliases must contain, in any script; case and accents are ignored.',
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
      'Format of the answer; stix also by `Accept: application/stix+json;version=2.1`: the entity with its relationships.',
    example: 'json',
    default: 'json',
  })
  format?: 'json' | 'stix';

  @InstantParameter(AS_OF)
  as_of?: number;
}

export class GetEntityDaysQuery {
  @IntegerParameter({
    description: 'Number of days (UTC), including today.',
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
  @TextParameter({ description: 'Id of the central entity.', required: true, ...ENTITY_ID })
  entity!: string;

  @IntegerParameter({
    description: 'Maximum distance from it, in relationships.',
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
  @TextParameter({ description: 'Id of the first entity of the paths.', required: true, ...ENTITY_ID })
  from!: string;

  @TextParameter({
    description: 'Id of the last entity of the paths; not the first one.',
    required: true,
    ...ENTITY_ID,
    example: 'brent',
  })
  to!: string;

  @IntegerParameter({
    description: 'Maximum number of paths.',
    example: 10,
    minimum: 1,
    maximum: 50,
    default: 10,
  })
  limit: number = 10;

  @InstantParameter(AS_OF)
  as_of?: number;
}
