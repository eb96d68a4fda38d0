import type { FastifyInstance } from 'fastify';
import { EventEmitter, once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readEnvironment } from '../platform/config/environment';
import { createHttpAdapter } from './http-adapter';

/** A server whose `/slow` answers when `answer` is emitted. */
const slowServer = async () => {
  const adapter = createHttpAdapter(readEnvironment({}));
  const fastify = adapter.getInstance<FastifyInstance>();
  const steps = new EventEmitter();
  const asked = once(steps, 'asked');
  fastify.get('/slow', async () => {
    const mayAnswer = once(steps, 'answer');
    steps.emit('asked');
    await mayAnswer;
    return 'done';
  });
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  return { fastify, steps, asked };
};

describe('a server that closes', () => {
  it('ends a kept connection as soon as the current answer is sent', async () => {
    const { fastify, steps, asked } = await slowServer();
    const socket = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1');
    const heard: Buffer[] = [];
    socket.on('data', (bytes) => heard.push(bytes));
    const ended = once(socket, 'close');
    socket.write('GET /slow HTTP/1.1\r\nHost: vedette.example\r\nConnection: keep-alive\r\n\r\n');
    await asked;

    const closed = fastify.close();
    while (fastify.server.listening) await sleep(1);
    steps.emit('answer');
    await Promise.all([closed, ended]);

    expect(Buffer.concat(heard).toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\ndone$/);
  });

  it('answers on a kept connection when to come again, as a problem', async () => {
    const { fastify, steps, asked } = await slowServer();
    const [socket, late] = [0, 1].map(() => connect((fastify.server.address() as AddressInfo).port, '127.0.0.1'));
    const heard: Buffer[] = [];
    late?.on('data', (bytes) => heard.push(bytes));
    const ended = once(late!, 'close');
    socket?.write('GET /slow HTTP/1.1\r\nHost: vedette.example\r\n\r\n');
    late?.write('GET /v1/x HTTP/1.1\r\n');
    await asked;
    await sleep(20);

    const closed = fastify.close();
    while (fastify.server.listening) await sleep(1);
    late?.write('Host: vedette.example\r\n\r\n');
    await ended;
    steps.emit('answer');
    await closed;

    const answer = Buffer.concat(heard).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*\r\nretry-after: 5\r\n[^]*"instance":"\/v1\/x"/);
    expect(answer).toContain('application/problem+json');
  });
});
