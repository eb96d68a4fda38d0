/**
 * All that a file exports, when it is read only where it is needed: in the namespace that Node makes of it, only
 * `default` has what its text does not show.
 */
export const exportsOf = <T extends object>(file: T): T => ('default' in file ? (file.default as T) : file);
