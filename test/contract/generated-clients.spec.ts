/** Clients that others generate from the OpenAPI document: neither generator reports a fault. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagePath } from '../../src/platform/common/package-root';
import { describeApp } from '../support/described-app';
import { needing } from '../support/tools';

jest.setTimeout(180_000);

describe('clients generated from the OpenAPI document', () => {
  let folder: string;
  let file: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vedette-clients-'));
    file = join(folder, 'openapi.json');
    const described = await describeApp();
    writeFileSync(file, JSON.stringify(described.document));
    await described.app.close();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  needing('openapi-typescript').it('openapi-typescript writes types without a warning', () => {
    const types = join(folder, 'api.d.ts');
    const { status, stdout, stderr } = spawnSync('openapi-typescript', [file, '-o', types], { encoding: 'utf8' });

    expect([status, `${stdout}${stderr}`.match(/warn|error|⚠/gi)]).toEqual([0, null]);
    expect(readFileSync(types, 'utf8')).toContain('"/v1/ontology/events"');
  });

  needing('openapi-python-client').it('openapi-python-client writes a client without a warning', () => {
    const config = packagePath('clients', 'openapi-python-client.yaml');
    const command = [
      'generate',
      '--path',
      file,
      '--output-path',
      join(folder, 'client'),
      '--meta',
      'none',
      '--config',
      config,
      '--fail-on-warning',
    ];
    const { status, stdout, stderr } = spawnSync('openapi-python-client', command, { encoding: 'utf8' });

    expect([status, `${stdout}${stderr}`.match(/warning.*|error.*/gi)]).toEqual([0, null]);
  });
});
