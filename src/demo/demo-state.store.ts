import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The demo's state between starts; instants are UTC ms. */
export interface DemoState {
  /** Its first start: the end of the samples' history. */
  readonly firstStart: number;
  /** End of the past built so far, or null before the first tick. */
  readonly builtUntil: number | null;
}

export class DemoStateStore {
  private readonly file: string;

  constructor(private readonly folder: string) {
    this.file = join(folder, 'demo.json');
  }

  read(): DemoState | null {
    return existsSync(this.file) ? (JSON.parse(readFileSync(this.file, 'utf8')) as DemoState) : null;
  }

  write(state: DemoState): void {
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(`${this.file}.part`, JSON.stringify(state));
    renameSync(`${this.file}.part`, this.file);
  }
}
