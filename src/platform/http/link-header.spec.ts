import { nextLink } from './link-header';

describe('nextLink', () => {
  it('keeps every filter and exchanges the cursor', () => {
    expect(nextLink('https://v.example', '/v1/x?entity=iran&cursor=old&entity=israel', 'new')).toBe(
      '<https://v.example/v1/x?entity=iran&entity=israel&cursor=new>; rel="next"',
    );
  });

  it('is made from an address without a query', () => {
    expect(nextLink('', '/v1/x', 'new')).toBe('</v1/x?cursor=new>; rel="next"');
  });

  it('never lets a filter end the link target', () => {
    expect(nextLink('', '/v1/x?q=a>;rel="prev"', 'c')).toBe('</v1/x?q=a%3E;rel=%22prev%22&cursor=c>; rel="next"');
  });
});
