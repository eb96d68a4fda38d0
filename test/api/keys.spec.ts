import { randomBytes } from 'node:crypto';
import { makeKey } from '../../src/platform/access/api-key';
import { ApiKeyService } from '../../src/platform/access/api-key.service';
import { ManualClock } from '../support/manual-clock';
import { startTestApp, type TestApp } from '../support/app-harness';
import { rawRequest } from '../support/raw-request';

const PATH = '/v1/ontology/entities';

jest.setTimeout(60_000);

describe('API keys', () => {
  const clock = new ManualClock(Date.UTC(2026, 4, 7, 12, 30) * 1000);
  let app: TestApp;
  let keys: ApiKeyService;

  beforeAll(async () => {
    app = await startTestApp({ clock, environment: { anonymousPerHour: 60 } });
    keys = app.app.get(ApiKeyService, { strict: false });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    clock.advance(3_600_000_000);
  });

  const ask = (key: string): Promise<Response> => app.get(PATH, { 'x-api-key': key });

  it('are stored as digests: the graph holds nothing that could be sent', async () => {
    const { id, key } = await keys.issue('partner', 'desk');

    const stored = await app.graph.graph.statement(
      'MATCH (n) UNWIND keys(n) AS name RETURN toString(n[name]) AS value',
      'READ',
    );

    const values = stored.map((row) => String(row['value']));
    expect(values).toContain(id);
    expect(values.filter((value) => value.includes(key.split('_')[3] ?? ''))).toEqual([]);
  });

  it('raise the budget and change nothing in the answer', async () => {
    const { key } = await keys.issue('partner', 'desk');

    const [anonymous, known] = [await app.get(PATH), await ask(key)];

    expect(known.status).toBe(200);
    expect(known.headers.get('ratelimit-policy')).toBe('"partner";q=12000;w=3600');
    expect(await known.text()).toBe(await anonymous.text());
  });

  it('have no limit on pages, and a bad one changes nothing there', async () => {
    const { key } = await keys.issue('analyst', 'reader');
    const remaining = async (given: string): Promise<string | null> =>
      (await app.get('/robots.txt', { 'x-api-key': given })).headers.get('x-ratelimit-remaining');
    const quota = await remaining(key);

    expect([await remaining(key), await remaining(key)]).toEqual([quota, quota]);
    const bad = [await remaining(`${key}x`), await remaining('x')].map(Number);
    expect(bad[1]).toBe((bad[0] ?? 0) - 1);
  });

  it('are refused when malformed, unknown or revoked, and never answered as anonymous', async () => {
    const { id, key } = await keys.issue('analyst', 'gone');
    await keys.revoke(id);
    const unknown = await keys.issue('analyst', 'deleted');
    await app.graph.graph.statement(`MATCH (k:ApiKey {id: '${unknown.id}'}) DELETE k`);
    const broken = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
    const otherTier = key.replace('analyst', 'partner');

    for (const bad of [key, unknown.key, broken, otherTier, '', 'x', `${key} `.repeat(3), '%00']) {
      const answer = await ask(bad);
      expect([bad.slice(0, 12), answer.status]).toEqual([bad.slice(0, 12), 401]);
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(answer.headers.get('www-authenticate')).toMatch(/^ApiKey /);
      expect(answer.headers.get('ratelimit-policy')).toBe('"bad-key";q=60;w=3600');
    }
  });

  it('are refused at once where they were revoked, and within 30 seconds elsewhere', async () => {
    const { id, key } = await keys.issue('analyst', 'short');
    const before = await ask(key);
    await app.graph.graph.write('access/revoke-api-key', { id, revoked_at: 1 });

    const cached = await ask(key);
    clock.advance(30_000_000);
    const after = await ask(key);

    expect([before.status, cached.status, after.status]).toEqual([200, 200, 401]);
  });

  it('count against the address when they are wrong, so that guessing ends', async () => {
    const statuses = [];
    for (let index = 0; index < 61; index++) statuses.push((await ask('nonsense')).status);

    expect(statuses.filter((status) => status === 401)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });

  it('work behind an address from which a stranger guesses, and leave its callers without a key alone', async () => {
    const { key } = await keys.issue('analyst', 'not seen yet');
    for (let index = 0; index < 61; index++) await ask('nonsense');

    const [guess, unseen, anonymous] = [await ask('nonsense'), await ask(key), await app.get(PATH)];

    expect([guess.status, unseen.status, anonymous.status]).toEqual([429, 200, 200]);
  });

  it('cost two look-ups where a hundred strangers guess at the same time', async () => {
    const metrics = async (): Promise<number> => {
      const text = await (await app.get('/metrics')).text();
      const [, count] = /vedette_graph_query_seconds_count\{[^}]*find-api-keys[^}]*\} (\d+)/.exec(text) ?? [];
      return Number(count ?? 0);
    };
    const { key } = await keys.issue('partner', 'desk');
    const before = await metrics();
    const guesses = Array.from({ length: 100 }, () => makeKey('partner', randomBytes));
    const answers = await Promise.all(
      [...guesses, key].map((one) => keys.verify(one).then((verified) => verified?.tier ?? null)),
    );

    expect(answers).toEqual([...guesses.map(() => null), 'partner']);
    expect((await metrics()) - before).toBeLessThanOrEqual(2);
    expect((await metrics()) - before).toBeGreaterThan(0);
  });

  it('may be sent once only', async () => {
    const { key } = await keys.issue('analyst', 'twice');

    const answer = await rawRequest(app.baseUrl, PATH, {
      headers: ['X-API-Key', key, 'x-api-key', key],
    });

    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({
      type: expect.stringMatching(/\/problems\/bad-request$/),
    });
  });

  it('remember when they were last used', async () => {
    const { id, key } = await keys.issue('analyst', 'used');
    await ask(key);

    await keys.noteUses();

    const stored = (await keys.list()).find((candidate) => candidate.id === id);
    expect(stored?.last_used_at).toBe(clock.nowMicros() / 1000);
  });

  it('are listed without secrets, the oldest first', async () => {
    const listed = await keys.list();

    expect(listed.length).toBeGreaterThan(2);
    expect(listed.map((key) => key.created_at)).toEqual(listed.map((key) => key.created_at).sort((a, b) => a - b));
  });
});
