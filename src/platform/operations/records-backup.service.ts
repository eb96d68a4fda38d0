import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../config/environment';
import { instanceDir } from '../config/instance-dir';
import { formatMillis } from '../common/utc-time';
import { CypherCatalogue } from '../graph/cypher-catalogue.service';
import { GraphService } from '../graph/graph.service';
import { openGraph, openHalfRestored } from '../graph/open-graph.service';
import { isHalfRestored } from '../graph/restore-mark.store';
import { SchemaService } from '../graph/schema.service';
import { terminate } from '../graph/process-file.store';
import {
  fillFolder,
  finishTarget,
  openChecked,
  openTarget,
  RECORDS,
  signedHead,
  takeFiles,
  type Restored,
  type Tell,
} from './backup-folder.store';
import type { BackupFile, BackupManifest } from './backup-manifest';
import { runningServer } from './backup.service';
import { loadRecords, writeRecords } from './records-file.store';

/** Made again from the graph: copies of the log for readers, and which files of the dataset are current. */
const MADE_AGAIN = [join('registry', 'public'), join('dataset', 'last.json')];

/**
 * A backup of all that cannot be read again from the upstreams, taken while the service runs, from the embedded database
 * or from that of `NEO4J_URI`.
 */
export class RecordsBackup {
  private readonly folder: string;

  constructor(
    private readonly environment: Environment,
    private readonly tell: Tell,
  ) {
    this.folder = instanceDir(environment);
  }

  /** Appends to the log wait while it is taken. @param now UTC ms */
  async backup(into: string, now: number): Promise<readonly BackupFile[]> {
    const target = openTarget(into, this.folder);
    const log = await this.withGraph(openGraph, async (graph) => {
      let head: BackupManifest['log'] = null;
      await graph.whileLocked('registry/take-head', async () => {
        this.tell('Copying files');
        takeFiles(this.folder, target, MADE_AGAIN);
        this.tell('Copying records');
        head = await headOf(graph);
        const nodes = await writeRecords(graph, join(target, RECORDS));
        this.tell(`${nodes} nodes, ${head?.tree_size ?? 0} records in the log`);
      });
      return head;
    });
    return finishTarget(target, { made_at: formatMillis(now), demo: this.environment.demo, log });
  }

  /** Fills an empty database. @throws Error with the reason, before anything is changed */
  async restore(from: string): Promise<Restored> {
    const backup = await openChecked(from, this.environment.demo, this.tell);
    const server = this.environment.neo4jUri === null ? runningServer(this.folder) : null;
    if (server?.owned === true) throw new Error('Stop the service first: its database is running');
    this.checkLog(backup.manifest.log ?? null);
    const open = await this.prepare(server?.pid ?? null);
    return this.withGraph(open, async (graph) => {
      await this.mustBeEmpty(graph);
      return fillFolder(this.folder, backup, async () => {
        this.tell('Loading records');
        await loadRecords(graph, join(backup.source, RECORDS));
        await new SchemaService(graph).apply();
      });
    });
  }

  /** The log of this folder, if there is one, must be that of the backup and no longer. */
  private checkLog(log: { readonly origin: string; readonly tree_size: number } | null): void {
    const signed = signedHead(this.folder);
    for (const origin of [this.environment.registryOrigin, signed?.origin])
      if (log !== null && typeof origin === 'string' && origin !== log.origin)
        throw new Error(`The backup is of the log ${log.origin}, and the log here is ${origin}`);
    const size = log?.tree_size ?? 0;
    if (signed !== null && signed.tree_size > size)
      throw new Error(
        `A head of ${signed.tree_size} records was signed here, and the backup has ${size}: restore a newer one. ` +
          `If there is none, this log has ended: move ${this.folder} aside and begin one with another REGISTRY_ORIGIN`,
      );
  }

  /** Remains of an interrupted restore are removed with its database. @param pid of a server without an owner */
  private async prepare(pid: number | null): Promise<typeof openGraph> {
    if (!isHalfRestored(this.folder)) return openGraph;
    if (this.environment.neo4jUri === null) {
      if (pid !== null) await terminate(pid, 60_000);
      rmSync(join(this.folder, 'neo4j'), { recursive: true, force: true });
    }
    return openHalfRestored;
  }

  private async mustBeEmpty(graph: GraphService): Promise<void> {
    const [row] = await graph.statement('MATCH (n) RETURN count(n) AS nodes', 'READ');
    const nodes = Number(row?.['nodes']);
    if (nodes === 0) return;
    const remedy =
      this.environment.neo4jUri === null
        ? `move ${join(this.folder, 'neo4j')} aside`
        : 'empty it with MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS';
    throw new Error(`The database is not empty, it has ${nodes} nodes: ${remedy}, and restore again`);
  }

  private async withGraph<T>(open: typeof openGraph, work: (graph: GraphService) => Promise<T>): Promise<T> {
    const { connection, server } = await open(this.environment, this.tell);
    const graph = new GraphService(connection, new CypherCatalogue());
    try {
      return await work(graph);
    } finally {
      await graph.close();
      await server?.stop();
    }
  }
}

const headOf = async (graph: GraphService): Promise<BackupManifest['log']> => {
  const [row] = await graph.read<{ head: { origin: string; tree_size: number } }>('registry/get-head');
  return row === undefined ? null : { origin: row.head.origin, tree_size: row.head.tree_size };
};
