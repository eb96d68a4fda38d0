import { Logger } from '@nestjs/common';
import { fastify, type FastifyInstance } from 'fastify';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemFilter } from '../platform/http/problem.filter';
import { attachTurns } from './answer-turns';

describe('attachTurns', () => {
  let server: FastifyInstance;
  let working: number;
  let most: number;
  let release: (() => void)[];

  beforeAll(() => {
    Logger.overrideLogger(false);
  });
  afterAll(() => {
    Logger.overrideLogger(['log', 'warn', 'error']);
  });
  beforeEach(() => {
    working = 0;
    most = 0;
    release = [];
    server = fastify();
    attachTurns(server, new ProblemFilter('http://turns.test'), { atOnce: 2, withinMs: 200 });
    server.get('/slow/:n', async () => {
      most = Math.max(most, (working += 1));
      await new Promise<void>((resolve) => release.push(resolve));
      working -= 1;
      return 'done';
    });
    server.get('/endless', (_request, reply) => reply.send(new Readable({ read: () => undefined })));
    server.get('/soon', () => 'here');
    server.get('/health/live', () => 'alive');
  });
  afterEach(() => {
    for (const each of release) each();
    return server.close();
  });

  const until = async (met: () => boolean): Promise<void> => {
    while (!met()) await sleep(5);
  };

  it('let so many answers be made at once and the others wait', async () => {
    const answers = [1, 2, 3, 4].map((n) => server.inject(`/slow/${n}`));
    for (let n = 1; n <= 4; n += 1) {
      await until(() => release.length > 0);
      release.shift()?.();
    }

    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(most).toBe(2);
  });

  it('ask to come again whose turn does not come, and never a probe', async () => {
    const held = [1, 2].map((n) => server.inject(`/slow/${n}`));
    await until(() => working === 2);

    expect((await server.inject('/health/live')).body).toBe('alive');
    const late = await server.inject('/soon');
    expect([late.statusCode, late.headers['retry-after']]).toEqual([503, '5']);

    for (const each of release.splice(0)) each();
    await Promise.all(held);
    expect((await server.inject('/soon')).body).toBe('here');
  });

  it('keep the turn of a caller who has gone until its answer is made', async () => {
    await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo;
    const gone = [1, 2].map((n) => get(`http://127.0.0.1:${port}/slow/${n}`).on('error', () => undefined));
    await until(() => working === 2);
    for (const request of gone) request.destroy();
    await sleep(50);

    const waiting = server.inject('/soon');
    await sleep(50);
    expect(working).toBe(2);
    for (const each of release.splice(0)) each();
    expect((await waiting).body).toBe('here');
  });

  it('are not held by those who read slowly', async () => {
    await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo;
    const readers = [1, 2].map(() => get(`http://127.0.0.1:${port}/endless`).on('error', () => undefined));
    await sleep(50);

    expect((await server.inject('/soon')).body).toBe('here');
    for (const reader of readers) reader.destroy();
  });
});
