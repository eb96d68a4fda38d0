import { join } from 'node:path';
import { access, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { instanceDir } from '../../platform/config/instance-dir';
import { RecentAnswers } from '../../platform/upstream/recent-answers.service';
import { writeDurably } from '../log/durable-file.store';

const RAW_SHA256 = /"raw_sha256":"([0-9a-f]{64})"/g;

/** SHA-256 hashes of the exchange responses that a document references. @param text canonical JSON of a document */
export const answersNamedIn = (text: string): string[] =>
  [...text.matchAll(RAW_SHA256)].map(([, sha256 = '']) => sha256);

/** Exchange responses that documents of the log reference: one compressed file each, by SHA-256. */
@Injectable()
export class KeptAnswers {
  private readonly folder: string;

  constructor(
    private readonly recent: RecentAnswers,
    @Inject(ENVIRONMENT) environment: Environment,
  ) {
    this.folder = join(instanceDir(environment), 'registry', 'answers');
  }

  async keep(sha256s: readonly string[]): Promise<void> {
    for (const sha256 of new Set(sha256s)) {
      const text = this.recent.get(sha256);
      if (text === null || (await this.has(sha256))) continue;
      await writeDurably(this.pathOf(sha256), await promisify(gzip)(text), { flush: false });
    }
  }

  async has(sha256: string): Promise<boolean> {
    return access(this.pathOf(sha256)).then(
      () => true,
      () => false,
    );
  }

  async read(sha256: string): Promise<string | null> {
    try {
      return (await promisify(gunzip)(await readFile(this.pathOf(sha256)))).toString();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  private pathOf(sha256: string): string {
    return join(this.folder, sha256.slice(0, 2), `${sha256}.json.gz`);
  }
}
