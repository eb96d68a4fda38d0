import { readFileSync } from 'node:fs';

/** The content of a JSON file, unchecked. @throws Error that names the file */
export const readJsonFile = <T>(file: string): T => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
};
