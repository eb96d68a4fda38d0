import { Injectable } from '@nestjs/common';
import { fieldsOf, listOf, textOf, UnreadableError } from '../../platform/common/foreign-json';
import { sha256Hex } from '../../platform/common/sha256';
import type { UpstreamResponse } from '../../platform/upstream/upstream-request';
import {
  unchanged,
  type CollectContext,
  type CollectResult,
  type CollectState,
  type Source,
  type SourceAdapter,
} from '../source';
import { UNTITLED } from './feed-item';
import { FeedParserPool } from './feed-parser.pool';
import { FEED_BYTES_MAX, type ParsedFeed } from './parse-feed';

const ACCEPT =
  'application/rss+xml, application/atom+xml, application/rdf+xml;q=0.9, application/feed+json;q=0.9, application/xml;q=0.8, text/xml;q=0.8, */*;q=0.1';

/** One RSS, Atom, RDF or JSON feed. The same bytes count as unchanged, since many servers ignore validators. */
@Injectable()
export class FeedSource implements SourceAdapter {
  readonly kind = 'feed';

  constructor(private readonly parser: FeedParserPool) {}

  disabledReason(source: Source): string | null {
    return source.url === null ? 'It has no address' : null;
  }

  async collect(source: Source, context: CollectContext): Promise<CollectResult> {
    const { upstream, state } = context;
    const response = await upstream.get({
      url: source.url ?? '',
      headers: { Accept: ACCEPT },
      conditional: state,
      maxBytes: FEED_BYTES_MAX,
    });
    if (response.notModified) return unchanged({ ...state, ...response.validators });
    const { digest: last, shared } = readCursor(state.cursor);
    const digest = sha256Hex(response.body);
    if (digest === last) return unchanged({ ...response.validators, cursor: state.cursor });
    const untimed = context.untimed ?? (<T>(wait: () => Promise<T>): Promise<T> => wait());
    const feed = await untimed(() => this.read(source, response, shared, context.signal));
    return {
      // Untitled items are useless in the event log.
      items: feed.items.filter(({ title }) => title !== UNTITLED),
      state: { ...response.validators, cursor: { digest, shared: feed.sharedKeys } },
      notModified: false,
      warnings: [],
    };
  }

  private async read(
    source: Source,
    response: UpstreamResponse,
    shared: readonly string[],
    signal: AbortSignal,
  ): Promise<ParsedFeed> {
    const hints = {
      contentType: response.headers['content-type'],
      url: response.finalUrl,
      sourceLang: source.lang,
      sharedKeys: shared,
    };
    const feed = await this.parser.parse(response.body, hints, { source: source.id, signal });
    if (feed.kind === 'unreadable') throw new UnreadableError(`No feed: ${feed.reason}`);
    // A truncated feed must fail, or its missing items would go unnoticed.
    if (feed.truncated) throw new UnreadableError('The feed was cut: it ends before its root element does');
    return feed;
  }
}

/** The digest of the last response, and the keys shared by several entries. */
const readCursor = (cursor: CollectState['cursor']): { digest: string | null; shared: readonly string[] } => {
  const fields = fieldsOf(cursor);
  return { digest: textOf(fields['digest']), shared: listOf(fields['shared']).flatMap((key) => textOf(key) ?? []) };
};
