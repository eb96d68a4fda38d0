import { readWitnesses } from '../outside-clock';
import { cosignatureSigner, whyNoWitnessKey } from './cosignature';

describe('whyNoWitnessKey', () => {
  const mlDsa = `witness.example+0a0b0c0d+${Buffer.concat([Buffer.of(6), Buffer.alloc(1312, 251)]).toString('base64')}`;

  it('reads the Ed25519 key of a witness, and states the fault of others', () => {
    expect(whyNoWitnessKey(cosignatureSigner('witness.example', Buffer.alloc(32, 7)).vkey)).toBeNull();
    expect(whyNoWitnessKey(mlDsa)).toMatch(/witness\.example is an ML-DSA-44 key.*Ed25519/);
    expect(whyNoWitnessKey('witness.example')).toMatch(/must be the public key/);
  });

  it('checks WITNESSES at the start', () => {
    expect(() => readWitnesses(`${mlDsa} https://witness.example`)).toThrow(/WITNESSES: .*ML-DSA-44/);
  });
});
