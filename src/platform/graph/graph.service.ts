import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import neo4j, { type Config, type Driver, type ManagedTransaction, type Session } from 'neo4j-driver';
import { isBrokenLogin } from '../common/database-failure';
import { CypherCatalogue } from './cypher-catalogue.service';
import { DatabaseAwayError, DatabaseWatch } from './database-watch.service';
import type { CypherQuery } from './cypher-header';
import type { GraphConnection } from './graph-connection';
import { decodeValue, encodeParameters, type Parameters } from './graph-values';

export interface GraphTransaction {
  run<Row>(query: string, parameters?: Parameters): Promise<Row[]>;
}

interface GraphOptions {
  /** Server-side limit of one read, ms. */
  readonly readTimeoutMs?: number;
  /** Server-side limit of one write, ms. */
  readonly writeTimeoutMs?: number;
  /** If even the server's report of its limit is missing after this many ms more, the connection is dead. */
  readonly silenceMs?: number;
  readonly onQuery?: (name: string, seconds: number, succeeded: boolean) => void;
  /** Whether reads wait for an unavailable database, as the driver does, until {@link GraphService.hurry}. */
  readonly patient?: boolean;
  readonly onAway?: (isAway: boolean) => void;
}

/** How long the driver retries a transaction after transient errors. */
const RETRY_MS = 5_000;
/** Pause before the first retry; doubles each time. */
const RETRY_PAUSE_MS = 500;
/** Longer than the watch's timeout of a probe, so that a hanging probe counts as silence, not as refusal. */
const LOOK_MS = 5_000;
const RESTATE_ATTEMPTS = 20;
const ALREADY_THERE = 'Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists';

/** Whether another instance is creating the same schema: a constraint's index exists shortly before the constraint. */
const isAboutToBeThere = (code: string | undefined): boolean =>
  code === 'Neo.ClientError.Schema.IndexWithNameAlreadyExists' || code?.startsWith('Neo.TransientError.') === true;

/** Adds the query's name, which the server's timeout error lacks. */
const namedTimeout = (error: unknown, query: string): unknown => {
  if (error instanceof Error && /TransactionTimedOut/.test((error as { code?: string }).code ?? ''))
    error.message = `cypher/${query}.cypher: ${error.message}`;
  return error;
};

/** No server-side limit: 0 means none. */
const UNLIMITED = { timeout: 0 };

type Mode = 'READ' | 'WRITE';

interface Runner {
  run(text: string, parameters: Record<string, unknown>): PromiseLike<{ records: { toObject(): object }[] }>;
}

/** Runs queries by name. Reads use read sessions, in which the server forbids writes; transient errors are retried. */
export class GraphService {
  private driver: Driver;
  private readonly watch: DatabaseWatch;
  private readonly closing = new AbortController();
  private patient: boolean;
  private written = 0;
  private readonly firsts = new Map<string, Promise<void>>();
  private readonly readTimeoutMs: number;
  private readonly writeTimeoutMs: number;
  private readonly silenceMs: number;
  private readonly onQuery: NonNullable<GraphOptions['onQuery']>;

  constructor(
    private readonly connection: GraphConnection,
    readonly catalogue: CypherCatalogue,
    options: GraphOptions = {},
  ) {
    this.readTimeoutMs = options.readTimeoutMs ?? 15_000;
    this.writeTimeoutMs = options.writeTimeoutMs ?? 60_000;
    // Extra time for retries and for waiting on the pool.
    this.silenceMs = options.silenceMs ?? 15_000;
    // Each query that pauses before a retry listens.
    setMaxListeners(0, this.closing.signal);
    this.onQuery = options.onQuery ?? (() => undefined);
    this.driver = this.connect();
    this.patient = options.patient ?? false;
    this.watch = new DatabaseWatch(() => this.look(), options.onAway);
  }

  async read<Row>(query: string, parameters: Parameters = {}): Promise<Row[]> {
    const named = this.readable(query);
    return this.whenThere(() => this.afterFirst(query, () => this.once<Row>('READ', named, parameters)));
  }

  /** Runs a write query. It must be idempotent, because the driver may retry it. */
  async write<Row>(query: string, parameters: Parameters = {}): Promise<Row[]> {
    return this.once<Row>('WRITE', this.catalogue.get(query), parameters);
  }

  /** Rows of a read without a time limit, fetched as they are used. */
  async *stream<Row>(query: string): AsyncGenerator<Row> {
    const session = this.driver.session({
      database: this.connection.database,
      defaultAccessMode: neo4j.session.READ,
    });
    try {
      for await (const record of session.run(this.readable(query).text, {}, UNLIMITED))
        yield decodeValue(record.toObject()) as Row;
    } finally {
      await session.close();
    }
  }

  /** Several reads of one consistent state. */
  async readTransaction<T>(work: (transaction: GraphTransaction) => Promise<T>): Promise<T> {
    return this.whenThere(() =>
      this.inTimedSession('READ', (session) =>
        session.executeRead((managed) => work(this.transaction(managed, 'read')), { timeout: this.readTimeoutMs }),
      ),
    );
  }

  /** Several statements in one transaction; `work` may be retried. */
  async writeTransaction<T>(work: (transaction: GraphTransaction) => Promise<T>): Promise<T> {
    return this.inTimedSession('WRITE', (session) =>
      session.executeWrite((managed) => work(this.transaction(managed, 'write')), { timeout: this.writeTimeoutMs }),
    );
  }

  /** One autocommit statement, for `CALL … IN TRANSACTIONS`; never retried. */
  async autocommit<Row>(query: string, parameters: Parameters = {}): Promise<Row[]> {
    const options = { timeout: this.writeTimeoutMs };
    return this.inTimedSession('WRITE', (session) =>
      this.runNamed<Row>(
        { run: (text, values) => session.run(text, values, options) },
        this.catalogue.get(query),
        parameters,
      ),
    );
  }

  /** Migrations and schema statements, without a time limit. Never with third-party text. */
  async statement(text: string, mode: Mode = 'WRITE'): Promise<Record<string, unknown>[]> {
    return this.inSession(mode, async (session) => {
      const result = await session.run(text, {}, UNLIMITED);
      return result.records.map((record) => decodeValue(record.toObject()) as Record<string, unknown>);
    });
  }

  /** For idempotent statements; retried on a conflict with another instance that starts at the same time. */
  async restate(text: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.statement(text);
        return;
      } catch (error) {
        const { code } = error as { code?: string };
        // The other instance created it after this one's check.
        if (code === ALREADY_THERE) return;
        if (attempt === RESTATE_ATTEMPTS || !isAboutToBeThere(code)) throw error;
        await sleep(attempt * 100);
      }
    }
  }

  /** Schema statements in one transaction, to avoid a commit for each. */
  async statements(texts: readonly string[]): Promise<void> {
    await this.inSession('WRITE', (session) =>
      session.executeWrite(async (transaction) => {
        for (const text of texts) await transaction.run(text);
      }, UNLIMITED),
    );
  }

  /** Runs `work` while a transaction holds the locks taken by `query`; it is rolled back afterwards. */
  async whileLocked(query: string, work: () => Promise<void>): Promise<void> {
    await this.inSession('WRITE', async (session) => {
      const transaction = await session.beginTransaction(UNLIMITED);
      try {
        await this.runNamed(transaction, this.catalogue.get(query), {});
        await work();
      } finally {
        await transaction.rollback();
      }
    });
  }

  async explain(query: string): Promise<{ plan: unknown; type: string }> {
    return this.inSession('WRITE', async (session) => {
      const { summary } = await session.run(`EXPLAIN ${this.catalogue.get(query).text}`);
      return { plan: summary.plan, type: summary.queryType };
    });
  }

  /** Runs a query and returns its plan with database hits per step. */
  async profile(query: string, parameters: Parameters): Promise<unknown> {
    const named = this.catalogue.get(query);
    return this.inSession('WRITE', async (session) => {
      const result = await session.run(`PROFILE ${named.text}`, encodeParameters(named, parameters));
      return result.summary.profile;
    });
  }

  /** Number of write attempts of this process, to invalidate caches. */
  get writes(): number {
    return this.written;
  }

  /** Bookmark of an empty read: changes with every write of any process, so equal tokens mean current values. */
  async state(): Promise<string> {
    return this.whenThere(() =>
      this.inTimedSession('READ', async (session) => {
        await session.run('RETURN 1');
        return session.lastBookmarks().join(' ');
      }),
    );
  }

  /** From now on reads fail at once while the database is unavailable, because a client is waiting. */
  hurry(): void {
    this.patient = false;
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.watch.close();
    await this.driver.close();
  }

  private transaction(managed: ManagedTransaction, mode: 'read' | 'write'): GraphTransaction {
    return {
      run: async <Row>(name: string, parameters: Parameters = {}): Promise<Row[]> => {
        const query = mode === 'read' ? this.readable(name) : this.catalogue.get(name);
        return this.runNamed<Row>(managed, query, parameters);
      },
    };
  }

  private readable(name: string): CypherQuery {
    const query = this.catalogue.get(name);
    if (query.mode === 'write') throw new Error(`cypher/${name}.cypher writes and was called to read`);
    return query;
  }

  /** Neo4j plans concurrent first runs once each, so the others wait for the first. Reads hold no locks. */
  private async afterFirst<T>(query: string, read: () => Promise<T>): Promise<T> {
    const first = this.firsts.get(query);
    if (first !== undefined) {
      await first;
      return read();
    }
    const reading = read();
    const settled = (): void => undefined;
    this.firsts.set(query, reading.then(settled, settled));
    return reading;
  }

  private whenThere<T>(read: () => Promise<T>): Promise<T> {
    return this.patient ? read() : this.watch.whileThere(read);
  }

  /** A single round trip instead of four for an explicit transaction; retried as the driver does for those. */
  private once<Row>(mode: Mode, query: CypherQuery, parameters: Parameters): Promise<Row[]> {
    const timeout = this.timeoutOf(mode);
    const attempt = (): Promise<Row[]> =>
      this.inSession(mode, (session) =>
        this.runNamed<Row>({ run: (text, values) => session.run(text, values, { timeout }) }, query, parameters),
      );
    return this.inTime(mode, async () => {
      const until = performance.now() + RETRY_MS;
      for (let pauseMs = RETRY_PAUSE_MS; ; pauseMs *= 2)
        try {
          return await attempt();
        } catch (error) {
          const again = neo4j.isRetryableError(error) || isBrokenLogin(error);
          if (!again || performance.now() > until) throw error;
          await sleep(pauseMs, undefined, { signal: this.closing.signal }).catch(() => {
            throw error;
          });
        }
    });
  }

  private async runNamed<Row>(runner: Runner, query: CypherQuery, parameters: Parameters): Promise<Row[]> {
    const began = process.hrtime.bigint();
    let succeeded = false;
    try {
      const result = await runner.run(query.text, encodeParameters(query, parameters));
      succeeded = true;
      return result.records.map((record) => decodeValue(record.toObject()) as Row);
    } catch (error) {
      throw namedTimeout(error, query.name);
    } finally {
      this.onQuery(query.name, Number(process.hrtime.bigint() - began) / 1e9, succeeded);
    }
  }

  private async inTime<T>(mode: Mode, work: () => Promise<T>): Promise<T> {
    const { driver } = this;
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          this.abandon(driver);
          reject(new DatabaseAwayError());
        },
        this.timeoutOf(mode) + this.silenceMs,
      );
      // Work in progress never settles after the driver is closed, and must not keep the process alive.
      timer.unref();
    });
    try {
      return await Promise.race([work(), silence]);
    } finally {
      clearTimeout(timer);
    }
  }

  private timeoutOf(mode: Mode): number {
    return mode === 'READ' ? this.readTimeoutMs : this.writeTimeoutMs;
  }

  private inTimedSession<T>(mode: Mode, work: (session: Session) => Promise<T>): Promise<T> {
    return this.inTime(mode, () => this.inSession(mode, work));
  }

  private async inSession<T>(mode: Mode, work: (session: Session) => Promise<T>): Promise<T> {
    const session = this.driver.session({
      database: this.connection.database,
      defaultAccessMode: mode === 'READ' ? neo4j.session.READ : neo4j.session.WRITE,
    });
    try {
      return await work(session);
    } finally {
      if (mode === 'WRITE') this.written += 1;
      await session.close();
    }
  }

  private connect(limits: Readonly<Config> = {}): Driver {
    const { uri, username, password } = this.connection;
    return neo4j.driver(uri, neo4j.auth.basic(username, password), {
      disableLosslessIntegers: true,
      telemetryDisabled: true,
      maxConnectionPoolSize: 50,
      connectionAcquisitionTimeout: 10_000,
      connectionTimeout: 5_000,
      maxTransactionRetryTime: RETRY_MS,
      ...limits,
    });
  }

  /** Whether the database accepts a new connection: existing ones may be dead or all in use. */
  private async look(): Promise<void> {
    const driver = this.connect({
      maxConnectionPoolSize: 1,
      connectionTimeout: LOOK_MS,
      connectionAcquisitionTimeout: LOOK_MS,
    });
    const session = driver.session({ database: this.connection.database });
    const done = session.run('RETURN 1').then(() => session.close());
    // Not awaited, because closing hangs while the database is unavailable.
    const end = (): Promise<void> => driver.close().catch(() => undefined);
    void done.then(end, end);
    await done;
  }

  /** Switches to new connections; calls waiting on the old ones fail. */
  private abandon(driver: Driver): void {
    if (this.driver !== driver) return;
    this.driver = this.connect();
    void driver.close().catch(() => undefined);
  }
}
