import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CachedUntilTick, CachedUntilWrite } from '../platform/http/caching.decorator';
import { AnalysisQuery, AnalysisResponse } from './analysis.dto';
import { TrackRecordResponse } from './track-record.dto';
import { TrackRecordService } from './track-record.service';

const DESCRIPTION =
  'How the forecasts did against the market, with what is not known yet: Brier figures are null while fewer than 100 distinct markets have resolved.';

/** The summary is cached only until the next write, to agree with the records that verifiers read. */
@ApiTags('Track record')
@Controller('api')
export class TrackRecordController {
  constructor(private readonly trackRecord: TrackRecordService) {}

  @Get('track-record.json')
  @CachedUntilWrite()
  @ApiOperation({ summary: 'Get the track-record summary', description: DESCRIPTION })
  @ApiOkResponse({ type: TrackRecordResponse })
  async json(): Promise<TrackRecordResponse> {
    return this.trackRecord.summary();
  }

  @Get('track-record')
  @CachedUntilWrite()
  @ApiOperation({
    summary: 'Get the track-record summary by its short address',
    description: `The same as /api/track-record.json. ${DESCRIPTION}`,
  })
  @ApiOkResponse({ type: TrackRecordResponse })
  async short(): Promise<TrackRecordResponse> {
    return this.trackRecord.summary();
  }

  @Get('track-record/analysis.json')
  @CachedUntilTick()
  @ApiOperation({
    summary: 'Get the statistics behind the track record',
    description:
      'Intervals, both baselines, calibration, controls, exclusions and power. Figures that are null in the summary are null here too.',
  })
  @ApiOkResponse({ type: AnalysisResponse })
  async analysis(@Query() query: AnalysisQuery): Promise<AnalysisResponse> {
    return this.trackRecord.analysis(query.population ?? null);
  }
}
