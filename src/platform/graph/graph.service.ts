import { setTimeout as sleep } from 'node:timers/promises';
import neo4j, { type Config, type Driver, type ManagedTransaction, type Session } from 'neo4j-driver';
import { CypherCatalogue } from './cypher-catalogue.service';
import { DatabaseAwayError, DatabaseWatch } from './database-watch.service';
import type { CypherQuery } from './cypher-header';
import type { GraphConnection } from './graph-connection';
import { decodeValue, encodeParameters, type Parameters } from './graph-values';

/** A transaction that runs queries by name. */
export interface GraphTransaction {
  run<Row>(query: string, parameters?: Parameters): Promise<Row[]>;
}

interface GraphOptions {
  /** Server-side limit of one read, ms. */
  readonly readTimeoutMs?: number;
  /** Server-side limit of one write, ms. */
  readonly writeTimeoutMs?: number;
  /**
   * The server ends what takes longer than its limit and says so. Where not even that has arrived after
   * this many ms more, the connection is dead though nobody closed it, and so are the others of its pool.
   */
  readonly silenceMs?: number;
  readonly poolSize?: number;
  /** Told of every named query: its name, how long it took and whether it succeeded. */
  readonly onQuery?: (name: string, seconds: number, succeeded: boolean) => void;
  /** Whether reads wait for a database that is away, as the driver does, until {@link GraphService.hurry}. */
  readonly patient?: boolean;
  /** Told when the database goes away and when it is back. */
  readonly onAway?: (isAway: boolean) => void;
}

/** How long the driver tries a transaction again that failed for a passing reason. */
const RETRY_MS = 5_000;
/** Before the first further try; each later one waits twice as long. */
const RETRY_PAUSE_MS = 500;
/** Longer than the watch waits for a look: what takes it all is silence and no refusal. */
const LOOK_MS = 5_000;
const RESTATE_ATTEMPTS = 20;
const ALREADY_THERE = 'Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists';

/** Whether another instance is at the same schema: the index of a constraint is there a moment before the constraint. */
const isAboutToBeThere = (code: string | undefined): boolean =>
  code === 'Neo.ClientError.Schema.IndexWithNameAlreadyExists' || code?.startsWith('Neo.TransientError.') === true;

/** The server says that a transaction took too long, and not which query it was. */
const namedTimeout = (error: unknown, query: string): unknown => {
  if (error instanceof Error && /TransactionTimedOut/.test((error as { code?: string }).code ?? ''))
    error.message = `cypher/${query}.cypher: ${error.message}`;
  return error;
};

/** Takes a transaction out of the limit of the server: 0 is none. */
const UNLIMITED = { timeout: 0 };

type Mode = 'READ' | 'WRITE';

interface Runner {
  run(text: string, parameters: Record<string, unknown>): PromiseLike<{ records: { toObject(): object }[] }>;
}

/**
 * Neo4j by query name. Reads run in read sessions, which the server keeps from writing and a cluster
 * routes to followers; what fails for a passing reason is tried again; sessions are always closed.
 */
export class GraphService {
  private driver: Driver;
  private readonly watch: DatabaseWatch;
  private patient: boolean;
  private written = 0;
  /** When the first read of each query had its answer, by name. */
  private readonly firsts = new Map<string, Promise<void>>();
  private readonly readTimeoutMs: number;
  private readonly writeTimeoutMs: number;
  private readonly silenceMs: number;
  private readonly onQuery: NonNullable<GraphOptions['onQuery']>;

  constructor(
    private readonly connection: GraphConnection,
    readonly catalogue: CypherCatalogue,
    private readonly options: GraphOptions = {},
  ) {
    this.readTimeoutMs = options.readTimeoutMs ?? 15_000;
    this.writeTimeoutMs = options.writeTimeoutMs ?? 60_000;
    // Time for tries and for a place in the pool on top.
    this.silenceMs = options.silenceMs ?? 15_000;
    this.onQuery = options.onQuery ?? (() => undefined);
    this.driver = this.connect();
    this.patient = options.patient ?? false;
    this.watch = new DatabaseWatch(() => this.look(), options.onAway);
  }

  /** Rows of one read query. */
  async read<Row>(query: string, parameters: Parameters = {}): Promise<Row[]> {
    const named = this.readable(query);
    return this.whenThere(() => this.afterFirst(query, () => this.once<Row>('READ', named, parameters)));
  }

  /** Rows of one write query. The driver may run it again: it must be safe to repeat. */
  async write<Row>(query: string, parameters: Parameters = {}): Promise<Row[]> {
    return this.once<Row>('WRITE', this.catalogue.get(query), parameters);
  }

  /** Several reads that see one state. */
  async readTransaction<T>(work: (transaction: GraphTransaction) => Promise<T>): Promise<T> {
    return this.whenThere(() =>
      this.inTimedSession('READ', (session) =>
        session.executeRead((managed) => work(this.transaction(managed, 'read')), { timeout: this.readTimeoutMs }),
      ),
    );
  }

  /** Several statements that happen together or not at all; `work` may run more than once. */
  async writeTransaction<T>(work: (transaction: GraphTransaction) => Promise<T>): Promise<T> {
    return this.inTimedSession('WRITE', (session) =>
      session.executeWrite((managed) => work(this.transaction(managed, 'write')), { timeout: this.writeTimeoutMs }),
    );
  }

  /** One autocommit statement, for `CALL … IN TRANSACTIONS`; not retried. */
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

  /** Migrations and schema statements, which take as long as there is data. Never with text from outside. */
  async statement(text: string, mode: Mode = 'WRITE'): Promise<Record<string, unknown>[]> {
    return this.inSession(mode, async (session) => {
      const result = await session.run(text, {}, UNLIMITED);
      return result.records.map((record) => decodeValue(record.toObject()) as Record<string, unknown>);
    });
  }

  /**
   * A statement that is safe to run again, such as one of the schema: tried again when it met that of
   * another instance which starts at the same time.
   */
  async restate(text: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.statement(text);
        return;
      } catch (error) {
        const { code } = error as { code?: string };
        // The other one was first, in the moment after this one had looked.
        if (code === ALREADY_THERE) return;
        if (attempt === RESTATE_ATTEMPTS || !isAboutToBeThere(code)) throw error;
        await sleep(attempt * 100);
      }
    }
  }

  /** Schema statements in one transaction: of many, each would cost a commit of its own. */
  async statements(texts: readonly string[]): Promise<void> {
    await this.inSession('WRITE', (session) =>
      session.executeWrite(async (transaction) => {
        for (const text of texts) await transaction.run(text);
      }, UNLIMITED),
    );
  }

  /** Runs `work` while a transaction in which `query` took locks stays open; it is rolled back then. */
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

  /** The plan the server would take for a query, without running it. */
  async explain(query: string): Promise<{ plan: unknown; type: string }> {
    return this.inSession('WRITE', async (session) => {
      const { summary } = await session.run(`EXPLAIN ${this.catalogue.get(query).text}`);
      return { plan: summary.plan, type: summary.queryType };
    });
  }

  /** Runs a query and returns its plan with the database hits of every step. */
  async profile(query: string, parameters: Parameters): Promise<unknown> {
    const named = this.catalogue.get(query);
    return this.inSession('WRITE', async (session) => {
      const result = await session.run(`PROFILE ${named.text}`, encodeParameters(named, parameters));
      return result.summary.profile;
    });
  }

  /** How often this process has written, or tried to: code that remembers what was read compares it. */
  get writes(): number {
    return this.written;
  }

  /**
   * A word for the state of the whole graph: it changes with every write of whatever process, so that
   * what was read between two equal words is still true. It is the bookmark of a read that reads nothing.
   */
  async state(): Promise<string> {
    return this.whenThere(() =>
      this.inTimedSession('READ', async (session) => {
        await session.run('RETURN 1');
        return session.lastBookmarks().join(' ');
      }),
    );
  }

  /** Resolves when the server answers a query. */
  async ping(): Promise<void> {
    await this.statement('RETURN 1', 'READ');
  }

  /** From now on readers are told at once when the database is away: somebody waits for an answer. */
  hurry(): void {
    this.patient = false;
  }

  async close(): Promise<void> {
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

  /**
   * Of those that ask for a query first at the same time Neo4j makes a plan for each, which takes far longer than to
   * run it: the others wait until the first has its answer. A read holds no lock, so that none waits in a ring.
   */
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

  /**
   * One statement that is a transaction of its own: a single round trip, where one that is open to further
   * statements takes four. What fails for a passing reason is tried again, as the driver does with those.
   */
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
          if (!neo4j.isRetryableError(error) || performance.now() > until) throw error;
          await sleep(pauseMs);
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

  /** No longer than the server's limit allows: see {@link GraphOptions.silenceMs}. */
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
      // What is under way when the driver is closed never settles, and must not hold the process.
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
      maxConnectionPoolSize: this.options.poolSize ?? 50,
      connectionAcquisitionTimeout: 10_000,
      connectionTimeout: 5_000,
      maxTransactionRetryTime: RETRY_MS,
      ...limits,
    });
  }

  /** Whether the database answers to somebody new: connections that were there may be dead or all taken. */
  private async look(): Promise<void> {
    const driver = this.connect({
      maxConnectionPoolSize: 1,
      connectionTimeout: LOOK_MS,
      connectionAcquisitionTimeout: LOOK_MS,
    });
    const session = driver.session({ database: this.connection.database });
    const done = session.run('RETURN 1').then(() => session.close());
    // Not waited for: a database that is away does not say farewell either.
    const end = (): Promise<void> => driver.close().catch(() => undefined);
    void done.then(end, end);
    await done;
  }

  /** Goes on with new connections; calls that still wait on the old ones are told that they are closed. */
  private abandon(driver: Driver): void {
    if (this.driver !== driver) return;
    this.driver = this.connect();
    void driver.close().catch(() => undefined);
  }
}
