/**
 * Paths of the public files of the registry: over HTTP, in proofs, in the web archive and on disk. Pure.
 *
 * ```
 * dayFilePath('2026-05-07')         → /api/registry/2026-05-07.json
 * dayFilePath('2026-05-07', 12)     → /api/registry/2026-05-07.json?size=12
 * proofPath('ab…')                  → /api/registry/proof/ab….json
 * consistencyPath(5, 13)            → /api/registry/consistency/5/13.json
 * bundlePath('rb_3f')               → /api/replay-bundle/rb_3f
 * ```
 */

export const INDEX_PATH = '/api/registry/index.json';
export const CHECKPOINT_PATH = '/api/registry/checkpoint';
export const OUTSIDE_CLOCKS_PATH = '/api/registry/outside-clocks.jsonl';
export const TIMESTAMPS_PATH = '/api/registry/timestamps/index.json';
export const VKEY_PATH = '/api/registry/vkey';

/** A day's file; with `size` its state at that many records. */
export const dayFilePath = (date: string, size?: number): string =>
  `/api/registry/${date}.json${size === undefined ? '' : `?size=${size}`}`;

export const proofPath = (sha256: string): string => `/api/registry/proof/${sha256}.json`;

export const consistencyPath = (first: number, second: number): string =>
  `/api/registry/consistency/${first}/${second}.json`;

export const documentPath = (sha256: string): string => `/api/registry/document/${sha256}.json`;

/** An exchange response, by the hash stated in a document. */
export const answerPath = (sha256: string): string => `/api/registry/answer/${sha256}.json`;

export const bundlePath = (id: string): string => `/api/replay-bundle/${id}`;

export const timestampPath = (id: string): string => `/api/registry/timestamps/${id}.tsr`;

const DOCUMENT_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

/** Whether an id is valid for a logged document: safe in a URL and as a file name. */
export const isDocumentId = (id: string): boolean => DOCUMENT_ID.test(id);
