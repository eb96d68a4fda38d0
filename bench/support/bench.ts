/**
 * Context of a bench: `npm run bench NAME [PART] [-- --option value]`. A bench exports its `parts`; the first is the
 * default.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { packagePath } from '../../src/platform/common/package-root';
import { CypherCatalogue } from '../../src/platform/graph/cypher-catalogue.service';
import type { GraphConnection } from '../../src/platform/graph/graph-connection';
import { GraphService } from '../../src/platform/graph/graph.service';
import { SchemaService } from '../../src/platform/graph/schema.service';
import { startNeo4j } from '../../test/support/neo4j-process';

export type Part = (bench: Bench) => unknown;

export class Bench {
  private readonly closings: (() => unknown)[] = [];

  constructor(
    private readonly name: string,
    private readonly args: readonly string[],
  ) {}

  /** The value after `--name` on the command line. */
  option(name: string): string | undefined {
    const index = this.args.indexOf(`--${name}`);
    return index < 0 ? undefined : this.args[index + 1];
  }

  number(name: string, otherwise: number): number {
    return Number(this.option(name) ?? otherwise);
  }

  numbers(name: string, otherwise: readonly number[]): number[] {
    return this.option(name)?.split(',').map(Number) ?? [...otherwise];
  }

  has(name: string): boolean {
    return this.args.includes(`--${name}`);
  }

  say(line: string): void {
    process.stdout.write(`${line}\n`);
  }

  /** Results of earlier runs, or null. */
  kept<T>(results: string): T | null {
    const file = fileOf(results);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
  }

  /** Stores figures as `bench/results/{results}.json`. */
  keep(results: string, figures: object): void {
    const file = fileOf(results);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
  }

  /** Registers a cleanup, run in reverse order at the end of the part, also on signals. */
  atEnd(close: () => unknown): void {
    if (this.closings.length === 0)
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.once(signal, () => void this.end().finally(() => process.exit(1)));
    this.closings.push(close);
  }

  async end(): Promise<void> {
    for (let close = this.closings.pop(); close !== undefined; close = this.closings.pop()) await close();
  }

  /** An empty database with the schema, until the end. */
  async database(): Promise<{ connection: GraphConnection; graph: GraphService }> {
    const { server, stop } = await startNeo4j();
    this.atEnd(stop);
    const { connection } = server;
    const graph = new GraphService(connection, new CypherCatalogue());
    this.atEnd(() => graph.close());
    await new SchemaService(graph).apply();
    return { connection, graph };
  }

  /** Runs another part of this bench in its own process, with messages; it ends with this one. */
  start(part: string, execArgv: readonly string[] = []): ChildProcess {
    const child = fork(packagePath('scripts', 'bench.mjs'), [this.name, part], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [...execArgv],
    });
    this.atEnd(() => {
      if (child.connected) child.disconnect();
    });
    return child;
  }
}

const fileOf = (results: string): string => packagePath('bench', 'results', `${results}.json`);

/** Runs one part, and always its cleanups. */
export const play = async (
  name: string,
  parts: Readonly<Record<string, Part>>,
  args: readonly string[],
): Promise<void> => {
  const [first = ''] = Object.keys(parts);
  const [named = first, ...rest] = args[0]?.startsWith('--') === false ? args : [first, ...args];
  const part = parts[named];
  if (part === undefined) throw new Error(`Which part? npm run bench ${name} ${Object.keys(parts).join(' | ')}`);
  const bench = new Bench(name, rest);
  try {
    await part(bench);
  } finally {
    await bench.end();
  }
};
