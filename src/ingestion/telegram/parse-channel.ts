/**
 * Parses the public preview page of a Telegram channel, `https://t.me/s/<channel>`, or an embedded post, to items in
 * page order (oldest first).
 *
 * One item per message element. Identity is channel and message id, so an edit keeps it; an album is one element with
 * one text, and one item. Quoted text (replies, link previews) is not the post's own. A page without messages is an
 * error: an unknown, private or preview-disabled channel returns 200 with a landing page.
 */
import { load, type CheerioAPI } from 'cheerio';
import { addTo } from '../../platform/common/group-by';
import { microsOf, millisOfMicros, UnreadableError } from '../../platform/common/foreign-json';
import { cleanText, headlineOf, oneLine, summaryOf } from '../../platform/common/plain-text';
import type { ParsedItem, Scalar } from '../../event-log/item';
import { assertModestMarkup } from '../markup-limits';

/** Maximum size of a page; twenty posts have 100 to 250 KB. */
export const TELEGRAM_BYTES_MAX = 384 * 1024;
/** Posts that are read of a page, its newest; Telegram sends twenty. */
const POSTS_MAX = 200;

/** @throws UnreadableError when the page has no message */
export const parseChannel = (html: string): readonly ParsedItem[] => {
  assertModestMarkup(html);
  const $ = load(html);
  const items = $('.tgme_widget_message[data-post]')
    .toArray()
    .slice(-POSTS_MAX)
    .flatMap((element) => itemOf($, $(element), partsOf(element)));
  if (items.length === 0) throw new UnreadableError(whyEmpty($));
  return items;
};

/** Whether an item is Telegram's own notice ("Channel created", "pinned a message"). */
export const isServiceMessage = (item: ParsedItem): boolean => item.attributes['service'] === true;

type Message = ReturnType<ReturnType<CheerioAPI['root']>['children']>;

type Element = Message[number];
type Child = Element['children'][number];

const isElement = (node: Child): node is Extract<Child, Element> => 'attribs' in node;

/** Elements of a message by class, in page order. */
type Parts = ReadonlyMap<string, readonly Element[]>;

/** Indexes a message in one pass, which is faster than many selector queries. */
const partsOf = (message: Element): Parts => {
  const parts = new Map<string, Element[]>();
  const visit = ({ children }: Element): void => {
    for (const child of children) {
      if (!isElement(child)) continue;
      for (const name of (child.attribs['class'] ?? '').split(/\s+/)) addTo(parts, name, child);
      visit(child);
    }
  };
  visit(message);
  return parts;
};

const allOf = ($: CheerioAPI, parts: Parts, name: string): Message => $([...(parts.get(name) ?? [])]);

const textOf = ($: CheerioAPI, parts: Parts, name: string): string => allOf($, parts, name).first().text();

const POST_ID = /^([A-Za-z0-9_+-]{1,64}(?:\/[A-Za-z0-9_]{1,64})?)\/(\d{1,15})$/;

const itemOf = ($: CheerioAPI, message: Message, parts: Parts): readonly ParsedItem[] => {
  const match = POST_ID.exec(message.attr('data-post') ?? '');
  if (match === null) return [];
  const [, channel = '', id = ''] = match;
  const text = ownText($, parts);
  const media = mediaOf(parts);
  const title = headlineOf(text) || headlineOf(standIn(message, media));
  return [
    {
      key: `telegram:${channel.toLowerCase()}/${id}`,
      title,
      url: `https://t.me/${channel}/${id}`,
      publishedAt: timeOf($, parts),
      lang: null,
      summary: summaryOf(text),
      publisher: forwardedFrom($, parts),
      attributes: attributesOf($, message, parts, media),
    },
  ];
};

/** Block elements: text before and after them is separated. */
const BLOCKS = 'blockquote, pre, p, div, ul, ol, li, table, tr, td, th, h1, h2, h3, h4, h5, h6, hr, details, summary';

/** The post's own text: the first text block neither quoted nor nested. */
const ownText = ($: CheerioAPI, parts: Parts): string => {
  const block = allOf($, parts, 'tgme_widget_message_text')
    .filter(
      (_, element) =>
        !$(element).hasClass('js-message_reply_text') &&
        $(element).closest('.tgme_widget_message_reply, .tgme_widget_message_link_preview').length === 0,
    )
    .first()
    .clone();
  block.find('br').replaceWith('\n');
  block.find(BLOCKS).before(' ').append('\n');
  return cleanText(block.text()).trim();
};

const MEDIA: readonly (readonly [name: string, ...classes: string[]])[] = [
  ['photo', 'tgme_widget_message_photo_wrap', 'tgme_widget_message_photo'],
  ['video', 'tgme_widget_message_video_player', 'tgme_widget_message_video_wrap'],
  ['video note', 'tgme_widget_message_roundvideo_player'],
  ['voice message', 'tgme_widget_message_voice_player'],
  ['file', 'tgme_widget_message_document_wrap'],
  ['sticker', 'tgme_widget_message_sticker_wrap'],
  ['poll', 'tgme_widget_message_poll'],
  ['location', 'tgme_widget_message_location_wrap'],
  ['contact', 'tgme_widget_message_contact_wrap'],
  ['shown in the app only', 'message_media_not_supported_wrap', 'message_media_not_supported'],
];

const mediaOf = (parts: Parts): readonly string[] =>
  MEDIA.filter(([, ...classes]) => classes.some((name) => parts.has(name))).map(([name]) => name);

/** A title for a post without text, from its media. */
const standIn = (message: Message, media: readonly string[]): string => {
  const words = message
    .find('.tgme_widget_message_poll_question, .tgme_widget_message_document_title, .link_preview_title')
    .first()
    .text();
  const shown = media.length === 0 ? 'post without text' : media.join(', ');
  return `[${shown}] ${words}`;
};

/** The time in the footer is the post's own; other time elements are durations or belong to quotes. */
const timeOf = ($: CheerioAPI, parts: Parts): number | null => {
  const footers = allOf($, parts, 'tgme_widget_message_date');
  return millisOfMicros(microsOf(footers.find('time[datetime]').last().attr('datetime')));
};

const forwardedFrom = ($: CheerioAPI, parts: Parts): string | null => {
  const name = oneLine(textOf($, parts, 'tgme_widget_message_forwarded_from_name'));
  return name === '' ? null : name;
};

const attributesOf = (
  $: CheerioAPI,
  message: Message,
  parts: Parts,
  media: readonly string[],
): Readonly<Record<string, Scalar>> => {
  const views = countOf(textOf($, parts, 'tgme_widget_message_views'));
  const edited = /\bedited\b/i.test(allOf($, parts, 'tgme_widget_message_meta').text());
  const layers = parts.get('tgme_widget_message_grouped_layer') ?? [];
  const album = layers.reduce((sum, layer) => sum + layer.children.filter(isElement).length, 0);
  return {
    ...(media.length === 0 ? {} : { media: media.join(', ') }),
    ...(album > 1 ? { album_size: album } : {}),
    ...(views === null ? {} : { views }),
    ...(edited ? { edited } : {}),
    ...(parts.has('tgme_widget_message_reply') ? { reply: true } : {}),
    ...(message.hasClass('service_message') ? { service: true } : {}),
  };
};

const SUFFIX: Readonly<Record<string, number>> = { '': 1, K: 1e3, M: 1e6, B: 1e9 };

/** `12.3K` → 12300; null when it is not a count. */
const countOf = (text: string): number | null => {
  const match = /^(\d+(?:\.\d+)?)\s*([KMB]?)$/i.exec(text.trim());
  if (match === null) return null;
  return Math.round(Number(match[1]) * (SUFFIX[(match[2] ?? '').toUpperCase()] ?? 1));
};

const whyEmpty = ($: CheerioAPI): string => {
  if ($('.tgme_channel_history').length > 0) return 'The channel page holds no messages';
  if ($('iframe[src*="embed"], .tgme_page_widget').length > 0) {
    return 'A page of one post whose message sits in a frame; ask for the channel page';
  }
  if ($('.tgme_page').length > 0 || $('meta[property="al:ios:url"]').length > 0) {
    return 'No public preview: the channel is unknown, private or has its preview switched off';
  }
  return 'No page of a Telegram channel';
};
