import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CachedUntilTick } from '../platform/http/caching.decorator';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { decodeCursor, encodeCursor } from '../platform/http/cursor';
import { Page } from '../platform/http/paging.dto';
import { momentOf } from './moment';
import { ListRelationshipsQuery } from './ontology-query.dto';
import { RelationshipResponse } from './relationship.dto';
import { OntologyRepository } from './ontology.repository';

const LISTING = 'relationships';

/** Relationships over HTTP. */
@ApiTags('Ontology')
@Controller('v1/ontology/relationships')
export class RelationshipsController {
  constructor(
    private readonly ontology: OntologyRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @CachedUntilTick()
  @ApiOperation({
    summary: 'List relationships',
    description:
      'Typed, directed statements between entities in the order of their ids, each with its basis. Those that ended are listed with their `until`, unless `as_of` asks for one day.',
  })
  @ApiOkResponse({ type: [RelationshipResponse] })
  async list(@Query() query: ListRelationshipsQuery): Promise<Page<RelationshipResponse>> {
    const after = decodeCursor(LISTING, ['string'], query.cursor)?.[0] ?? '';
    const rows = await this.ontology.listRelationships(
      query.type ?? null,
      query.entity === undefined ? null : await this.ontology.currentId(query.entity),
      momentOf(query.as_of, nowMillis(this.clock)).day,
      after,
      query.limit + 1,
    );
    return Page.of(
      rows,
      query.limit,
      (last) => encodeCursor(LISTING, [last.id]),
      (row) => RelationshipResponse.from(row),
    );
  }
}
