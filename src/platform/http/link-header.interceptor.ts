import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { Formatted } from './formatted';
import { nextAddress, nextLink } from './link-header';
import { Page, type PageForm } from './paging.dto';
import { publicUrl } from '../config/public-url';

/** Converts a {@link Page} to a JSON array, or the requested format, with a `Link` header to the next page. */
@Injectable()
export class LinkHeaderInterceptor implements NestInterceptor {
  private readonly base: string;

  constructor(@Inject(ENVIRONMENT) environment: Environment) {
    this.base = publicUrl(environment);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map((answer: unknown): unknown => {
        const http = context.switchToHttp();
        const reply = http.getResponse<FastifyReply>();
        if (answer instanceof Formatted) {
          reply.header('content-type', answer.mediaType);
          return answer.body;
        }
        if (!(answer instanceof Page)) return answer;
        const url = http.getRequest<FastifyRequest>().url;
        const next = answer.next === null ? null : nextAddress(this.base, url, answer.next);
        if (answer.next !== null) reply.header('link', nextLink(this.base, url, answer.next));
        const form = answer.form as PageForm<unknown> | null;
        if (form === null) return answer.items as readonly unknown[];
        reply.header('content-type', form.mediaType);
        return form.document(answer.items as readonly unknown[], next);
      }),
    );
  }
}
