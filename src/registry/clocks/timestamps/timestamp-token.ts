/**
 * Time stamps of RFC 3161: an authority signs a hash together with its own time. PKI.js reads and writes the ASN.1; the
 * rules are checked here.
 *
 * The request carries a SHA-256 and a nonce, and asks for the certificate. A token is valid when its status is granted,
 * it has the same hash and nonce, its only signature is by the certificate named in its signing-certificate attribute
 * (RFC 5035, 5816), that certificate is for time stamping alone, and, where trusted authorities are passed, it chains
 * to one of them.
 */
import { createHash } from 'node:crypto';
import type { Certificate, SignedData, TSTInfo } from 'pkijs';
import { sha256Hex } from '../../../platform/common/sha256';

const SHA256_OID = '2.16.840.1.101.3.4.2.1';
const TST_INFO_OID = '1.2.840.113549.1.9.16.1.4';
const SIGNED_DATA_OID = '1.2.840.113549.1.7.2';
const CONTENT_TYPE_OID = '1.2.840.113549.1.9.3';
const SIGNING_CERTIFICATE_OID = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2_OID = '1.2.840.113549.1.9.16.2.47';
const EXTENDED_KEY_USAGE_OID = '2.5.29.37';
const TIME_STAMPING_OID = '1.3.6.1.5.5.7.3.8';

/** Maximum size of a response; tokens with their certificates have 3 to 8 kB. */
export const TIMESTAMP_BYTES_MAX = 64 * 1024;
export const QUERY_TYPE = 'application/timestamp-query';
export const REPLY_TYPE = 'application/timestamp-reply';

export interface Timestamp {
  /** Microseconds UTC. */
  readonly time: number;
  /** Maximum error of `time`, microseconds; null when not stated. */
  readonly accuracy: number | null;
  /** Hex. */
  readonly serial: string;
  readonly policy: string;
  readonly signer: string;
  /** Whether the certificate was checked to chain to a trusted authority. */
  readonly chain: 'checked' | 'not checked';
}

type TimestampResult =
  { readonly ok: true; readonly timestamp: Timestamp } | { readonly ok: false; readonly reason: string };

const refused = (reason: string): TimestampResult => ({ ok: false, reason });

const libraries = async (): Promise<{
  pki: typeof import('pkijs');
  asn1: typeof import('asn1js');
}> => ({ pki: await import('pkijs'), asn1: await import('asn1js') });

/** A copy with its own buffer, as the library requires. */
const owned = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** A request, DER. @param sha256 of the data, 64 hex digits. @param nonce random, hex */
export const timestampQuery = async (sha256: string, nonce: string): Promise<Buffer> => {
  const { pki, asn1 } = await libraries();
  const query = new pki.TimeStampReq({
    version: 1,
    messageImprint: new pki.MessageImprint({
      hashAlgorithm: new pki.AlgorithmIdentifier({ algorithmId: SHA256_OID, algorithmParams: new asn1.Null() }),
      hashedMessage: new asn1.OctetString({ valueHex: owned(Buffer.from(sha256, 'hex')) }),
    }),
    nonce: new asn1.Integer({ valueHex: owned(positive(nonce)) }),
    certReq: true,
  });
  return Buffer.from(query.toSchema().toBER(false));
};

/** Content of a DER INTEGER: no more bytes than needed, the first below 0x80. */
const positive = (hex: string): Buffer => {
  const digits = hex.replace(/^0+/, '') || '0';
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return (bytes[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.of(0), bytes]) : bytes;
};

/** Hex of an integer without leading zero bytes, for comparison. */
const integerHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').replace(/^0+/, '') || '0';

export interface TimestampExpectation {
  readonly data: Uint8Array;
  /** Hex; null when the token was requested by others. */
  readonly nonce: string | null;
  /** PEM texts of trusted certificates; null skips the chain check. */
  readonly authorities: readonly string[] | null;
}

/**
 * Checks a response (TimeStampResp, DER). Never throws for a malformed response.
 *
 * @returns a plain reason when it is not valid
 */
export const checkTimestamp = async (
  response: Uint8Array,
  expectation: TimestampExpectation,
): Promise<TimestampResult> => {
  if (response.length > TIMESTAMP_BYTES_MAX) return refused('it is longer than 64 KiB');
  try {
    return await check(response, expectation);
  } catch {
    return refused('it is not a time-stamp response');
  }
};

const check = async (
  response: Uint8Array,
  { data, nonce, authorities }: TimestampExpectation,
): Promise<TimestampResult> => {
  const { pki, asn1 } = await libraries();
  const parsed = asn1.fromBER(owned(response));
  if (parsed.offset !== response.length) return refused('it is not a time-stamp response');
  const reply = new pki.TimeStampResp({ schema: parsed.result });
  // 0 granted, 1 granted with modifications (RFC 3161, 2.4.2).
  const status: number = reply.status.status;
  if (status !== 0 && status !== 1) return refused(`the authority refused (status ${status})`);
  const token = reply.timeStampToken;
  if (token === undefined || token.contentType !== SIGNED_DATA_OID) return refused('it holds no token');
  const signed = new pki.SignedData({ schema: token.content });
  const content = signed.encapContentInfo;
  if (content.eContentType !== TST_INFO_OID || content.eContent === undefined) return refused('it holds no token');
  const info = pki.TSTInfo.fromBER(owned(new Uint8Array(content.eContent.getValue())));
  const wrong = wrongStatement(info, data, nonce) ?? (await wrongSigner(signed, owned(data)));
  if (typeof wrong === 'string') return refused(wrong);
  const { certificate } = wrong;
  if (authorities !== null && !(await leadsTo(signed, owned(data), authorities)))
    return refused('its certificate does not lead to a trusted authority');
  return {
    ok: true,
    timestamp: {
      time: info.genTime.getTime() * 1000,
      accuracy: accuracyOf(info),
      serial: integerHex(info.serialNumber.valueBlock.valueHexView),
      policy: info.policy,
      signer: nameOf(certificate),
      chain: authorities === null ? 'not checked' : 'checked',
    },
  };
};

/** Why the statement is not valid, or null. */
const wrongStatement = (info: TSTInfo, data: Uint8Array, nonce: string | null): string | null => {
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const hash = Buffer.from(hashedMessage.valueBlock.valueHexView).toString('hex');
  if (hashAlgorithm.algorithmId !== SHA256_OID) return 'it is over another kind of hash';
  if (hash !== sha256Hex(data)) return 'it is over another hash';
  const stated = info.nonce === undefined ? null : integerHex(info.nonce.valueBlock.valueHexView);
  if (nonce !== null && stated !== integerHex(positive(nonce))) return 'its nonce is another';
  return Number.isFinite(info.genTime.getTime()) ? null : 'it states no time';
};

/** Why the signature or its signer is not valid, or the signing certificate. */
const wrongSigner = async (
  signed: SignedData,
  data: ArrayBuffer,
): Promise<string | { readonly certificate: Certificate }> => {
  const [signer] = signed.signerInfos;
  if (signer === undefined || signed.signerInfos.length !== 1) return 'it has not one signature';
  const attributes = signer.signedAttrs?.attributes ?? [];
  const valuesOf = (type: string): unknown[] => attributes.find((attribute) => attribute.type === type)?.values ?? [];
  const [contentType] = valuesOf(CONTENT_TYPE_OID) as { toString(): string }[];
  if (contentType === undefined || !String(contentType).endsWith(TST_INFO_OID))
    return 'its signature is over something else';
  const result = await signed.verify({ signer: 0, data, checkChain: false, extendedMode: true }).catch(() => null);
  const certificate = result?.signerCertificate ?? null;
  if (result?.signatureVerified !== true || certificate === null) return 'its signature does not verify';
  if (!namesCertificate(valuesOf, certificate)) return 'its signature does not name the certificate that signed';
  const { value: notBefore } = certificate.notBefore;
  const { value: notAfter } = certificate.notAfter;
  const at = result.date?.getTime() ?? NaN;
  if (!(at >= notBefore.getTime() && at <= notAfter.getTime())) return 'its certificate was not valid at its time';
  return isForTimeStamping(certificate) ? { certificate } : 'its certificate is not for time stamping';
};

/** Whether the signing-certificate attribute (v1 or v2) starts with the hash of this certificate. */
const namesCertificate = (valuesOf: (type: string) => unknown[], certificate: Certificate): boolean => {
  const der = Buffer.from(certificate.toSchema(false).toBER(false));
  const [v2] = valuesOf(SIGNING_CERTIFICATE_V2_OID);
  const [v1] = valuesOf(SIGNING_CERTIFICATE_OID);
  // SigningCertificate{V2} ::= SEQUENCE { SEQUENCE OF ESSCertID{v2}, … }; the first is that of the signer.
  const id = childrenOf(childrenOf(childrenOf(v2 ?? v1)[0])[0]);
  const [first, second] = id;
  if (v2 === undefined) return octets(first) === digest('sha1', der);
  // hashAlgorithm is omitted for SHA-256.
  if (octets(first) !== null) return octets(first) === digest('sha256', der);
  const algorithm = String(childrenOf(first)[0]);
  const known = Object.entries(HASHES).find(([oid]) => algorithm.endsWith(oid))?.[1];
  return known !== undefined && octets(second) === digest(known, der);
};

const HASHES = {
  [SHA256_OID]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
} as const;

const digest = (algorithm: 'sha1' | 'sha256' | 'sha384' | 'sha512', bytes: Uint8Array): string =>
  createHash(algorithm).update(bytes).digest('hex');

const childrenOf = (value: unknown): unknown[] => {
  const children = (value as { valueBlock?: { value?: unknown } } | undefined)?.valueBlock?.value;
  return Array.isArray(children) ? (children as unknown[]) : [];
};

/** Bytes of an OCTET STRING as hex; null for anything else. */
const octets = (value: unknown): string | null => {
  const one = value as
    { idBlock?: { tagNumber?: number; tagClass?: number }; valueBlock?: { valueHexView?: Uint8Array } } | undefined;
  return one?.idBlock?.tagNumber === 4 && one.idBlock.tagClass === 1 && one.valueBlock?.valueHexView !== undefined
    ? Buffer.from(one.valueBlock.valueHexView).toString('hex')
    : null;
};

/** RFC 3161, 2.3: the key is for time stamping only, and the extension is critical. */
const isForTimeStamping = ({ extensions }: Certificate): boolean => {
  const usage = extensions?.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE_OID);
  const { keyPurposes = [] } = (usage?.parsedValue ?? {}) as { keyPurposes?: string[] };
  return usage?.critical === true && keyPurposes.length === 1 && keyPurposes[0] === TIME_STAMPING_OID;
};

const leadsTo = async (signed: SignedData, data: ArrayBuffer, authorities: readonly string[]): Promise<boolean> => {
  const trustedCerts = (await Promise.all(authorities.map(readCertificates))).flat();
  return signed
    .verify({ signer: 0, data, checkChain: true, trustedCerts, extendedMode: true })
    .then(
      ({ signatureVerified, signerCertificateVerified }) =>
        signatureVerified === true && signerCertificateVerified === true,
    )
    .catch(() => false);
};

/** Parses certificates of a PEM text. @throws Error when there is none or one cannot be read */
export const readCertificates = async (pem: string): Promise<Certificate[]> => {
  const { pki } = await libraries();
  const blocks = [...pem.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g)];
  if (blocks.length === 0) throw new Error('holds no certificate in PEM');
  return blocks.map(([, base64 = '']) => {
    try {
      return pki.Certificate.fromBER(owned(Buffer.from(base64, 'base64')));
    } catch {
      throw new Error('holds a certificate that cannot be read');
    }
  });
};

const accuracyOf = ({ accuracy }: TSTInfo): number | null =>
  accuracy === undefined
    ? null
    : (accuracy.seconds ?? 0) * 1_000_000 + (accuracy.millis ?? 0) * 1_000 + (accuracy.micros ?? 0);

/** Common name, else organisation, else `unnamed`. */
const nameOf = ({ subject }: Certificate): string => {
  const part = (oid: string): string | undefined =>
    subject.typesAndValues.find(({ type }) => type === oid)?.value.valueBlock.value.slice(0, 120);
  return part('2.5.4.3') ?? part('2.5.4.10') ?? 'unnamed';
};
