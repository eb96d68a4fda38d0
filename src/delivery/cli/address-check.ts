/** Checks that the service can listen at its address before a database is started. */
import { once } from 'node:events';
import { createServer } from 'node:net';

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is used by another program: stop that, or choose another port',
  EADDRNOTAVAIL: 'is not an address of this machine: choose another host',
  EACCES: 'may not be used by this user: choose a port from 1024 on',
};

/** @param port 0 for any free port @throws Error with the address and the settings to change */
export const mustBeOursToListen = async (host: string, port: number): Promise<void> => {
  const probe = createServer();
  probe.listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(`${host}:${port} ${REASONS[code] ?? `cannot be served: ${message}`} (--port or PORT, HOST)`, {
      cause: error,
    });
  }
  probe.close();
  await once(probe, 'close');
};
