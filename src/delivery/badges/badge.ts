/** Numbers and fixed text only, never third-party text; marks an underpowered record. */
import { ageText } from '../../platform/common/durations';
import type { TrackRecordFiguresResponse } from '../../track-record/track-record.dto';
import { MARKETS_MIN } from '../../grading/power';

export const BADGE_STYLES = ['flat', 'flat-square', 'for-the-badge'] as const;

export type BadgeStyle = (typeof BADGE_STYLES)[number];

interface BadgeWords {
  readonly label: string;
  readonly message: string;
  readonly color: string;
}

export const badgeWords = (figures: TrackRecordFiguresResponse, claims: boolean, synthetic: boolean): BadgeWords => {
  const label = synthetic ? 'track record (synthetic)' : 'track record';
  if (!figures.available) return { label, message: 'no trades yet', color: 'lightgrey' };
  const { brier_skill_score_vs_market: skill, n_distinct_resolved: markets } = figures;
  if (figures.underpowered || skill === null)
    return {
      label,
      message: figures.underpowered
        ? `underpowered: ${markets} of ${MARKETS_MIN} markets`
        : `${markets} markets, no baseline error`,
      color: 'lightgrey',
    };
  const score = `${skill >= 0 ? '+' : ''}${skill.toFixed(3)}`;
  return {
    label,
    message: `skill ${score} over ${markets} markets${claims ? '' : ', no edge shown'}`,
    color: claims ? 'green' : 'lightgrey',
  };
};

interface MarketBadge {
  readonly price: number | null;
  readonly outcome: string | null;
  readonly forecast: { readonly probability_yes: number; readonly made_at: string } | null;
  readonly now: number;
}

/** Numbers and fixed text only, because the question is third-party text. */
export const marketBadgeWords = (
  { price, outcome, forecast, now: at }: MarketBadge,
  synthetic: boolean,
): BadgeWords => {
  const now = outcome !== null ? `settled ${outcome}` : price === null ? 'no price' : percent(price);
  const model =
    forecast === null
      ? 'no forecast'
      : `model ${percent(forecast.probability_yes)}, ${ageText(Math.max(0, at - Date.parse(forecast.made_at)))} ago`;
  return {
    label: synthetic ? 'market (synthetic)' : 'market',
    message: `${now} · ${model}`,
    color: 'lightgrey',
  };
};

const percent = (share: number): string => `${Math.round(share * 100)} %`;
