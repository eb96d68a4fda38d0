import { Inject, Injectable } from '@nestjs/common';
import { decodeUtf8 } from '../../platform/common/foreign-json';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import type { ParsedItem } from '../../event-log/item';
import {
  collected,
  requiredSetting,
  type CollectContext,
  type CollectResult,
  type Source,
  type SourceAdapter,
} from '../source';
import { isServiceMessage, parseChannel, TELEGRAM_BYTES_MAX } from './parse-channel';

/** A page has about twenty posts; older pages are read up to this number. */
const PAGES_MAX = 3;
const HOST_INTERVAL_MS = 400;
/**
 * After this, no older page is begun: after a night without ticks, all channels want several, at one host's pace, and
 * would all exceed their time.
 */
const OLDER_PAGES_MS = 8_000;

/** One public channel by its preview page. Setting: `channel`. The cursor is the newest message id. */
@Injectable()
export class TelegramSource implements SourceAdapter {
  readonly kind = 'telegram';

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  async collect(source: Source, context: CollectContext): Promise<CollectResult> {
    const channel = requiredSetting(source, 'channel');
    const seen = typeof context.state.cursor === 'number' ? context.state.cursor : null;
    const begun = performance.now();
    const warnings: string[] = [];
    let posts = await this.page(channel, null, context);
    for (let pages = 1; pages < PAGES_MAX && isGap(seen, posts); pages++) {
      if (performance.now() - begun > OLDER_PAGES_MS) {
        warnings.push('Posts before the oldest of this look were not read: too many channels are asked at once');
        break;
      }
      const oldest = messageId(posts[0]);
      if (oldest === null) break;
      posts = [...(await this.page(channel, oldest, context)), ...posts];
    }
    const newest = Math.max(seen ?? 0, ...posts.map((post) => messageId(post) ?? 0));
    return collected(
      posts.filter((post) => !isServiceMessage(post)),
      newest,
      warnings,
    );
  }

  private async page(
    channel: string,
    before: number | null,
    { upstream }: CollectContext,
  ): Promise<readonly ParsedItem[]> {
    const address = `${this.environment.telegramUrl}/s/${encodeURIComponent(channel)}`;
    const { body } = await upstream.get({
      url: before === null ? address : `${address}?before=${before}`,
      headers: { Accept: 'text/html', 'Accept-Language': 'en' },
      allowPrivate: true,
      maxBytes: TELEGRAM_BYTES_MAX,
      hostIntervalMs: HOST_INTERVAL_MS,
    });
    return parseChannel(decodeUtf8(body));
  }
}

/** Whether unseen posts may precede the oldest of this page. */
const isGap = (seen: number | null, posts: readonly ParsedItem[]): boolean => {
  const oldest = messageId(posts[0]);
  return seen !== null && oldest !== null && oldest > seen + 1;
};

const messageId = (post: ParsedItem | undefined): number | null => {
  const match = /\/(\d+)$/.exec(post?.key ?? '');
  return match === null ? null : Number(match[1]);
};
