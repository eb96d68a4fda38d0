import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CachedGet } from '../platform/http/caching.decorator';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { badParameter } from '../platform/http/problem';
import { momentOf } from './moment';
import { GraphQuery, PathsQuery } from './ontology-query.dto';
import { GraphResponse, PathResponse } from './relationship.dto';
import { OntologyRepository } from './ontology.repository';

/** The neighbourhood of an entity, and paths between two. */
@ApiTags('Ontology')
@Controller('v1/ontology')
export class GraphController {
  constructor(
    private readonly ontology: OntologyRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @CachedGet('graph', GraphResponse, {
    summary: 'Get the graph around an entity',
    description: 'Entities within `depth` relationships, and every relationship among them.',
  })
  async graph(@Query() query: GraphQuery): Promise<GraphResponse> {
    const entity = await this.ontology.currentId(query.entity);
    const { day } = momentOf(query.as_of, nowMillis(this.clock));
    const around = await this.ontology.neighbourhood(entity, query.depth, day);
    return GraphResponse.from(entity, query.depth, around);
  }

  @CachedGet('paths', [PathResponse], {
    summary: 'List the shortest paths between two entities',
    description:
      'Along at most six relationships of any type, in either direction; all paths have the same length. Empty if nothing connects the two.',
  })
  async paths(@Query() query: PathsQuery): Promise<PathResponse[]> {
    const from = await this.ontology.currentId(query.from);
    const to = await this.ontology.currentId(query.to);
    if (from === to) throw badParameter('to', 'must be another entity than from');
    const { day } = momentOf(query.as_of, nowMillis(this.clock));
    const paths = await this.ontology.shortestPaths(from, to, day, query.limit);
    return paths.map((path) => PathResponse.from(path));
  }
}
