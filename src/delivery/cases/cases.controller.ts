import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CachedUntilTick } from '../../platform/http/caching.decorator';
import { ProblemException } from '../../platform/http/problem';
import { CASE_KINDS } from '../../verification/case';
import { casePage, CASE_POLICY } from './case-page';
import { CaseService } from './case.service';

@ApiExcludeController()
@Controller('case')
export class CasesController {
  constructor(private readonly cases: CaseService) {}

  @Get(':kind/:file')
  @CachedUntilTick()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', CASE_POLICY)
  @Header('referrer-policy', 'no-referrer')
  async get(
    @Param('kind') given: string,
    @Param('file') file: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const kind = CASE_KINDS.find((one) => one === given);
    const [, name] = /^([A-Za-z0-9._-]{1,200})\.html$/.exec(file) ?? [];
    if (kind === undefined || name === undefined)
      throw new ProblemException('not-found', {
        detail: `A case has an address such as /case/forecast/{id}.html; the kinds are ${CASE_KINDS.join(', ')}.`,
      });
    const page = casePage(await this.cases.read(kind, name));
    void reply.header('content-disposition', `attachment; filename="vedette-${kind}-${name}.html"`);
    return page;
  }
}
