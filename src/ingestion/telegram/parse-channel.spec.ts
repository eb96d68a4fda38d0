import { readFileSync } from 'node:fs';
import { packagePath } from '../../platform/common/package-root';
import { UnreadableError } from '../../platform/common/foreign-json';
import { isServiceMessage, parseChannel } from './parse-channel';

const page = (name: string): string => readFileSync(packagePath('test', 'fixtures', 'telegram', name), 'utf8');

const post = (inner: string, id = 7): string =>
  `<section class="tgme_channel_history"><div class="tgme_widget_message_wrap">
   <div class="tgme_widget_message" data-post="Border_Watch/${id}">${inner}</div></div></section>`;

describe('parseChannel', () => {
  it.each([
    ['Statement of<blockquote>Iran and Oman</blockquote>Full text later', 'Statement of Iran and Oman Full text later'],
    ['Houthis claim attack<div>on a tanker</div>near Hodeidah', 'Houthis claim attack on a tanker near Hodeidah'],
    ['Coordinates<pre>33.51 36.29</pre>Damascus', 'Coordinates 33.51 36.29 Damascus'],
    ['<b>Ir</b>an', 'Iran'],
  ])('keeps words apart where a block begins and ends: %s', (inner, words) => {
    const [item] = parseChannel(post(`<div class="tgme_widget_message_text">${inner}</div>`));

    expect(item?.summary?.replace(/\s+/g, ' ')).toBe(words);
    expect(words.startsWith(item?.title ?? '-')).toBe(true);
  });

  it('marks a post that is shown in the app only', () => {
    const withheld = '<div class="message_media_not_supported"><div>Please open Telegram</div></div>';
    const [item] = parseChannel(post(withheld));

    expect(item).toMatchObject({ title: '[shown in the app only]', attributes: { media: 'shown in the app only' } });
  });

  it('reads every post of a page in its order', () => {
    const items = parseChannel(page('channel.html'));

    expect(items.map((item) => item.url)).toEqual([
      'https://t.me/Border_Watch/401',
      'https://t.me/Border_Watch/402',
      'https://t.me/Border_Watch/403',
      'https://t.me/Border_Watch/404',
      'https://t.me/Border_Watch/407',
      'https://t.me/Border_Watch/408',
    ]);
  });

  it('reads the newest two hundred of a page with more', () => {
    const posts = Array.from({ length: 210 }, (_, n) => post('<div class="tgme_widget_message_text">Shots</div>', n));
    const items = parseChannel(posts.join(''));

    expect(items).toHaveLength(200);
    expect(items[0]?.url).toBe('https://t.me/Border_Watch/10');
  });

  it('takes text, time and views from the post, with its offset turned into UTC', () => {
    const [, shelling] = parseChannel(page('channel.html'));

    expect(shelling).toMatchObject({
      key: 'telegram:border_watch/402',
      title: '🔥 Shelling near Kupiansk Sirens since 06:10 & still sounding',
      publishedAt: Date.parse('2026-11-02T04:25:31Z'),
      attributes: { views: 12_300, edited: true },
    });
  });

  it('names the channel that a post was forwarded from', () => {
    const forwarded = parseChannel(page('channel.html'))[2];

    expect(forwarded?.publisher).toBe('Харків сьогодні');
    expect(forwarded?.title).toBe('Вибухи в місті');
  });

  it('excludes the text of the post replied to, and of a link preview', () => {
    const reply = parseChannel(page('channel.html'))[3];

    expect(reply?.title).toBe('Confirmed by the mayor');
    expect(reply?.attributes['reply']).toBe(true);
  });

  it('keeps an album as one item under the id of its element', () => {
    const album = parseChannel(page('channel.html'))[4];

    expect(album?.attributes).toMatchObject({ media: 'photo', album_size: 3 });
    expect(album?.title).toBe('Three views of the bridge');
  });

  it('titles a post without text by its content', () => {
    const video = parseChannel(page('channel.html'))[5];

    expect(video).toMatchObject({ title: '[video]', summary: null });
  });

  it('has no time where the page has none', () => {
    const [item] = parseChannel(post('<div class="tgme_widget_message_text">Text</div>'));

    expect(item?.publishedAt).toBeNull();
  });

  it('does not mistake the length of a video for a time', () => {
    const [item] = parseChannel(
      post('<div class="tgme_widget_message_text">Text</div><time datetime="PT15S">0:15</time>'),
    );

    expect(item?.publishedAt).toBeNull();
  });

  it('marks notices of Telegram itself', () => {
    const [notice] = parseChannel(page('channel.html'));

    expect(notice !== undefined && isServiceMessage(notice)).toBe(true);
  });

  it('keeps the identity of a post when it is edited', () => {
    const [before] = parseChannel(post('<div class="tgme_widget_message_text">Seven hurt</div>'));
    const [after] = parseChannel(post('<div class="tgme_widget_message_text">Nine hurt</div>'));

    expect(after?.key).toBe(before?.key);
  });

  it('drops characters that reverse the reading direction', () => {
    const [item] = parseChannel(post('<div class="tgme_widget_message_text">safe\u202Etxt.exe\u0007</div>'));

    expect(item?.title).toBe('safetxt.exe');
  });

  it.each([
    ['a landing page', '<div class="tgme_page"><div class="tgme_page_title">X</div></div>', /No public preview/],
    ['an empty channel', '<section class="tgme_channel_history"></section>', /no messages/],
    ['something else', '<html><body>502 Bad Gateway</body></html>', /No page of a Telegram channel/],
    ['a bomb of nested tags', '<div>'.repeat(50_000), /nested too deeply/],
  ])('states why %s cannot be read', (_, html, reason) => {
    expect(() => parseChannel(html)).toThrow(UnreadableError);
    expect(() => parseChannel(html)).toThrow(reason);
  });
});
