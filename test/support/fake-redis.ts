import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** As much of Redis as counting needs: MULTI, INCR, PEXPIRE, EXEC over RESP2, on a local port. */
export interface FakeRedis {
  readonly url: string;
  readonly counters: ReadonlyMap<string, number>;
  /** Cuts every connection and refuses new ones. */
  stop(): Promise<void>;
}

export const startFakeRedis = async (): Promise<FakeRedis> => {
  const counters = new Map<string, number>();
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    serve(socket, counters);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `redis://127.0.0.1:${port}`,
    counters,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
};

const serve = (socket: Socket, counters: Map<string, number>): void => {
  let buffered = '';
  let queue: string[][] | null = null;
  const answer = ([name = '', key = '']: string[]): string => {
    switch (name.toUpperCase()) {
      case 'INCR':
        counters.set(key, (counters.get(key) ?? 0) + 1);
        return `:${counters.get(key) ?? 0}\r\n`;
      case 'PEXPIRE':
        return ':1\r\n';
      case 'INFO':
        return '$9\r\nloading:0\r\n';
      default:
        return '+OK\r\n';
    }
  };
  const take = (command: string[]): string => {
    const name = command[0]?.toUpperCase();
    if (name === 'MULTI') {
      queue = [];
      return '+OK\r\n';
    }
    if (name === 'EXEC') {
      const answers = (queue ?? []).map(answer);
      queue = null;
      return `*${answers.length}\r\n${answers.join('')}`;
    }
    if (queue === null) return answer(command);
    queue.push(command);
    return '+QUEUED\r\n';
  };
  socket.on('data', (bytes) => {
    buffered += bytes.toString('latin1');
    for (let read = readCommand(buffered); read !== null; read = readCommand(buffered)) {
      buffered = buffered.slice(read.length);
      socket.write(take(read.words));
    }
  });
  socket.on('error', () => socket.destroy());
};

/** The first whole command, an array of bulk strings, or null until more has arrived. */
const readCommand = (text: string): { words: string[]; length: number } | null => {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (head === null) return null;
  const words: string[] = [];
  let position = head[0].length;
  for (let index = 0; index < Number(head[1]); index++) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(position));
    if (size === null) return null;
    const start = position + size[0].length;
    const end = start + Number(size[1]);
    if (text.length < end + 2) return null;
    words.push(text.slice(start, end));
    position = end + 2;
  }
  return { words, length: position };
};
