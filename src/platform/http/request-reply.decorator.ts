import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface RequestReply {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Injects the {@link RequestReply}; the handler's return value is still sent. */
export const Http = createParamDecorator((_: unknown, context: ExecutionContext): RequestReply => {
  const http = context.switchToHttp();
  return { request: http.getRequest(), reply: http.getResponse() };
});
