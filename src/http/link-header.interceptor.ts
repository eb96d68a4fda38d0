import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { nextLink } from './link-header';
import { Page } from './paging.dto';
import { publicUrl } from '../config/public-url';

/** Turns a {@link Page} into its JSON array and the `Link` header of the page after. */
@Injectable()
export class LinkHeaderInterceptor implements NestInterceptor {
  private readonly base: string;

  constructor(@Inject(ENVIRONMENT) environment: Environment) {
    this.base = publicUrl(environment);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map((answer: unknown): unknown => {
        if (!(answer instanceof Page)) return answer;
        if (answer.next !== null) {
          const http = context.switchToHttp();
          const url = http.getRequest<FastifyRequest>().url;
          http.getResponse<FastifyReply>().header('link', nextLink(this.base, url, answer.next));
        }
        return answer.items as readonly unknown[];
      }),
    );
  }
}
