import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../src/platform/common/clock';
import { ManualClock } from '../support/manual-clock';
import { sha256Hex } from '../../src/platform/common/sha256';
import { checkpointText, noteSigner, verifyCheckpoint } from '../../src/registry/proofs/signed-note';
import { timestampQuery } from '../../src/registry/clocks/timestamps/timestamp-token';
import { addCheckpointText } from '../../src/registry/clocks/witnesses/add-checkpoint';
import { cosignatureOf, cosignatureSigner, readWitnessKey } from '../../src/registry/clocks/witnesses/cosignature';
import { WitnessState } from '../../src/registry/clocks/witnesses/witness-state.store';
import { Witness } from '../../src/registry/clocks/witnesses/witness.service';
import { UpstreamClient } from '../../src/platform/upstream/upstream.client';
import { AuthorityServer } from '../support/authority-server';
import { openTestGraph, type TestGraph } from '../support/graph-harness';
import { OpensslAuthority } from '../support/openssl-authority';
import { needing } from '../support/tools';
import { bundleRequest, openRegistry, type RegistryWorld } from '../support/registry-harness';

jest.setTimeout(180_000);

const MINUTE = 60_000_000;
const SEED = '11'.repeat(32);
const log = noteSigner('log.test/registry', Buffer.from(SEED, 'hex'));
const signer = cosignatureSigner('witness.example/w1', Buffer.alloc(32, 3));
const key = readWitnessKey(signer.vkey);
if (key === null) throw new Error('no key');

describe('clocks outside', () => {
  let test: TestGraph;
  let clock: ManualClock;
  let world: RegistryWorld;
  let witness: Witness;
  let witnessUrl: string;
  let dataDir: string;

  const open = (environment: object, clockOf: Clock = clock): RegistryWorld =>
    openRegistry({
      graph: test.graph,
      clock: clockOf,
      dataDir,
      upstream: new UpstreamClient(
        {
          replayUrl: null,
          privateHosts: [],
          userAgent: 'Vedette test',
          intervalMs: 600_000,
          random: () => 0,
        },
        clockOf,
      ),
      environment: { registrySigningKey: SEED, ...environment },
    });

  const append = async (id: string): Promise<void> => {
    const result = await world.log.append(bundleRequest(id));
    if (result.kind !== 'appended') throw new Error(JSON.stringify(result));
  };

  const newWitness = async (file = join(mkdtempSync(join(tmpdir(), 'witness-')), 'state.json')) =>
    new Witness({ signer, logs: [log.vkey], state: await WitnessState.open(file), clock });

  beforeAll(async () => {
    test = await openTestGraph();
  });

  beforeEach(async () => {
    await test.wipe();
    dataDir = mkdtempSync(join(tmpdir(), 'vedette-clocks-'));
    clock = new ManualClock(Date.now() * 1000);
    witness = await newWitness();
    witnessUrl = await witness.listen('127.0.0.1', 0);
  });

  afterEach(async () => {
    await world.copies.copyPending();
    await witness.close();
  });

  afterAll(async () => {
    await test.close();
  });

  describe('witnesses', () => {
    const settings = (url = witnessUrl): object => ({ witnesses: `${signer.vkey} ${url}` });

    it('cosign each new head, which the checkpoint then shows and the strict reader takes', async () => {
      world = open(settings());
      await world.clocks.run();
      expect(await world.clocks.list()).toMatchObject([{ state: 'not asked', tree_size: 0 }]);
      await append('rb_1');
      await world.clocks.run();
      expect(await world.clocks.list()).toMatchObject([
        { kind: 'witness', name: 'witness.example/w1', state: 'held', tree_size: 1, failures: 0, reason: null },
      ]);
      const { text } = await world.reader.checkpoint();
      expect(verifyCheckpoint(text, log.vkey)).toMatchObject({ checkpoint: { treeSize: 1 } });
      expect(cosignatureOf(text, key)).toMatchObject({ time: Math.floor(clock.nowMicros() / 1e6) * 1e6 });

      // At most every five minutes, and then by a proof from the size that it has.
      await append('rb_2');
      await append('rb_3');
      await world.clocks.run();
      expect(await world.outsideClocks.cosignatures()).toHaveLength(1);
      clock.advance(5 * MINUTE);
      await world.clocks.run();
      const kept = await world.outsideClocks.cosignatures();
      expect(kept.map(({ tree_size }) => tree_size)).toEqual([1, 3]);
      expect(await world.outsideClocks.firstSightsOf(1)).toEqual([
        { kind: 'witness', name: 'witness.example/w1', time: kept[1]?.time, chain: null },
      ]);
      const counted = (await world.metrics.outsideClocks.get()).values;
      expect(counted).toEqual([{ labels: { kind: 'witness', result: 'held' }, value: 2 }]);
    });

    it('continue after a restart of ours, and after we lost their state', async () => {
      world = open(settings());
      await append('rb_1');
      await world.clocks.run();
      await append('rb_2');
      clock.advance(5 * MINUTE);
      world = open(settings());
      await test.graph.write('registry/note-outside-clock', {
        id: (await world.clocks.list())[0]?.id,
        changes: { tree_size: 0 },
      });
      await world.clocks.run();
      expect(await world.clocks.list()).toMatchObject([{ state: 'held', tree_size: 2 }]);
    });

    it('that refuse, lie or are away leave nothing behind that counts, and are asked again later', async () => {
      let answer: { status: number; type?: string; body: string } = { status: 200, body: '' };
      const liar: Server = createServer((_, response) => {
        response.writeHead(answer.status, { 'content-type': answer.type ?? 'text/plain' }).end(answer.body);
      });
      await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`;
      world = open(settings(url));
      await append('rb_1');
      const head = await world.repository.getHead();
      const text = checkpointText({ origin: head?.origin ?? '', treeSize: 1, rootHash: head?.frontier[0] ?? '' });
      const seconds = (): number => Math.floor(clock.nowMicros() / 1e6);
      const stranger = cosignatureSigner('witness.example/w1', Buffer.alloc(32, 9));
      // Made when they are given: the clock advances from case to case.
      const cases: [() => typeof answer, string, RegExp][] = [
        [
          () => ({ status: 200, body: stranger.cosign(text, seconds()) }),
          'refused',
          /without a cosignature of its key/,
        ],
        [
          () => ({ status: 200, body: signer.cosign(text.replace('\n1\n', '\n2\n'), seconds()) }),
          'refused',
          /does not verify/,
        ],
        [
          () => ({ status: 200, body: signer.cosign(text, seconds() + 3_600) }),
          'refused',
          /s ahead of this machine's clock/,
        ],
        [
          () => ({ status: 200, body: signer.cosign(text, seconds() - 86_400) }),
          'refused',
          /s behind this machine's clock/,
        ],
        [() => ({ status: 200, body: '' }), 'refused', /without a cosignature/],
        [() => ({ status: 200, body: '<html>' }), 'refused', /malformed|control|no newline/],
        [
          () => ({ status: 409, type: 'text/x.tlog.size', body: '99\n' }),
          'refused',
          /has cosigned 99 records of a log of this name, which has 1/,
        ],
        [() => ({ status: 409, type: 'text/x.tlog.size', body: '1\n' }), 'refused', /one size after the other/],
        [() => ({ status: 409, body: 'no' }), 'refused', /names no size/],
        [() => ({ status: 404, body: '' }), 'refused', /does not witness this log/],
        [() => ({ status: 403, body: '' }), 'refused', /signature of this log/],
        [() => ({ status: 422, body: '' }), 'refused', /does not contain the one/],
        [() => ({ status: 500, body: '' }), 'failed', /HTTP 500/],
      ];
      for (const [reply, state, reason] of cases) {
        answer = reply();
        await world.clocks.run();
        const [clockState] = await world.clocks.list();
        expect([clockState?.state, clockState?.tree_size]).toEqual([state, 0]);
        expect(clockState?.reason).toMatch(reason);
        // Sooner than its back-off nothing is asked.
        expect(clockState?.due_at).toBeGreaterThan(clock.nowMicros());
        clock.advance(64 * MINUTE);
        answer = { status: 200, body: signer.cosign(text, seconds()) };
      }
      expect(await world.outsideClocks.cosignatures()).toEqual([]);
      expect((await world.reader.checkpoint()).text.match(/^—/gmu)).toHaveLength(1);
      await new Promise<void>((resolve) =>
        liar.close(() => {
          resolve();
        }),
      );
      answer = { status: 200, body: '' };
      await world.clocks.run();
      expect(await world.clocks.list()).toMatchObject([{ state: 'failed' }]);
    });

    it('refuse a fork of ours, with the reason', async () => {
      world = open(settings());
      await append('rb_1');
      // Somebody with our key has shown the witness another first record.
      const fork = log.sign(checkpointText({ origin: log.name, treeSize: 1, rootHash: 'ab'.repeat(32) }));
      expect((await witness.addCheckpoint(addCheckpointText({ oldSize: 0, proof: [], note: fork }))).status).toBe(200);
      await world.clocks.run();
      const [state] = await world.clocks.list();
      expect(state?.state).toBe('refused');
      expect(state?.reason).toMatch(/does not contain the one that it cosigned before/);
    });
  });

  needing('openssl').describe('a time-stamping authority made with openssl', () => {
    let authority: OpensslAuthority;
    let server: AuthorityServer;

    beforeAll(() => {
      authority = new OpensslAuthority();
    });

    beforeEach(async () => {
      server = await AuthorityServer.open(authority, {
        nonce: await timestampQuery(sha256Hex('anything'), '0102030405060708'),
        hash: await timestampQuery(sha256Hex('something else'), '0102030405060708'),
      });
    });

    afterEach(async () => {
      await server.close();
    });

    const settings = (): object => ({
      timestampAuthorities: server.url,
      timestampCaFile: authority.rootPath,
    });

    it('stamps each head, and openssl verifies the token', async () => {
      world = open(settings());
      await append('rb_1');
      await append('rb_2');
      await world.clocks.run();
      const [kept, ...rest] = await world.outsideClocks.timestamps();
      expect(rest).toEqual([]);
      expect(kept).toMatchObject({ tree_size: 2, chain: 'checked', signer: 'Authority of a test' });
      const token = await world.outsideClocks.token(kept?.id ?? '');
      expect(authority.verifies(Buffer.from(kept?.note ?? ''), token ?? Buffer.alloc(0))).toBe(true);
      expect(verifyCheckpoint(kept?.note ?? '', log.vkey)).toMatchObject({ checkpoint: { treeSize: 2 } });
      // The same head is not stamped twice.
      clock.advance(10 * MINUTE);
      await world.clocks.run();
      expect(server.requests).toBe(1);
    });

    it('without a trusted root is kept as not checked; with another root it does not count', async () => {
      world = open({ timestampAuthorities: server.url });
      await append('rb_1');
      await world.clocks.run();
      expect(await world.outsideClocks.timestamps()).toMatchObject([{ chain: 'not checked' }]);
      clock = new ManualClock(Date.now() * 1000);
      await test.wipe();
      dataDir = mkdtempSync(join(tmpdir(), 'vedette-clocks-'));
      world = open({
        timestampAuthorities: server.url,
        timestampCaFile: new OpensslAuthority().rootPath,
      });
      await append('rb_1');
      await world.clocks.run();
      expect(await world.clocks.list()).toMatchObject([
        {
          state: 'refused',
          reason: 'The time stamp does not count: its certificate does not lead to a trusted authority',
        },
      ]);
    });

    it('that lies, breaks or is slow leaves nothing behind that counts', async () => {
      world = open(settings());
      await append('rb_1');
      const cases = [
        ['another nonce', 'refused', /over another hash|nonce is another/],
        ['another hash', 'refused', /over another hash/],
        ['another type', 'refused', /not a time-stamp response/],
        ['cut', 'refused', /not a time-stamp response/],
        ['broken', 'failed', /HTTP 500/],
        ['slow', 'failed', /No complete answer in time|Silence/],
      ] as const;
      for (const [manner, state, reason] of cases) {
        server.manner = manner;
        clock.set(Date.now() * 1000);
        const id = (await world.clocks.list())[0]?.id;
        await test.graph.write('registry/note-outside-clock', { id, changes: { due_at: 0 } });
        await world.clocks.run();
        const [clockState] = await world.clocks.list();
        expect([manner, clockState?.state]).toEqual([manner, state]);
        expect(clockState?.reason).toMatch(reason);
      }
      expect(await world.outsideClocks.timestamps()).toEqual([]);
    });

    it('and our clock an hour apart: the token does not count, whoever is wrong', async () => {
      for (const [offset, words] of [
        [-60 * MINUTE, 'ahead of'],
        [60 * MINUTE, 'behind'],
      ] as const) {
        await test.wipe();
        dataDir = mkdtempSync(join(tmpdir(), 'vedette-clocks-'));
        clock = new ManualClock(Date.now() * 1000 + offset);
        world = open(settings());
        await append('rb_1');
        await world.clocks.run();
        const [state] = await world.clocks.list();
        expect(state?.state).toBe('refused');
        expect(state?.reason).toContain(`s ${words} this machine's clock`);
      }
    });

    it('that is slow holds up no append and no reader', async () => {
      server.manner = 'slow';
      world = open(settings());
      await append('rb_1');
      const asking = world.clocks.run();
      const begun = performance.now();
      await append('rb_2');
      await world.reader.checkpoint();
      expect(performance.now() - begun).toBeLessThan(10_000);
      expect(await world.clocks.list()).toMatchObject([{ tree_size: 0 }]);
      await asking;
    });
  });

  it('that the settings misname stop the start with the name of the setting', () => {
    expect(() => open({ timestampAuthorities: 'tsa.example' })).toThrow('TIMESTAMP_AUTHORITIES must be');
    expect(() => open({ witnesses: `${log.vkey} https://w.example` })).toThrow('WITNESSES must be');
    world = open({});
  });
});
