import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../../platform/common/clock';
import { MINUTE_MS } from '../../platform/common/durations';
import { PLAYED_PAST, type PlayedPast } from '../../platform/common/played-past';
import { fieldsOf, textOf } from '../../platform/common/foreign-json';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { formatMillis } from '../../platform/common/utc-time';
import { EvidenceRule } from '../../evidence/evidence-rule';
import { readTitle } from '../../evidence/report-groups';
import { CypherCatalogue } from '../../platform/graph/cypher-catalogue.service';
import { GRAPH_CONNECTION, type GraphConnection } from '../../platform/graph/graph-connection';
import { EXCHANGE_SOURCES } from '../../ingestion/exchange-sources';
import { SourceCatalogue } from '../../ingestion/source-catalogue.service';
import { LeaseRepository } from '../../pipeline/lease.repository';
import { TICK_LEASE } from '../../pipeline/tick.service';
import { browserAddress, pastedQuery } from './graph-browser';
import { GraphPagesRepository } from './graph-pages.repository';
import { namesOf, standingSite, type Names, type Site } from './site';

/** Names change with a new seed; pages may show old ones this long. */
const NAMES_HOLD_MS = MINUTE_MS;

@Injectable()
export class SiteService {
  private names: { readonly readAt: number; readonly value: Promise<Names> } | null = null;

  constructor(
    private readonly leases: LeaseRepository,
    private readonly graph: GraphPagesRepository,
    private readonly catalogue: SourceCatalogue,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly rule: EvidenceRule,
    private readonly saved: CypherCatalogue,
    @Inject(GRAPH_CONNECTION) private readonly connection: GraphConnection,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PLAYED_PAST) private readonly past: PlayedPast,
  ) {}

  get standing(): Site {
    return { ...standingSite(this.environment), past: this.past.words };
  }

  async read(): Promise<Site> {
    const [report, names] = await Promise.all([this.leases.lastReport(TICK_LEASE), this.knownNames()]);
    const started = report === null ? null : textOf(fieldsOf(JSON.parse(report))['started_at']);
    const updatedAt = started === null ? null : Date.parse(started);
    const { polling, pollIntervalSeconds } = this.environment;
    return {
      ...this.standing,
      names,
      updatedAt,
      nextAt:
        updatedAt === null || !polling || this.past.words !== null ? null : updatedAt + pollIntervalSeconds * 1000,
    };
  }

  /** Link that opens a saved query (`cypher/explore/…`) in Neo4j Browser; null for readers who cannot reach it. */
  inBrowser(name: string, parameters: Readonly<Record<string, string | number>>): string | null {
    const query = pastedQuery(this.saved.get(`explore/${name}`), parameters);
    return browserAddress(this.connection.browserUrl, this.standing.base, query);
  }

  private async knownNames(): Promise<Names> {
    const now = nowMillis(this.clock);
    if (this.names === null || now - this.names.readAt >= NAMES_HOLD_MS) {
      const value = this.readNames();
      this.names = { readAt: now, value };
      value.catch(() => {
        this.names = null;
      });
    }
    return this.names.value;
  }

  private toldIn(title: string, lang: string): ReturnType<Names['told']> {
    return readTitle(this.rule, title, lang, formatMillis(nowMillis(this.clock)).slice(0, 10));
  }

  private async readNames(): Promise<Names> {
    const entities = await this.graph.listNames();
    return namesOf(
      new Map(entities.map(({ id, name }) => [id, name])),
      new Map([...this.catalogue.sources, ...Object.values(EXCHANGE_SOURCES)].map(({ id, name }) => [id, name])),
      (title, lang) => this.toldIn(title, lang),
    );
  }
}
