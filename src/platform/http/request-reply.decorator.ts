import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Both sides of a request, for a handler that decides the headers of its answer. */
export interface RequestReply {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Passes the {@link RequestReply}; what the handler returns is sent as ever. */
export const Http = createParamDecorator((_: unknown, context: ExecutionContext): RequestReply => {
  const http = context.switchToHttp();
  return { request: http.getRequest(), reply: http.getResponse() };
});
