import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/common/clock';
import { CODE_VERSION } from '../../platform/common/code-version.provider';
import { fieldsOf, type Fields } from '../../platform/common/foreign-json';
import { formatMicros, isUtcDate } from '../../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { publicUrl } from '../../platform/config/public-url';
import { notFound } from '../../platform/http/problem';
import { intentId } from '../../forecasting/forecast-records';
import type { Exchange } from '../../markets/market';
import type { ReceiptResponse } from '../../receipts/receipt.dto';
import { ReceiptsService } from '../../receipts/receipts.service';
import { OutsideClockRepository } from '../../registry/clocks/outside-clock.repository';
import { readServedBundle } from '../../registry/copies/served-document';
import { sealId } from '../../registry/log/seal';
import { policyOf } from '../../registry/proofs/offline-proof';
import { containedRecords, type ProvenDocuments } from '../../registry/proofs/proven-documents';
import { verifyCheckpoint } from '../../registry/proofs/signed-note';
import { RegistryReader } from '../../registry/registry-reader.service';
import { correctionId, settlementId } from '../../settlement/settlement-record';
import { AlertDetailResponse } from '../../surge/alert-detail.dto';
import { AlertRepository } from '../../surge/alert.repository';
import { CASE_SCHEMA_VERSION, type CaseContent, type CaseEvidence, type CaseKind } from '../../verification/case';
import { dayMarkdown, dayPath } from '../pages/day-page';
import { DayService } from '../pages/day.service';
import { shownReports } from '../pages/shown-reports';
import { SiteService } from '../pages/site.service';

/** Exchanges correct a decision once, rarely twice. */
const CORRECTIONS_MAX = 9;

const PATHS: Readonly<Record<CaseKind, (name: string) => string>> = {
  receipt: (name) => `/receipts/${encodeURIComponent(name)}`,
  forecast: (name) => `/forecasts/${encodeURIComponent(name)}`,
  alert: (name) => `/alerts/${encodeURIComponent(name)}`,
  day: dayPath,
};

type Parts = Pick<CaseContent, 'proof' | 'records' | 'receipt' | 'day_file' | 'evidence' | 'facts'> & {
  /** Index of the record to look up in outside clocks, or null. */
  readonly subject: number | null;
};

const NOTHING: Parts = {
  proof: null,
  records: [],
  receipt: null,
  day_file: null,
  evidence: [],
  facts: null,
  subject: null,
};

@Injectable()
export class CaseService {
  constructor(
    private readonly receipts: ReceiptsService,
    private readonly registry: RegistryReader,
    private readonly clocks: OutsideClockRepository,
    private readonly alerts: AlertRepository,
    private readonly days: DayService,
    private readonly site: SiteService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param name id of the trade, bundle or alert, or the date of a day. @throws ProblemException not-found */
  async read(kind: CaseKind, name: string): Promise<CaseContent> {
    const { subject, ...parts } = await this.partsOf(kind, name);
    const vkey = (await this.registry.vkey()).text.trim();
    const stated = subject === null ? [] : await this.clocks.firstStatements(subject);
    // A case is checked with one key, so statements on heads under an earlier key are omitted.
    const statements = stated.filter(({ checkpoint }) => verifyCheckpoint(checkpoint, vkey).ok);
    return {
      schema_version: CASE_SCHEMA_VERSION,
      kind,
      name,
      url: `${publicUrl(this.environment)}${PATHS[kind](name)}`,
      written_at: formatMicros(this.clock.nowMicros()),
      release: CODE_VERSION,
      synthetic: this.environment.demo,
      vkey,
      policy: policyOf(vkey, this.environment),
      ...parts,
      tlog_proof: subject === null ? null : await this.registry.offlineProof(subject),
      clocks: await Promise.all(
        statements.map(async (statement) => ({
          statement,
          inclusion_path: await this.registry.pathIn(subject ?? 0, statement.tree_size),
        })),
      ),
    };
  }

  private partsOf(kind: CaseKind, name: string): Promise<Parts> {
    if (kind === 'receipt') return this.ofReceipt(name);
    if (kind === 'forecast') return this.ofForecast(name);
    return kind === 'alert' ? this.ofAlert(name) : this.ofDay(name);
  }

  private async ofReceipt(trade: string): Promise<Parts> {
    const receipt = JSON.parse(await this.receipts.receipt(trade)) as ReceiptResponse;
    const { replay_bundle_id: bundle, registry } = receipt;
    if (bundle === null || registry === null)
      throw notFound('This trade was imported: no record of this log proves it.');
    return { ...NOTHING, receipt, evidence: await this.evidenceIn(bundle), subject: registry.leaf_index };
  }

  private async ofForecast(id: string): Promise<Parts> {
    const { forecast } = await this.registry.forecast(id);
    const { exchange, ticker } = fieldsOf(fieldsOf(fieldsOf(JSON.parse(forecast.text))['input'])['question']);
    const market = { exchange: exchange as Exchange, ticker: String(ticker) };
    const words = Array.from({ length: CORRECTIONS_MAX }, (_, index) => correctionId(market, index + 1));
    const proven = await this.registry.proven([intentId(id), id, settlementId(market), ...words]);
    return { ...NOTHING, ...recordsOf(proven), evidence: await this.evidenceIn(id) };
  }

  private async ofAlert(id: string): Promise<Parts> {
    const found = await this.alerts.get(id);
    if (found === null) throw notFound('No surge alert has this identifier.');
    const { items, ...facts } = AlertDetailResponse.whole(found);
    const { names } = await this.site.read();
    const evidence = items.map((item) => ({
      key: item.id,
      title: item.title,
      publisher: names.source(item.source),
      url: item.url,
      at: item.at,
      content_sha256: null,
    }));
    const ids = facts.forecasts.map((forecast) => forecast.id);
    const records = ids.length === 0 ? {} : recordsOf(await this.registry.proven(ids));
    return { ...NOTHING, ...records, evidence, facts };
  }

  private async ofDay(date: string): Promise<Parts> {
    const found = isUtcDate(date) ? await this.registry.lookUp(sealId(date)) : null;
    if (found === null) throw notFound(`No sealed day of this log is ${date}: /registry lists them.`);
    const { text } = await this.registry.dayFile(date, null);
    const told = dayMarkdown(await this.days.read(date), publicUrl(this.environment));
    return { ...NOTHING, ...recordsOf(found), day_file: text, facts: { text: told } };
  }

  private async evidenceIn(bundle: string): Promise<CaseEvidence[]> {
    const served = readServedBundle((await this.registry.bundle(bundle)).text);
    if (served === null) return [];
    const { names } = await this.site.read();
    const input = fieldsOf((JSON.parse(served.text) as Fields)['input']);
    return shownReports(input, served.words).map(({ key, title, source, url, at, contentSha256 }) => ({
      key,
      title,
      publisher: names.source(source),
      url,
      at,
      content_sha256: contentSha256,
    }));
  }
}

const recordsOf = (proven: ProvenDocuments) => ({
  proof: { tree_size: proven.treeSize, root_hash: proven.rootHash, checkpoint: proven.checkpoint },
  records: containedRecords(proven),
  subject: proven.documents.find(({ record: { kind } }) => kind === 'bundle' || kind === 'seal')?.leafIndex ?? null,
});
