import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Admission, Area } from '../platform/access/access.service';
import type { AnswerCache } from '../platform/http/answer-cache.service';
import type { HeaderList } from '../platform/http/header-list';
import type { KeptAnswer, KeptForm } from '../platform/http/kept-answer';
import type { Metrics } from '../platform/common/metrics.service';
import type { SharedRead } from '../platform/http/shared-read';
import { areaOf } from './area';
import type { RequestGate } from './request-gate.hooks';
import { isKnownTag } from './entity-tag';
import { endIfNotTaken } from './slow-reader';

interface KeptAnswersParts {
  readonly cache: AnswerCache;
  readonly gate: RequestGate;
  readonly metrics: Metrics;
  readonly state: SharedRead<string>;
  readonly nextRequestId: () => string;
}

interface Asked {
  readonly kept: KeptAnswer;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly begun: number;
  /** Fastify, for everything but a plain hit. */
  readonly next: RequestListener;
}

/** Serves cached responses before the framework, counted, measured and logged by the same request gate. */
export class KeptAnswers {
  private open = true;

  constructor(private readonly parts: KeptAnswersParts) {}

  close(): void {
    this.open = false;
  }

  /** Handles a request, or passes it to `next`, now or after it was counted. */
  handle(request: IncomingMessage, response: ServerResponse, next: RequestListener): void {
    const { method, url = '/' } = request;
    const kept = this.open && (method === 'GET' || method === 'HEAD') ? this.parts.cache.get(url) : null;
    const area = kept === null ? 'open' : areaOf(kept.route, url);
    if (kept === null || area === 'open') {
      next(request, response);
      return;
    }
    void this.serve({ kept, request, response, next, begun: performance.now() }, area);
  }

  private async serve(asked: Asked, area: Area): Promise<void> {
    const { gate } = this.parts;
    const { kept, request, response, next } = asked;
    const admission = await gate.admit(request, area).catch(() => null);
    if (admission?.refusal === null && (await this.holds(kept))) {
      this.answer(asked, admission);
      return;
    }
    if (admission !== null) gate.passOn(request, admission);
    next(request, response);
  }

  /** Whether nothing was written since the response was cached. */
  private async holds({ state }: KeptAnswer): Promise<boolean> {
    if (state === null || state === this.parts.state.known()) return true;
    // If the graph is down, computing the response reports it.
    const now = await this.parts.state.ask().catch(() => null);
    return now === state;
  }

  private answer({ kept, request, response, begun }: Asked, admission: Admission): void {
    const { gate, metrics } = this.parts;
    const requestId = this.parts.nextRequestId();
    metrics.cachedAnswers.inc({ result: 'hit' });
    give(kept, gate.headersOf(requestId, admission), request, response, (status) => {
      const { method = 'GET' } = request;
      const millis = performance.now() - begun;
      gate.note({ requestId, method, route: kept.route, status, millis });
    });
  }
}

export const give = (
  kept: KeptAnswer,
  own: string[],
  { headers }: IncomingMessage,
  response: ServerResponse,
  given: (status: 200 | 304) => void = () => undefined,
): void => {
  if (isKnownTag(headers['if-none-match'], kept.etag)) {
    write(response, 304, own, kept.unchanged, '');
    given(304);
    return;
  }
  const send = ({ head, body }: KeptForm): void => {
    write(response, 200, own, head, body);
    given(200);
  };
  const form = kept.form(headers['accept-encoding']);
  if ('then' in form) void form.then(send);
  else send(form);
};

/** Node omits the body for HEAD. */
const write = (
  response: ServerResponse,
  status: number,
  own: string[],
  head: HeaderList,
  body: Buffer | string,
): void => {
  own.push(...head);
  response.writeHead(status, own);
  if (typeof body === 'string') response.end(body, 'latin1');
  else {
    endIfNotTaken(response);
    response.end(body);
  }
};
