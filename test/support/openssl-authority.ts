/** A time-stamping authority made with openssl, as an operator would: root, certificate for time stamping, `openssl ts`. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const config = (folder: string): string => `
[req]
distinguished_name = dn
[dn]
[root]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
[stamping]
basicConstraints = CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[tsa]
default_tsa = authority
[authority]
dir = ${folder}
serial = ${folder}/serial
crypto_device = builtin
default_policy = 1.3.6.1.4.1.99999.1
digests = sha256, sha384, sha512
signer_digest = sha256
accuracy = secs:1
ordering = no
tsa_name = yes
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;

export class OpensslAuthority {
  readonly folder = mkdtempSync(join(tmpdir(), 'vedette-authority-'));

  /** @param kind of the key that signs */
  constructor(readonly kind: 'rsa' | 'ec' = 'ec') {
    writeFileSync(join(this.folder, 'openssl.cnf'), config(this.folder));
    writeFileSync(join(this.folder, 'serial'), '01\n');
    const key = kind === 'ec' ? ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : ['-newkey', 'rsa:2048'];
    this.run(
      'req',
      '-x509',
      '-nodes',
      '-days',
      '30',
      ...key,
      '-keyout',
      'root.key',
      '-out',
      'root.pem',
      '-subj',
      '/CN=Root of a test',
      '-config',
      'openssl.cnf',
      '-extensions',
      'root',
    );
    this.run(
      'req',
      '-new',
      '-nodes',
      ...key,
      '-keyout',
      'tsa.key',
      '-out',
      'tsa.csr',
      '-subj',
      '/CN=Authority of a test',
      '-config',
      'openssl.cnf',
    );
    this.run(
      'x509',
      '-req',
      '-days',
      '30',
      '-in',
      'tsa.csr',
      '-CA',
      'root.pem',
      '-CAkey',
      'root.key',
      '-CAcreateserial',
      '-out',
      'tsa.pem',
      '-extfile',
      'openssl.cnf',
      '-extensions',
      'stamping',
    );
  }

  /** Certificate of the root, PEM. */
  get root(): string {
    return readFileSync(join(this.folder, 'root.pem'), 'utf8');
  }

  get rootPath(): string {
    return join(this.folder, 'root.pem');
  }

  /** The response to a request, both DER. Its time is that of the machine. */
  answer(query: Uint8Array): Buffer {
    const [asked, reply] = [this.file('.tsq', query), join(this.folder, `${name()}.tsr`)];
    this.run(
      'ts',
      '-reply',
      '-config',
      'openssl.cnf',
      '-section',
      'authority',
      '-queryfile',
      asked,
      '-signer',
      'tsa.pem',
      '-inkey',
      'tsa.key',
      '-out',
      reply,
    );
    return readFileSync(reply);
  }

  /** Output of `openssl ts -verify` for a response over these bytes. */
  verifies(data: Uint8Array, response: Uint8Array, rootPath = this.rootPath): boolean {
    try {
      const said = this.run(
        'ts',
        '-verify',
        '-data',
        this.file('.data', data),
        '-in',
        this.file('.tsr', response),
        '-CAfile',
        rootPath,
      );
      return said.includes('Verification: OK');
    } catch {
      return false;
    }
  }

  /** The request as `openssl ts -query -text` prints it. */
  textOf(query: Uint8Array): string {
    return this.run('ts', '-query', '-in', this.file('.tsq', query), '-text');
  }

  private file(suffix: string, bytes: Uint8Array): string {
    mkdirSync(this.folder, { recursive: true });
    const path = join(this.folder, `${name()}${suffix}`);
    writeFileSync(path, bytes);
    return path;
  }

  private run(...parameters: string[]): string {
    return execFileSync('openssl', parameters, {
      cwd: this.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}

const name = (): string => randomBytes(6).toString('hex');
