import { Inject, Injectable } from '@nestjs/common';
import { readJson } from '../../platform/common/foreign-json';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import type { CollectContext, CollectResult, Source, SourceAdapter } from '../source';
import { requiredSetting } from '../source-settings';
import { collectConsensus } from './collect-consensus';
import { parseMetaculus } from './parse-metaculus';

/** Questions of one query on Metaculus. Setting: `query`, parameters of `/posts/` beyond the usual ones. */
@Injectable()
export class MetaculusSource implements SourceAdapter {
  readonly kind = 'metaculus';

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  disabledReason(): string | null {
    return this.environment.metaculusToken === null ? 'METACULUS_TOKEN is not set' : null;
  }

  async collect(source: Source, context: CollectContext): Promise<CollectResult> {
    const query = new URLSearchParams(requiredSetting(source, 'query'));
    for (const [name, value] of Object.entries(ALWAYS)) query.set(name, value);
    const { body } = await context.upstream.get({
      url: `${this.environment.metaculusUrl}/posts/?${query.toString()}`,
      secretHeaders: { Authorization: `Token ${this.environment.metaculusToken ?? ''}` },
      allowPrivate: true,
      breaker: 'metaculus',
      signal: context.signal,
    });
    return collectConsensus(parseMetaculus(readJson(body)), source, context);
  }
}

const ALWAYS = {
  statuses: 'open',
  forecast_type: 'binary',
  with_cp: 'true',
  order_by: '-published_at',
  limit: '100',
};
