export interface Step {
  readonly path: string;
  /** @throws Broken, Unread */
  run(): Promise<void>;
}

export const step = (path: string, check: (path: string) => Promise<void>): Step => ({ path, run: () => check(path) });
