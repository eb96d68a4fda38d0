import { htmlToText, looksLikeHtml, feedLine, shorten } from './html-text';

describe('htmlToText', () => {
  it.each([
    ['<p>First</p><p>Second</p>', 'First Second'],
    ['one<br>two', 'one two'],
    ['an <b>em</b>phasis', 'an emphasis'],
    ['<script>alert(1)</script>text<style>p{}</style>', 'text'],
    ['<SCRIPT >a</ScRiPt >text', 'text'],
    ['before<iframe src="x">inside</iframe>after', 'before after'],
    ['<iframe src="x">never closed', 'never closed'],
    ['a<!-- <b>hidden</b> -->b', 'ab'],
    ['<img alt="a > b" src=x>text', 'text'],
    ['<a title=it\'s href="x">text</a>', 'text'],
    ['5 < 7 and 7 > 5', '5 < 7 and 7 > 5'],
    ["<!' text", "<!' text"],
    ['AT&amp;T &lt;b&gt; &nbsp;&eacute; &#8217; &#146; &#x2019;', 'AT&T <b> é ’ ’ ’'],
    ['&copy=1 &unknown; & x', '&copy=1 &unknown; & x'],
    ['<p>cut off <a href="http', 'cut off'],
    ['<td>1</td><td>2</td>', '1 2'],
    ['', ''],
  ])('reads %p as %p', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });
});

describe('feedLine', () => {
  it('drops control and bidi-override characters and keeps joiners of Persian', () => {
    expect(feedLine(' a\u0000b\u202ec\u200b\r\n d\u00a0e ')).toBe('abc d e');
    expect(feedLine('می\u200cشود')).toBe('می\u200cشود');
    expect(feedLine('a\ud800b')).toBe('a\ufffdb');
  });
});

describe('looksLikeHtml', () => {
  it.each([
    ['Talks <b>resume</b>', true],
    ['Q&amp;A', true],
    ['one<br/>two', true],
    ['a <zone> tag', false],
    ['5 < 7 > 3', false],
    ['AT&T & co', false],
    ['plain', false],
  ])('%p: %p', (text, expected) => {
    expect(looksLikeHtml(text)).toBe(expected);
  });
});

describe('shorten', () => {
  it('cuts between words and marks the cut', () => {
    expect(shorten('one two three', 13)).toBe('one two three');
    expect(shorten('one two three', 12)).toBe('one two…');
    expect(shorten('a'.repeat(20), 10)).toBe(`${'a'.repeat(9)}…`);
  });

  it('never halves a character', () => {
    expect(shorten('😀😀😀', 4)).toBe('😀…');
  });
});
