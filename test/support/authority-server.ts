import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpensslAuthority } from './openssl-authority';

/** How an authority over HTTP answers: as it should, with an answer to another question, not, or slowly. */
export type AuthorityManner = 'true' | 'another nonce' | 'another hash' | 'another type' | 'broken' | 'slow' | 'cut';

/** An authority made with openssl behind a real HTTP server, with correct and wrong answers. */
export class AuthorityServer {
  manner: AuthorityManner = 'true';
  requests = 0;
  /** Request used instead of the received one, for wrong answers. */
  readonly others: { nonce: Buffer; hash: Buffer };

  private constructor(
    private readonly authority: OpensslAuthority,
    others: { nonce: Buffer; hash: Buffer },
    private readonly server: Server,
  ) {
    this.others = others;
  }

  static async open(
    authority: OpensslAuthority,
    others: { nonce: Buffer; hash: Buffer } = { nonce: Buffer.alloc(0), hash: Buffer.alloc(0) },
  ): Promise<AuthorityServer> {
    const late: { world: AuthorityServer | null } = { world: null };
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const world = late.world;
        if (world === null) return;
        world.requests += 1;
        const answer = world.answer(Buffer.concat(chunks));
        if (answer === null) return;
        response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    late.world = new AuthorityServer(authority, others, server);
    return late.world;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/tsr`;
  }

  private answer(query: Buffer): { status: number; type: string; body: Buffer } | null {
    const reply = (body: Buffer) => ({ status: 200, type: 'application/timestamp-reply', body });
    switch (this.manner) {
      case 'true':
        return reply(this.authority.answer(query));
      case 'another nonce':
        return reply(this.authority.answer(this.others.nonce));
      case 'another hash':
        return reply(this.authority.answer(this.others.hash));
      case 'cut':
        return reply(this.authority.answer(query).subarray(0, 700));
      case 'another type':
        return { status: 200, type: 'text/html', body: Buffer.from('<html>We have moved</html>') };
      case 'broken':
        return { status: 500, type: 'text/plain', body: Buffer.from('broken') };
      case 'slow':
        return null;
    }
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.server.close(() => {
        resolve();
      });
    });
  }
}
