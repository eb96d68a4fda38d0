import type { LeadTime } from '../lead-time/lead-time';
import type { LeadTimeResponse, LeadTimeRowResponse } from './analysis-time.dto';
import type { LeadTimeSummary } from '../lead-time/lead-time.service';

export const leadTimeAnalysis = (summary: LeadTimeSummary): LeadTimeResponse => ({
  days: summary.days,
  moves: summary.moves,
  controls: summary.controls,
  by_source_type: summary.bySourceType.map(rowOf),
  by_source: summary.bySource.map(rowOf),
});

const rowOf = (row: LeadTime): LeadTimeRowResponse => ({
  name: row.name,
  moves: row.moves,
  share: row.share,
  control_share: row.controlShare,
  median_first_lead_seconds: row.medianFirstLeadMs / 1000,
  median_last_lead_seconds: row.medianLastLeadMs / 1000,
});
