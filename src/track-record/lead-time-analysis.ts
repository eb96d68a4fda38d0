/** Lead times as the analysis publishes them. */
import type { LeadTime } from '../lead-time/lead-time';
import type { LeadTimeSummary } from '../lead-time/lead-time.service';

interface LeadTimeRow {
  readonly name: string;
  readonly moves: number;
  readonly share: number;
  readonly control_share: number | null;
  readonly median_first_lead_seconds: number;
  readonly median_last_lead_seconds: number;
}

export interface LeadTimeAnalysis {
  readonly days: number;
  readonly moves: number;
  readonly controls: number;
  readonly by_source_type: readonly LeadTimeRow[];
  readonly by_source: readonly LeadTimeRow[];
}

export const leadTimeAnalysis = (summary: LeadTimeSummary): LeadTimeAnalysis => ({
  days: summary.days,
  moves: summary.moves,
  controls: summary.controls,
  by_source_type: summary.bySourceType.map(rowOf),
  by_source: summary.bySource.map(rowOf),
});

const rowOf = (row: LeadTime): LeadTimeRow => ({
  name: row.name,
  moves: row.moves,
  share: row.share,
  control_share: row.controlShare,
  median_first_lead_seconds: row.medianFirstLeadMs / 1000,
  median_last_lead_seconds: row.medianLastLeadMs / 1000,
});
