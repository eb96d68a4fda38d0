import { UnreadableError } from '../../src/platform/common/foreign-json';
import { isServiceMessage, parseChannel } from '../../src/ingestion/telegram/parse-channel';
import { readCapture } from './captured';

describe('parseChannel on captured pages', () => {
  const captured = (name: string) => parseChannel(readCapture('payloads', 'telegram', name).toString('utf8'));

  it('reads a genuine page of two messages', () => {
    const items = captured('preview-prstnk.html');

    expect(items.map((item) => [item.url, item.publishedAt])).toEqual([
      ['https://t.me/prstnk_eprst/1', Date.parse('2026-05-30T21:56:29Z')],
      ['https://t.me/prstnk_eprst/2', expect.any(Number)],
    ]);
    expect(items.map((item) => isServiceMessage(item))).toEqual([true, false]);
  });

  it('reads constructed pages with forwards, media and missing times', () => {
    const wave = captured('made-militarywave.html');

    expect(wave.map((item) => item.title)).toEqual([
      'Post A, plain text, no forward.',
      'Post B, forwarded, later than A.',
      '[photo]',
      'Post D, no time element at all.',
    ]);
    expect(wave.map((item) => item.publisher)).toEqual([null, 'Original Channel', null, null]);
    expect(wave[3]?.publishedAt).toBeNull();
    expect(captured('made-autonews-ru.html')).toHaveLength(3);
  });

  it.each(['landing-channel.html', 'post-full-image.html', 'post-right-preview.html'])(
    'refuses %s, which holds no message',
    (name) => {
      expect(() => captured(name)).toThrow(UnreadableError);
    },
  );
});
