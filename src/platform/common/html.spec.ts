import { escapeHtml, html, safeHref, trusted } from './html';

describe('html', () => {
  it('escapes text in content and in quoted attributes', () => {
    const hostile = `"><script>alert('1')</script>&`;

    expect(html`<a title="${hostile}">${hostile}</a>`.toString()).toBe(
      '<a title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;">' +
        '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;</a>',
    );
  });

  it('passes its own markup through, once', () => {
    const inner = html`<b>${'<'}</b>`;

    expect(html`<p>${inner}</p>`.toString()).toBe('<p><b>&lt;</b></p>');
    expect(html`${trusted('<svg/>')}`.toString()).toBe('<svg/>');
  });

  it('joins lists and omits absent values', () => {
    const none = html`${null}${undefined}${false}${0}`;

    const items = ['a', 'b'].map((name) => html`<li>${name}</li>`);

    expect(html`<b>${items}</b>`.toString()).toBe('<b><li>a</li><li>b</li></b>');
    expect(none.toString()).toBe('0');
  });

  it('replaces control characters that no document may hold', () => {
    expect(escapeHtml('a\u0000b\tc\u0085')).toBe('a\uFFFDb\tc\uFFFD');
  });
});

describe('safeHref', () => {
  it.each([
    ['https://example.org/a?b=c', 'https://example.org/a?b=c'],
    ['/log?entity=iran', '/log?entity=iran'],
    ['?cursor=abc', '?cursor=abc'],
    ['javascript:alert(1)', '#'],
    ['  javascript:alert(1)', '#'],
    ['data:text/html,x', '#'],
    ['//evil.example', '#'],
    ['/\\evil.example', '#'],
    [null, '#'],
  ])('of %s is %s', (address, expected) => {
    expect(safeHref(address)).toBe(expected);
  });
});
