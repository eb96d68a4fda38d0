import { Inject, Injectable } from '@nestjs/common';
import { readJson } from '../../platform/common/foreign-json';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { requiredSetting, type CollectContext, type CollectResult, type Source, type SourceAdapter } from '../source';
import { collectConsensus } from './collect-consensus';
import { MANIFOLD_BYTES_MAX, parseManifold } from './parse-manifold';

/** Questions of one topic on Manifold. Setting: `topic`, its slug. No key needed. */
@Injectable()
export class ManifoldSource implements SourceAdapter {
  readonly kind = 'manifold';

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  async collect(source: Source, context: CollectContext): Promise<CollectResult> {
    const query = new URLSearchParams({
      topicSlug: requiredSetting(source, 'topic'),
      filter: 'open',
      contractType: 'BINARY',
      sort: 'score',
      limit: '100',
    });
    const { body } = await context.upstream.get({
      url: `${this.environment.manifoldUrl}/search-markets?${query.toString()}`,
      allowPrivate: true,
      maxBytes: MANIFOLD_BYTES_MAX,
      breaker: 'manifold',
    });
    return collectConsensus(parseManifold(readJson(body)), source, context);
  }
}
