/** Every resolved address is checked, and the checked one is used: a second resolution cannot lead elsewhere. */
import { lookup as resolve, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { isPublicAddress } from './address-guard';
import { UpstreamError } from './upstream-request';

export interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

/** Resolves like Node, and fails if any address is not public. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) {
      callback(error, '', 0);
      return;
    }
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new UpstreamError('refused', 'The name resolves to an address that is not public'), '', 0);
    } else if (options.all === true) {
      callback(null, addresses);
    } else {
      callback(null, first.address, first.family);
    }
  });
};

/** For addresses from data. */
export const publicAgents = (): Agents => ({
  http: new RequestFilteringHttpAgent({ lookup: publicLookup }),
  https: new RequestFilteringHttpsAgent({ lookup: publicLookup }),
});

/** For configured addresses. */
export const openAgents = (): Agents => ({ http: new HttpAgent(), https: new HttpsAgent() });
