/** A witness of logs over HTTP, C2SP tlog-witness. It stores its state before it cosigns. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nowMillis, type Clock } from '../../../platform/common/clock';
import { sha256Hex } from '../../../platform/common/sha256';
import { readVerifierKey } from '../../proofs/note-format';
import { ADD_CHECKPOINT_BYTES_MAX, decideAddCheckpoint, SIZE_TYPE } from './add-checkpoint';
import type { CosignatureSigner } from './cosignature';
import type { WitnessState } from './witness-state.store';

const REQUEST_MS = 10_000;

interface WitnessAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const words = (status: number, body: string): WitnessAnswer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: `${body}\n`,
});

interface WitnessOptions {
  readonly signer: CosignatureSigner;
  readonly logs: readonly string[];
  readonly state: WitnessState;
  readonly clock: Clock;
  readonly onDecision?: (status: number, words: string) => void;
}

export class Witness {
  private readonly logs: ReadonlyMap<string, string>;
  private server: Server | null = null;
  /** Requests are serialized: between reading the last head and storing the next, no other request runs. */
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: WitnessOptions) {
    this.logs = new Map(options.logs.map((vkey) => [readVerifierKey(vkey)?.name ?? '', vkey]));
  }

  async addCheckpoint(body: string): Promise<WitnessAnswer> {
    const turn = this.queue.then(() => this.decide(body));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async decide(body: string): Promise<WitnessAnswer> {
    const { signer, state, clock, onDecision } = this.options;
    const decision = decideAddCheckpoint(body, this.logs, (origin) => state.latest(origin));
    if (decision.status !== 200) {
      onDecision?.(decision.status, decision.reason);
      return decision.size === undefined
        ? words(decision.status, decision.reason)
        : { status: 409, type: SIZE_TYPE, body: `${decision.size}\n` };
    }
    const { origin, treeSize, rootHash } = decision.checkpoint;
    const line = signer.cosign(decision.text, Math.floor(nowMillis(clock) / 1000));
    // Without signatures of others: unverified lines are not repeated.
    const own = ownLines(decision.note, origin);
    await state.put(origin, {
      tree_size: treeSize,
      root_hash: rootHash,
      note: `${decision.text}\n${own}${line}`,
    });
    onDecision?.(200, `${origin} cosigned at ${treeSize} records`);
    return { status: 200, type: 'text/plain; charset=utf-8', body: line };
  }

  /** The newest cosigned checkpoint of the log with this SHA-256 of its origin. */
  checkpointOf(originHash: string): WitnessAnswer {
    for (const origin of this.logs.keys()) {
      const head = sha256Hex(origin) === originHash ? this.options.state.latest(origin) : null;
      if (head !== null) return { status: 200, type: 'text/plain; charset=utf-8', body: head.note };
    }
    return words(404, 'no checkpoint of this log was cosigned here');
  }

  async listen(host: string, port: number): Promise<string> {
    const server = createServer((request, response) => void this.serve(request, response));
    server.requestTimeout = REQUEST_MS;
    server.headersTimeout = REQUEST_MS;
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    const address = server.address() as AddressInfo;
    return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
  }

  async close(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
    });
    await this.queue;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let answer: WitnessAnswer;
    try {
      answer = await this.answer(request);
    } catch {
      // A head that could not be stored is not cosigned: disk full, or the client closed the connection.
      answer = words(500, 'not cosigned');
    }
    response.writeHead(answer.status, { 'content-type': answer.type, 'cache-control': 'no-store' }).end(answer.body);
  }

  private async answer(request: IncomingMessage): Promise<WitnessAnswer> {
    const { pathname } = new URL(request.url ?? '/', 'http://witness');
    if (pathname === '/add-checkpoint') {
      if (request.method !== 'POST') return words(405, 'add-checkpoint is asked by POST');
      const body = await readBody(request);
      return body === null ? words(400, 'the request is too large, or no UTF-8') : this.addCheckpoint(body);
    }
    const hash = /^\/([0-9a-f]{64})\/checkpoint$/.exec(pathname)?.[1];
    if (hash !== undefined && request.method === 'GET') return this.checkpointOf(hash);
    return words(404, 'nothing is here');
  }
}

const ownLines = (note: string, origin: string): string =>
  note
    .slice(note.lastIndexOf('\n\n') + 2)
    .split('\n')
    .filter((line) => line.startsWith(`— ${origin} `))
    .map((line) => `${line}\n`)
    .join('');

const readBody = async (request: IncomingMessage): Promise<string | null> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > ADD_CHECKPOINT_BYTES_MAX) return null;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    return null; // Not UTF-8.
  }
};
