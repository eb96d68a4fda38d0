import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * Treatment of the bytes sent: `pass` it on; `slow` it down; `hang`: take it and never pass it on;
 * `refuse`: close every connection and take no new one.
 */
export type ProxyMode = 'pass' | 'slow' | 'hang' | 'refuse';

interface Pair {
  readonly sockets: readonly [Socket, Socket];
  /** Nothing passes here any more, whatever the mode. */
  frozen: boolean;
}

/** A TCP proxy on loopback between a client and its server, which can be made to fail. */
export class TcpProxy {
  private current: ProxyMode = 'pass';
  private readonly pairs = new Set<Pair>();

  private constructor(
    private readonly target: number,
    private readonly server: Server,
    readonly port: number,
    private readonly delayMs: number,
  ) {}

  /** @param target port on loopback @param delayMs by how much `slow` delays each piece, each way */
  static async open(target: number, delayMs = 200): Promise<TcpProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const proxy = new TcpProxy(target, server, port, delayMs);
    server.on('connection', (socket) => {
      proxy.take(socket);
    });
    return proxy;
  }

  set mode(mode: ProxyMode) {
    this.current = mode;
    if (mode === 'refuse') this.cut();
    // Swallowed bytes are lost, so the connection can only be closed.
    if (mode === 'pass') for (const pair of this.pairs) if (pair.frozen) for (const end of pair.sockets) end.destroy();
  }

  /** Leaves the present connections open but dead, as after a lost network state; new ones work. */
  freeze(): void {
    for (const pair of this.pairs) pair.frozen = true;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private cut(): void {
    for (const { sockets } of this.pairs) for (const socket of sockets) socket.destroy();
  }

  private take(near: Socket): void {
    if (this.current === 'refuse') {
      near.destroy();
      return;
    }
    const far = connect(this.target, '127.0.0.1');
    const pair: Pair = { sockets: [near, far], frozen: false };
    this.pairs.add(pair);
    const relay = (from: Socket, to: Socket): void => {
      let late = 0;
      from.on('data', (chunk) => {
        if (this.current === 'hang') pair.frozen = true;
        if (pair.frozen) return;
        // Later bytes must not overtake delayed ones.
        if (this.current !== 'slow' && late === 0) {
          to.write(chunk);
          return;
        }
        late += 1;
        setTimeout(() => {
          late -= 1;
          to.write(chunk);
        }, this.delayMs);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        this.pairs.delete(pair);
        to.destroy();
      });
    };
    relay(near, far);
    relay(far, near);
  }
}
