/** The public side of a deployment as a verifier reads it, wherever the bytes come from. */

export interface PublicAnswer {
  readonly text: string;
  readonly headers: { get(name: string): string | null };
}

export interface PublicFiles {
  /** @throws Broken when there is no such file, Unfinished when nobody answers */
  get(path: string): Promise<PublicAnswer>;
  /** The same, or null when there is no such file. */
  find(path: string): Promise<PublicAnswer | null>;
}
