import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the demo remembers between two starts; instants are UTC ms. */
export interface DemoState {
  /** Its first start: the present that the samples' history leads up to. */
  readonly firstStart: number;
  /** Up to where the past has been ticked, or null before the first tick. */
  readonly builtUntil: number | null;
}

/** A small file in the demo's folder, written whole or not at all. */
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
