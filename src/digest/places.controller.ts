import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { CachedUntilTick } from '../platform/http/caching.decorator';
import { DigestService } from './digest.service';
import { GetPlacesQuery, PlacesResponse } from './places-geojson.dto';

@ApiTags('Digest')
@Controller('v1/ontology')
export class PlacesController {
  constructor(private readonly digest: DigestService) {}

  @Get('places.geojson')
  @CachedUntilTick()
  @Header('content-type', 'application/geo+json; charset=utf-8')
  @ApiOperation({
    summary: 'Get the places of the reports',
    description:
      'Every place and country that items of the last 24 hours touch, with its usual volume, as GeoJSON (RFC 7946).',
  })
  @ApiProduces('application/geo+json')
  @ApiOkResponse({ type: PlacesResponse })
  async get(@Query() query: GetPlacesQuery): Promise<PlacesResponse> {
    return PlacesResponse.from(await this.digest.get(query.as_of));
  }
}
