/** The button of the pages in a real browser, with answers and pages swapped on the way. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { canonicalizeText } from '../../src/platform/common/canonical-json';
import { sha256Hex } from '../../src/platform/common/sha256';
import { assetNamed } from '../../src/delivery/pages/assets.provider';
import { pagePolicy } from '../../src/delivery/pages/page-route.decorator';
import { standingSite } from '../../src/delivery/pages/site';
import { receiptPage } from '../../src/delivery/pages/receipt-page';
import { askedName, verifyPage } from '../../src/delivery/pages/verify-page';
import type { ReceiptResponse } from '../../src/receipts/receipt.dto';
import type { ProvenDocuments } from '../../src/registry/proofs/proven-documents';
import { noteSigner } from '../../src/registry/proofs/signed-note';
import { openBrowser } from '../support/chromium';
import { publishedFiles } from '../support/published-files';
import { needing } from '../support/tools';
import { BASE, ORIGIN, SIGNER, writeLog, type WrittenLog } from '../support/written-log';

jest.setTimeout(240_000);

const NOW = Date.UTC(2026, 10, 22, 12);

interface Contained {
  leaf_index: number;
  inclusion_path: string[];
  record: { kind: string };
}

interface Receipt extends Record<string, unknown> {
  records: Contained[];
  proof: Record<string, unknown>;
}

needing('chromium').describe('the button under a receipt', () => {
  let browser: Browser;
  // One for all: a new page costs a browser three times as much as another visit.
  let page: Page;
  let server: Server;
  let log: WrittenLog;
  let files: ReadonlyMap<string, Buffer>;
  let path: string;
  /** Counted requests to the API. */
  let asked: string[] = [];
  let swapPage: (html: string) => string = (html) => html;
  let swapReceipt: (text: string) => string = (text) => text;

  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage();
    log = writeLog(NOW);
    files = await publishedFiles(log, NOW);
    path = [...files.keys()].find((name) => name.startsWith('/api/receipt/')) ?? '';
    server = createServer(({ url = '' }, response) => {
      const asset = assetNamed(url.split('/').at(-1) ?? '');
      const wanted = url.replace(/^\/verify\/files\//, '/api/');
      const bytes = files.get(wanted);
      if (url.startsWith('/api/')) asked.push(url);
      if (url === '/') {
        const receipt = JSON.parse(files.get(path)!.toString()) as ReceiptResponse;
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.setHeader('content-security-policy', pagePolicy({ asks: true }));
        response.end(
          swapPage(
            receiptPage({
              receipt,
              site: standingSite({ demo: false, publicUrl: null, host: '127.0.0.1', port: 0, publisher: 'Vedette' }),
              when: null,
            }),
          ),
        );
      } else if (url.startsWith('/verify') && wanted === url) {
        const named = askedName(new URL(url, 'http://log.test').searchParams.get('q'));
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.setHeader('content-security-policy', pagePolicy({ asks: true }));
        response.end(
          swapPage(
            verifyPage({
              site: standingSite({ demo: false, publicUrl: BASE, host: '', port: 0, publisher: 'Vedette' }),
              asked: named,
              found: foundBy(log, named),
              log: null,
            }),
          ),
        );
      } else if (url.startsWith('/assets/') && asset !== null) {
        response.setHeader('content-type', asset.contentType);
        response.end(asset.bytes);
      } else if (bytes === undefined) response.writeHead(404).end();
      else response.end(wanted === path ? swapReceipt(bytes.toString()) : bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    asked = [];
    swapPage = (html) => html;
    swapReceipt = (text) => text;
  });
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  /** The page's text after the reader's request. @param key pasted, or empty */
  const press = async (key = ''): Promise<{ result: string | null; said: string }> => {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    if (key !== '') {
      await page.getByText('With a key that I know').click();
      await page.getByLabel(/Public key/).fill(key);
    }
    await page.getByRole('button', { name: 'Check this proof here' }).click();
    const verdict = page.locator('.verdict[data-result]');
    await verdict.waitFor();
    const result = await verdict.getAttribute('data-result');
    const said = (await page.getByRole('status').textContent()) ?? '';
    return { result, said };
  };

  /** The changed receipt, with its hash computed again. */
  const changed =
    (change: (receipt: Receipt) => void) =>
    (text: string): string => {
      const receipt = JSON.parse(text) as Receipt;
      change(receipt);
      delete receipt['receipt_sha256'];
      const own = sha256Hex(canonicalizeText(JSON.stringify(receipt)));
      return canonicalizeText(JSON.stringify({ ...receipt, receipt_sha256: own }));
    };

  it('states in one sentence that the shown figures were recorded, and whose key signed them', async () => {
    expect(await press()).toMatchObject({
      result: 'good',
      said: expect.stringMatching(/^✓ What this page shows is what was recorded, in a log signed by this server’s key/),
    });
    expect(await press(SIGNER.vkey)).toMatchObject({
      result: 'good',
      said: expect.stringContaining('signed by your key'),
    });
    expect((await press()).said).toContain('This page checks itself with code from the same server');
    expect(await page.locator('.checks').isVisible()).toBe(false);
  });

  it('states who decided a trade, and the earlier decision', () => {
    const pages = [...files]
      .filter(([name]) => name.startsWith('/api/receipt/'))
      .map(([, bytes]) =>
        receiptPage({
          receipt: JSON.parse(bytes.toString()) as ReceiptResponse,
          site: standingSite({ demo: false, publicUrl: BASE, host: '', port: 0, publisher: 'Vedette' }),
          when: null,
        }),
      );
    const corrected = pages.filter((page) => /data-shown="corrections"><time[^>]*>[^<]*<\/time>: NO</.test(page));

    expect(corrected.length).toBeGreaterThan(0);
    expect(corrected.every((page) => /:\s+YES,\s+as (?:Kalshi|Polymarket) reported it/.test(page))).toBe(true);
  });

  it('refuses the proof of another record', async () => {
    swapReceipt = changed(({ records, proof }) => {
      const [first, second] = records as [Contained, Contained];
      second.leaf_index = first.leaf_index;
      second.inclusion_path = first.inclusion_path;
      proof['inclusion_path'] = first.inclusion_path;
    });
    expect((await press()).result).toBe('bad');
    expect(await page.locator('.checks').isVisible()).toBe(true);
  });

  it('refuses an invented tree of one leaf with an invented signature', async () => {
    swapReceipt = changed((receipt) => {
      const root = 'ab'.repeat(32);
      for (const entry of receipt.records) Object.assign(entry, { leaf_index: 0, inclusion_path: [] });
      Object.assign(receipt.proof, {
        tree_size: 1,
        root_hash: root,
        inclusion_path: [],
        checkpoint: `${ORIGIN}\n1\n${Buffer.from(root, 'hex').toString('base64')}\n\n— x AAAA\n`,
      });
    });
    expect((await press()).result).toBe('bad');
  });

  it('refuses a true tree with an invented signature', async () => {
    swapReceipt = changed(({ proof }) => {
      proof['checkpoint'] = String(proof['checkpoint']).replace(/— .*\n$/, '— x AAAAAAAAAAAA\n');
    });
    expect(await press()).toMatchObject({ result: 'bad', said: expect.stringContaining('not signed by this key') });
  });

  it('refuses a signature that another key made', async () => {
    const other = noteSigner(ORIGIN, Buffer.alloc(32, 9)).vkey;
    expect(await press(other)).toMatchObject({ result: 'bad' });
  });

  it.each([
    ['the probability', /(data-shown="probability">)(YES|NO)/, '$1MAYBE'],
    ['the result in the headline', /(data-shown="result">)[^<]*/, '$1gained $999'],
    ['the gain', /(data-shown="net_pnl">)[^<]*/, '$1+999.00 $'],
    ['the side', /(data-shown="side">)(YES|NO)/g, '$1MAYBE'],
  ])('refuses a page on which %s was altered', async (_, from, to) => {
    swapPage = (html) => {
      const altered = html.replace(from, to);
      expect(altered).not.toBe(html);
      return altered;
    };
    expect(await press()).toMatchObject({
      result: 'bad',
      said: expect.stringContaining('this page'),
    });
  });

  it('refuses a page that differs from the record', async () => {
    swapPage = (html) => html.replaceAll('data-shown="probability"', '');
    expect(await press()).toMatchObject({ result: 'bad', said: expect.stringContaining('does not show probability') });
  });

  it('refuses figures that do not follow from the records', async () => {
    swapReceipt = changed((receipt) => (receipt['net_pnl'] = 9_999));
    expect((await press()).result).toBe('bad');
    expect(asked).toEqual([]);
  });

  describe('of the page that looks records up', () => {
    const look = async (query: string, act: () => Promise<void>): Promise<{ result: string | null; said: string }> => {
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/verify${query}`);
      await act();
      const verdict = page.locator('.verdict[data-result]');
      await verdict.waitFor();
      const result = await verdict.getAttribute('data-result');
      const said = (await page.locator('main').textContent()) ?? '';
      return { result, said };
    };
    const pressed = (): Promise<void> => page.getByRole('button', { name: 'Check this proof here' }).click();
    const idsByKind = (): ReadonlyMap<string, string> => new Map(log.records.map(({ kind, id }) => [kind, id]));

    it('finds and checks a record of every kind, by id, hash or address', async () => {
      for (const [kind, id] of idsByKind())
        expect([kind, (await look(`?q=${id}`, pressed)).result]).toEqual([kind, 'good']);
      const { sha256 } = log.records.find(({ kind }) => kind === 'bundle')!;
      const address = encodeURIComponent(`${BASE}/api/registry/document/${sha256}.json`);
      const found = await look(`?q=${address}`, pressed);

      expect(asked).toEqual([]);
      expect(idsByKind().size).toBe(11);
      expect(found).toMatchObject({ result: 'good', said: expect.stringContaining('a forecast, with everything') });
    });

    it.each([
      ['the probability', / YES<\/span/, '.6 % YES</span'],
      ['the instant', /datetime="[^"]*">\d+/, 'datetime="x">31'],
      ['a word of the document', /&quot;confidence&quot;: 0/, '&quot;confidence&quot;: 1'],
    ])('refuses a record of which %s was altered on the page', async (_, from, to) => {
      swapPage = (html) => {
        const altered = html.replace(from, to);
        expect(altered).not.toBe(html);
        return altered;
      };
      const id = idsByKind().get('bundle')!;
      expect((await look(`?q=${id}`, pressed)).result).toBe('bad');
    });

    it('checks a saved receipt, and refuses one that was changed', async () => {
      const given = (text: string) => () =>
        page
          .getByLabel('Receipt file')
          .setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(text) });
      const text = files.get(path)!.toString();

      expect(await look('', given(`${text}\n`))).toMatchObject({
        result: 'good',
        said: expect.stringContaining('This receipt is what was recorded'),
      });
      expect((await look('', given(changed((receipt) => (receipt['net_pnl'] = 9_999))(text)))).result).toBe('bad');
      expect((await look('', given('{"net_pnl":1}'))).result).toBe('bad');
    });
  });
});

/** The service's search by an id or a hash. */
const foundBy = (log: WrittenLog, asked: string | null): ProvenDocuments | null => {
  const index = log.records.findIndex(({ id, sha256 }) => asked === id || asked === sha256);
  const record = log.records[index];
  if (record === undefined) return null;
  const one = { record, leafIndex: index, text: log.texts[index] ?? '', inclusionPath: log.path(index) };
  return { treeSize: log.records.length, rootHash: log.root(), checkpoint: log.note(), documents: [one] };
};
