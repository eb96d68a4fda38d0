import { Inject, Injectable } from '@nestjs/common';
import { readJson } from '../../platform/common/foreign-json';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { requiredSetting, type CollectContext, type CollectResult, type Source, type SourceAdapter } from '../source';
import { collectConsensus } from './collect-consensus';
import { parseMetaculus } from './parse-metaculus';

/**
 * Questions of one query on Metaculus, whose terms forbid evaluating or training models on its data without written
 * permission: off until the operator confirms the permission, and never in published model input. Setting: `query`,
 * additional parameters of `/posts/`.
 */
@Injectable()
export class MetaculusSource implements SourceAdapter {
  readonly kind = 'metaculus';

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  disabledReason(): string | null {
    const { metaculusToken, metaculusPermitted } = this.environment;
    if (metaculusToken === null) return 'METACULUS_TOKEN is not set';
    return metaculusPermitted
      ? null
      : 'METACULUS_PERMITTED is not set: Metaculus allows no evaluation of models on its data without its permission';
  }

  async collect(source: Source, context: CollectContext): Promise<CollectResult> {
    const query = new URLSearchParams(requiredSetting(source, 'query'));
    for (const [name, value] of Object.entries(ALWAYS)) query.set(name, value);
    const { body } = await context.upstream.get({
      url: `${this.environment.metaculusUrl}/posts/?${query.toString()}`,
      secretHeaders: { Authorization: `Token ${this.environment.metaculusToken ?? ''}` },
      allowPrivate: true,
      breaker: 'metaculus',
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
