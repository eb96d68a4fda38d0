/** The demo's time-stamping authority (RFC 3161), with a new, untrusted root per start and the demo's clock. */
import { createHash, randomBytes, webcrypto } from 'node:crypto';
import { MINUTE_MS } from '../platform/common/durations';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const POLICY = '1.3.6.1.4.1.99999.2';
const NOT_BEFORE = new Date('2020-01-01T00:00:00Z');
const NOT_AFTER = new Date('2049-01-01T00:00:00Z');

interface Signer {
  readonly key: webcrypto.CryptoKey;
  readonly certificates: readonly import('pkijs').Certificate[];
}

export class ReplayAuthority {
  private signer: Promise<Signer> | null = null;

  /** The response to a request, DER. @param now UTC ms. @param forged use another hash than the requested one */
  async answer(query: Uint8Array, now: number, forged = false): Promise<Buffer> {
    const [pki, asn1] = await Promise.all([import('pkijs'), import('asn1js')]);
    this.signer ??= makeSigner();
    const { key, certificates } = await this.signer;
    const request = pki.TimeStampReq.fromBER(new Uint8Array(query).buffer);
    const imprint = forged
      ? new pki.MessageImprint({
          hashAlgorithm: request.messageImprint.hashAlgorithm,
          hashedMessage: new asn1.OctetString({ valueHex: new Uint8Array(randomBytes(32)).buffer }),
        })
      : request.messageImprint;
    const info = new pki.TSTInfo({
      version: 1,
      policy: POLICY,
      messageImprint: imprint,
      serialNumber: new asn1.Integer({ valueHex: new Uint8Array([1, ...randomBytes(8)]).buffer }),
      genTime: new Date(now),
      accuracy: new pki.Accuracy({ seconds: 1 }),
      ...(request.nonce === undefined ? {} : { nonce: request.nonce }),
    });
    const content = info.toSchema().toBER(false);
    const [certificate] = certificates;
    if (certificate === undefined) throw new Error('The authority has no certificate');
    const attribute = (type: string, value: unknown): import('pkijs').Attribute =>
      new pki.Attribute({ type, values: [value] });
    const octets = (bytes: Uint8Array) => new asn1.OctetString({ valueHex: new Uint8Array(bytes).buffer });
    const sha256 = (bytes: ArrayBuffer): Buffer => createHash('sha256').update(Buffer.from(bytes)).digest();
    const signed = new pki.SignedData({
      version: 3,
      encapContentInfo: new pki.EncapsulatedContentInfo({
        eContentType: '1.2.840.113549.1.9.16.1.4',
        eContent: new asn1.OctetString({ valueHex: content }),
      }),
      signerInfos: [
        new pki.SignerInfo({
          version: 1,
          sid: new pki.IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
          signedAttrs: new pki.SignedAndUnsignedAttributes({
            type: 0,
            attributes: [
              attribute('1.2.840.113549.1.9.3', new asn1.ObjectIdentifier({ value: '1.2.840.113549.1.9.16.1.4' })),
              attribute('1.2.840.113549.1.9.4', octets(sha256(content))),
              // SigningCertificateV2: the hash of the certificate, by default SHA-256.
              attribute(
                '1.2.840.113549.1.9.16.2.47',
                new asn1.Sequence({
                  value: [
                    new asn1.Sequence({
                      value: [new asn1.Sequence({ value: [octets(sha256(certificate.toSchema().toBER(false)))] })],
                    }),
                  ],
                }),
              ),
            ],
          }),
        }),
      ],
      certificates: [...certificates],
    });
    await signed.sign(key, 0, 'SHA-256');
    const response = new pki.TimeStampResp({
      status: new pki.PKIStatusInfo({ status: pki.PKIStatus.granted }),
      timeStampToken: new pki.ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) }),
    });
    return Buffer.from(response.toSchema().toBER(false));
  }

  /** Certificate of its root, PEM. */
  async root(): Promise<string> {
    this.signer ??= makeSigner();
    const { certificates } = await this.signer;
    const der = Buffer.from(certificates.at(-1)?.toSchema().toBER(false) ?? new ArrayBuffer(0));
    const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
    return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
  }
}

const makeSigner = async (): Promise<Signer> => {
  const [pki, asn1] = await Promise.all([import('pkijs'), import('asn1js')]);
  const { subtle } = webcrypto;
  const [rootKeys, keys] = await Promise.all([0, 1].map(() => subtle.generateKey(CURVE, true, ['sign', 'verify'])));
  if (rootKeys === undefined || keys === undefined) throw new Error('No keys');
  const nameOf = (text: string): import('pkijs').RelativeDistinguishedNames =>
    new pki.RelativeDistinguishedNames({
      typesAndValues: [new pki.AttributeTypeAndValue({ type: '2.5.4.3', value: new asn1.Utf8String({ value: text }) })],
    });
  const extension = (extnID: string, value: { toBER(size: boolean): ArrayBuffer }) =>
    new pki.Extension({ extnID, critical: true, extnValue: value.toBER(false) });
  const certificate = async (
    subject: string,
    serial: number,
    publicKey: webcrypto.CryptoKey,
    extensions: import('pkijs').Extension[],
  ): Promise<import('pkijs').Certificate> => {
    const made = new pki.Certificate({ version: 2, serialNumber: new asn1.Integer({ value: serial }), extensions });
    made.issuer = nameOf('Root of the demo (synthetic)');
    made.subject = nameOf(subject);
    made.notBefore.value = NOT_BEFORE;
    made.notAfter.value = new Date(NOT_AFTER.getTime() - MINUTE_MS);
    await made.subjectPublicKeyInfo.importKey(publicKey);
    await made.sign(rootKeys.privateKey, 'SHA-256');
    return made;
  };
  const root = await certificate('Root of the demo (synthetic)', 1, rootKeys.publicKey, [
    extension('2.5.29.19', new pki.BasicConstraints({ cA: true }).toSchema()),
    // keyCertSign
    extension('2.5.29.15', new asn1.BitString({ valueHex: Uint8Array.of(4).buffer, unusedBits: 2 })),
  ]);
  const stamping = await certificate('Time stamps of the demo (synthetic)', 2, keys.publicKey, [
    extension('2.5.29.37', new pki.ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.8'] }).toSchema()),
    // digitalSignature
    extension('2.5.29.15', new asn1.BitString({ valueHex: Uint8Array.of(0x80).buffer, unusedBits: 7 })),
  ]);
  return { key: keys.privateKey, certificates: [stamping, root] };
};
