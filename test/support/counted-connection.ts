/**
 * A way to the database on which every message of a client is counted, so that a client can be killed
 * between any two of them: before one is delivered, or after, with its answer on the way.
 */
import { createServer, connect, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { GraphConnection } from '../../src/platform/graph/graph-connection';

export class CountedConnection {
  private readonly sockets = new Set<Socket>();
  private counted = 0;
  private dying: { at: number; delivered: boolean; kill: () => void } | null = null;

  private constructor(
    private readonly server: Server,
    private readonly real: GraphConnection,
  ) {}

  static async open(real: GraphConnection): Promise<CountedConnection> {
    const server = createServer();
    const self = new CountedConnection(server, real);
    server.on('connection', (socket) => {
      self.carry(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return self;
  }

  /** For the client. */
  get connection(): GraphConnection {
    const { port } = this.server.address() as AddressInfo;
    return { ...this.real, uri: `bolt://127.0.0.1:${port}` };
  }

  /** Messages since the count began. */
  get count(): number {
    return this.counted;
  }

  /** Restarts the count; at message `at` (from 1) the client is killed, before or after its delivery. */
  begin(dying: { at: number; delivered: boolean; kill: () => void } | null): void {
    this.counted = 0;
    this.dying = dying;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private carry(client: Socket): void {
    const { hostname, port } = new URL(this.real.uri);
    const database = connect(Number(port), hostname);
    for (const socket of [client, database]) {
      this.sockets.add(socket);
      socket.setNoDelay(true);
      // Whichever end goes takes the other along; a killed client ends with an error.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        client.destroy();
        database.end();
      });
    }
    database.pipe(client);
    client.on('data', (message: Buffer) => {
      this.counted += 1;
      const { dying } = this;
      if (dying === null || this.counted < dying.at) {
        database.write(message);
        return;
      }
      // Dead from here on: what its other connections still send goes nowhere.
      if (this.counted === dying.at && dying.delivered) database.write(message);
      dying.kill();
    });
  }
}
