import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagePath } from '../platform/common/package-root';
import type { SampleSettlement } from './replay-markets';
import type { SampleAnswer } from './replay-model';
import type { SampleWorld } from './sample-world';

export class SampleFiles {
  constructor(private readonly folder: string = packagePath('samples')) {}

  bytes(...path: string[]): Buffer {
    return readFileSync(join(this.folder, ...path));
  }

  json<T>(...path: string[]): T {
    return JSON.parse(this.bytes(...path).toString('utf8')) as T;
  }

  names(folder: string): string[] {
    return readdirSync(join(this.folder, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  }

  world(): SampleWorld {
    return this.json('world.json');
  }

  settlements(): SampleSettlement[] {
    return this.json('settlements.json');
  }

  answers(): SampleAnswer[] {
    return this.bytes('model', 'answers.jsonl')
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as SampleAnswer);
  }
}
