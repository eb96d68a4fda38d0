import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { mustBeOursToListen } from './address-check';

describe('mustBeOursToListen', () => {
  it('is content with a free port, and leaves it free', async () => {
    const first = createServer().listen(0, '127.0.0.1');
    await once(first, 'listening');
    const { port } = first.address() as AddressInfo;

    await expect(mustBeOursToListen('127.0.0.1', port)).rejects.toThrow(
      `127.0.0.1:${port} is used by another program: stop that, or choose another port (--port or PORT, HOST)`,
    );
    first.close();
    await once(first, 'close');
    await mustBeOursToListen('127.0.0.1', port);
    await mustBeOursToListen('127.0.0.1', port);
  });

  it('names a host that is not here', async () => {
    await expect(mustBeOursToListen('192.0.2.1', 0)).rejects.toThrow('is not an address of this machine');
  });
});
