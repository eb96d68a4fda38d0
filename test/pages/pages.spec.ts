/** The pages as they are sent: what they say, what they allow, and that nothing in them leads nowhere. */
import { HOSTILE_TITLES, openPagesWorld, type PagesWorld } from '../support/pages-world';

jest.setTimeout(120_000);

const HTML = 'text/html; charset=utf-8';

describe('pages', () => {
  let world: PagesWorld;
  let paths: readonly string[];

  beforeAll(async () => {
    world = await openPagesWorld();
    paths = [
      '/',
      '/log',
      '/log/item-000',
      '/ontology',
      '/ontology?entity=hezbollah&depth=2&to=brent',
      '/entities/iran',
      '/markets',
      '/markets?view=grid',
      '/markets?status=settled',
      '/search',
      '/search?q=iran',
      '/data',
      '/registry',
      '/sources',
      '/markets/kalshi/A',
      '/markets/kalshi/B',
      '/receipts',
      '/receipts?population=import:old',
      `/receipts/${world.tradeId}`,
      '/methodology',
      '/leaderboard',
      '/about',
      '/verify',
      `/verify?q=${world.tradeId}`,
      '/verify?q=%3Cb%3Ebold%3C/b%3E',
      '/dataset/schema',
      '/problems',
      '/problems/rate-limited',
    ];
  }, 300_000);
  afterAll(() => world.close());

  /** What was read of a page once, for every test that looks at it: nothing changes meanwhile. */
  const bodies = new Map<string, string>();
  const text = async (path: string): Promise<string> => {
    const body = bodies.get(path) ?? (await (await world.get(path)).text());
    bodies.set(path, body);
    return body;
  };

  it('are documents of their own that load nothing from elsewhere', async () => {
    for (const path of paths) {
      const answer = await world.get(path);
      const body = await answer.text();
      bodies.set(path, body);

      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, HTML]);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
      expect([path, answer.headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
      const loaded = [
        ...body.matchAll(
          /<(?:script|link rel="(?:stylesheet|icon)"|img)[^>]*(?:src|href)="([^"]*)"/g,
        ),
      ];
      expect(loaded.length).toBeGreaterThan(1);
      expect(loaded.filter(([, address]) => !address?.startsWith('/assets/'))).toEqual([]);
      expect(body).toContain('Synthetic demo');
    }
  });

  it('weigh less than 100 kB with everything that they load, compressed', async () => {
    const weights = new Map<string, Promise<number>>();
    const weigh = (address: string): Promise<number> => {
      const weight = weights.get(address) ?? weightOf(`${world.baseUrl}${address}`);
      weights.set(address, weight);
      return weight;
    };
    for (const path of paths) {
      const body = await text(path);
      const loaded = new Set(
        [...body.matchAll(/"(\/assets\/[^"]+\.(?:js|css|svg))"/g)].map(
          ([, address]) => address ?? '',
        ),
      );
      const all = await Promise.all(
        [path, ...loaded].filter((address) => !address.endsWith('cytoscape.js')).map(weigh),
      );

      expect(all.reduce((sum, weight) => sum + weight, 0)).toBeLessThan(100_000);
    }
  });

  it('lead only where something is', async () => {
    const known = new Set<string>();
    // Whether these are there was asked by the first test.
    const read = new Set(paths);
    for (const path of paths)
      for (const [, address = ''] of (await text(path)).matchAll(/href="([^"]*)"/g))
        if (address.startsWith('/') || address.startsWith('?'))
          known.add(address.replaceAll('&amp;', '&').split('#')[0] ?? '');
    const broken: string[] = [];
    for (const address of known) {
      if (read.has(address)) continue;
      const answer = await world.get(address);
      await answer.arrayBuffer();
      if (answer.status !== 200) broken.push(`${answer.status} ${address}`);
    }

    expect(known.size).toBeGreaterThan(100);
    expect(broken).toEqual([]);
  });

  it('link every figure to an explanation that is there', async () => {
    const about = await text('/about');
    const anchors = new Set<string>();
    for (const path of paths)
      for (const [, anchor = ''] of (await text(path)).matchAll(/href="\/about#([^"]*)"/g))
        anchors.add(anchor);

    expect(anchors.size).toBeGreaterThan(10);
    expect([...anchors].filter((anchor) => !about.includes(`id="${anchor}"`))).toEqual([]);
  });

  it('show what was written to break them as text', async () => {
    const log = await text('/log');

    expect(log).toContain('&lt;script&gt;document.title');
    for (const path of paths) {
      const body = await text(path);
      expect(body).not.toContain('<script>document');
      expect(body).not.toMatch(/<img\s/);
      expect(body).not.toContain('href="javascript:');
      expect(body).not.toContain('<b>bold');
    }
    expect(await text('/markets/kalshi/B')).toContain('&lt;script&gt;document.title');
    expect(HOSTILE_TITLES).toHaveLength(5);
  });

  it('give the same bytes for the same data, and 304 to who has them', async () => {
    for (const path of paths) {
      const first = await world.get(path);
      const tag = first.headers.get('etag') ?? '';
      const again = await world.get(path, { 'if-none-match': tag });

      expect([path, again.status]).toEqual([path, 304]);
    }
  });

  it('read a form with empty fields and foreign parameters, and say what is wrong with others', async () => {
    const filtered = await world.get(
      '/log?q=&entity=iran&entity=&source_type=news&theater=&utm_source=x',
    );
    const wrong = await world.get('/log?source_type=gossip&since=yesterday', {
      accept: 'text/html',
    });
    const words = await wrong.text();

    expect(filtered.status).toBe(200);
    expect(await filtered.text()).toContain('Permanent link to this selection');
    expect(wrong.status).toBe(400);
    expect(wrong.headers.get('content-type')).toBe(HTML);
    expect(words).toContain('source_type');
    expect(words).toContain('since');
  });

  it('answer in words where nothing is', async () => {
    for (const path of [
      '/log/none',
      '/entities/atlantis',
      '/markets/kalshi/none',
      '/receipts/t-none',
    ]) {
      const answer = await world.get(path);

      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).toContain('Nothing has this identifier');
    }
  });

  it('walk the log page by page without losing or repeating an item', async () => {
    const seen: string[] = [];
    let path: string | null = '/log?limit=25';
    while (path !== null) {
      const body = await text(path);
      seen.push(...[...body.matchAll(/<li id="i-([^"]+)"/g)].map(([, id]) => id ?? ''));
      path = /rel="next"\s+href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? null;
    }

    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
  });

  it('serve their files for ever under the hash of their content, and nothing else', async () => {
    const address = /\/assets\/[0-9a-f]+\/pages\.css/.exec(await text('/'))?.[0] ?? '';
    const file = await world.get(address);
    const other = await world.get(address.replace(/[0-9a-f]{12}/, '000000000000'));
    const outside = await world.get('/assets/..%2Fpages.module.ts');

    expect(file.headers.get('cache-control')).toContain('immutable');
    expect(file.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect([other.status, outside.status]).toEqual([404, 404]);
  });
});

/** Bytes on the wire for a browser that takes brotli. */
const weightOf = async (url: string): Promise<number> => {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => {
        resolve(bytes);
      });
    }).on('error', reject);
  });
};
