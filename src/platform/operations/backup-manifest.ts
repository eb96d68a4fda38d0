export const BACKUP_FORMAT = 1;

export interface BackupFile {
  /** Path within the backup, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface BackupManifest {
  readonly format: typeof BACKUP_FORMAT;
  readonly made_at: string;
  readonly demo: boolean;
  /** Of a backup of records: the log in it, null before it begins. */
  readonly log?: { readonly origin: string; readonly tree_size: number } | null;
  readonly files: readonly BackupFile[];
}

/** Parses a manifest. @throws Error with the reason */
export const readManifest = (text: string): BackupManifest => {
  const manifest = JSON.parse(text) as Partial<BackupManifest>;
  if (manifest.format !== BACKUP_FORMAT)
    throw new Error(`The backup has format ${String(manifest.format)}; this program reads ${BACKUP_FORMAT}`);
  if (!Array.isArray(manifest.files) || typeof manifest.made_at !== 'string' || typeof manifest.demo !== 'boolean')
    throw new Error('The manifest of the backup is incomplete');
  for (const file of manifest.files as Partial<BackupFile>[])
    if (typeof file.path !== 'string' || file.path.split('/').includes('..') || file.path.startsWith('/'))
      throw new Error('The manifest of the backup names a path outside of it');
  return manifest as BackupManifest;
};
