import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AliasResolver } from '../resolver/alias-resolver';
import { ResolutionResponse, ResolveQuery } from './resolve.dto';
import { ALIAS_RESOLVER } from './resolver.provider';

@ApiTags('Ontology')
@Controller('v1/ontology/resolve')
export class ResolveController {
  constructor(@Inject(ALIAS_RESOLVER) private readonly resolver: AliasResolver) {}

  @Get()
  @ApiOperation({
    summary: 'Find the entities that a text names',
    description:
      'Every alias found, with its position and rule, and every refused one, with the reason. The same text always gives the same answer.',
  })
  @ApiOkResponse({ type: ResolutionResponse })
  resolve(@Query() query: ResolveQuery): ResolutionResponse {
    return ResolutionResponse.from(this.resolver.resolve(query.text, query.lang ?? null));
  }
}
