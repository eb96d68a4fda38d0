/**
 * Signatures of Standard Webhooks 1.0.0: of `<id>.<timestamp>.<body>`, by HMAC-SHA256 with the secret of the
 * endpoint (`v1`) and by Ed25519 with the key of the deployment (`v1a`), whose public half everybody may have:
 * so anybody can verify a delivery that was forwarded to them. Pure: everything follows from one seed.
 */
import { createHmac, sign } from 'node:crypto';
import { ed25519Keys } from '../../registry/proofs/signed-note';

/** `whpk_…`, the public key of the deployment. @param seed 32 bytes */
export const publicKeyText = (seed: Buffer): string => `whpk_${ed25519Keys(seed).publicKey.toString('base64')}`;

const endpointKey = (seed: Buffer, endpoint: string): Buffer =>
  createHmac('sha256', seed).update(`vedette webhook endpoint ${endpoint}`).digest();

/** `whsec_…`, the secret of one endpoint: it follows from the seed, so that no database holds it. */
export const endpointSecret = (seed: Buffer, endpoint: string): string =>
  `whsec_${endpointKey(seed, endpoint).toString('base64')}`;

export interface Signed {
  readonly id: string;
  /** Unix seconds of this attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers of one attempt. */
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
