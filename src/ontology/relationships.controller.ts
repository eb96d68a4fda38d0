import { Controller, Inject, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CachedGet } from '../platform/http/caching.decorator';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { decodeCursor, encodeCursor } from '../platform/http/cursor';
import { Page } from '../platform/http/paging.dto';
import { momentOf } from './moment';
import { ListRelationshipsQuery } from './ontology-query.dto';
import { RelationshipResponse } from './relationship.dto';
import { OntologyRepository } from './ontology.repository';

const LISTING = 'relationships';

@ApiTags('Ontology')
@Controller('v1/ontology/relationships')
export class RelationshipsController {
  constructor(
    private readonly ontology: OntologyRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @CachedGet('', [RelationshipResponse], {
    summary: 'List relationships',
    description:
      'Typed, directed statements between entities in the order of their ids, each with its basis and source. ' +
      'Those that ended are listed with their `until`, unless `as_of` asks for one day: then the header ' +
      '`vedette-undecided` names the statements that began or ended within that year, nobody knows on which day; ' +
      'they count as not in force.',
  })
  async list(
    @Query() query: ListRelationshipsQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Page<RelationshipResponse>> {
    const after = decodeCursor(LISTING, ['string'], query.cursor)?.[0] ?? '';
    const type = query.type ?? null;
    const entity = query.entity === undefined ? null : await this.ontology.currentId(query.entity);
    const { day } = momentOf(query.as_of, nowMillis(this.clock));
    const rows = await this.ontology.listRelationships(type, entity, day, after, query.limit + 1);
    const undecided = day === null ? [] : await this.ontology.undecided(type, entity, day);
    if (undecided.length > 0 && day !== null)
      reply.header('vedette-undecided', `${undecided.join(', ')}; unknown within ${day.slice(0, 4)}`);
    return Page.of(
      rows,
      query.limit,
      (last) => encodeCursor(LISTING, [last.id]),
      (row) => RelationshipResponse.from(row),
    );
  }
}
