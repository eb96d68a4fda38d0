import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../test/support/until';
import { endIfNotTaken } from './slow-reader';

const BYTES = 12 << 20;
const WITHIN_MS = 1_000;

describe('readers who do not take their answer', () => {
  let server: Server;
  let answer: (response: ServerResponse) => void;
  let open = 0;
  let answered = 0;

  beforeAll(async () => {
    server = createServer((_, response) => {
      open += 1;
      answered += 1;
      response.on('close', () => (open -= 1));
      endIfNotTaken(response, WITHIN_MS);
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const whole = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-length': BYTES }).end(Buffer.alloc(BYTES));
  };
  const streamed = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-length': BYTES });
    Readable.from(
      (function* () {
        for (let n = 0; n < BYTES; n += 1 << 16) yield Buffer.alloc(1 << 16);
      })(),
    ).pipe(response);
  };
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const unread = (): (() => void) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
    );
    socket.on('error', () => undefined).pause();
    return () => socket.destroy();
  };

  it('are disconnected, and their buffers freed', async () => {
    answer = whole;
    const ends = Array.from({ length: 5 }, unread);

    await until('all five are let go', () => answered === 5 && open === 0, { withinMs: 20_000 });
    for (const end of ends) end();
  });

  it('keep a file that is streamed to them as slowly as they take it', async () => {
    answer = streamed;
    const end = unread();
    await sleep(WITHIN_MS * 3);

    expect(open).toBe(1);
    end();
  });

  it('do not include those who read: they get everything', async () => {
    for (const one of [whole, streamed]) {
      answer = one;
      expect((await (await fetch(url())).arrayBuffer()).byteLength).toBe(BYTES);
    }
  });
});
