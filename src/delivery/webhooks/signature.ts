/** Over `<id>.<timestamp>.<body>`: HMAC-SHA256 (`v1`) and Ed25519 (`v1a`), which third parties can verify. */
import { createHmac, sign } from 'node:crypto';
import { ed25519Keys } from '../../registry/proofs/signed-note';

/** `whpk_…`, the public key of the deployment. @param seed 32 bytes */
export const publicKeyText = (seed: Buffer): string => `whpk_${ed25519Keys(seed).publicKey.toString('base64')}`;

const endpointKey = (seed: Buffer, endpoint: string): Buffer =>
  createHmac('sha256', seed).update(`vedette webhook endpoint ${endpoint}`).digest();

/** `whsec_…`, the secret of an endpoint: derived from the seed, so that it is never stored. */
export const endpointSecret = (seed: Buffer, endpoint: string): string =>
  `whsec_${endpointKey(seed, endpoint).toString('base64')}`;

export interface Signed {
  readonly id: string;
  /** Unix seconds of this attempt. */
  readonly timestamp: number;
  readonly body: string;
}

export const signatureHeaders = (
  seed: Buffer,
  endpoint: string,
  { id, timestamp, body }: Signed,
): Record<string, string> => {
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  const symmetric = createHmac('sha256', endpointKey(seed, endpoint)).update(content).digest('base64');
  const asymmetric = sign(null, content, ed25519Keys(seed).privateKey).toString('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${symmetric} v1a,${asymmetric}`,
  };
};
