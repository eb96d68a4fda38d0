/** Checks a bundle's combined answers against its draws and the log before the day of the call. Pure. */
import {
  calibrationBefore,
  combine,
  type EarlierCalibration,
  type EarlierDecision,
  type EarlierForecast,
} from '../grading/combination';
import { COMBINATION } from '../grading/combination-rules';
import { addTo } from '../platform/common/group-by';
import { startOfDay, formatMicros } from '../platform/common/utc-time';
import type { LoggedDocument } from './documents';
import { OtherVersion } from './finding';
import { shortly, type Members } from './received-json';

/** Takes the documents of a log in order. */
export class CombinedAnswers {
  /** By model and version. */
  private readonly forecasts = new Map<string, EarlierForecast[]>();
  private readonly decisions: {
    readonly market: string;
    readonly madeAt: string;
    readonly decision: EarlierDecision;
  }[] = [];
  private last: { readonly key: string; readonly calibration: EarlierCalibration } | null = null;

  /** @param market `exchange/ticker` */
  takeBundle({ record, members }: LoggedDocument, market: string): void {
    const input = members.at('input');
    addTo(this.forecasts, modelOf(members), {
      market,
      probability_yes: members.at('prediction').number('probability_yes'),
      market_yes_price: input.at('market').numberOrNull('yes_price'),
      made_at: record.made_at,
      closes_at: input.at('question').textOrNull('closes_at'),
    });
  }

  takeDecision({ record, members }: LoggedDocument, market: string): void {
    this.decisions.push({ market, madeAt: record.made_at, decision: members.object as unknown as EarlierDecision });
  }

  /** @param rules the policy of its intent, which was logged at `askedAt`. @throws Broken */
  check({ members }: LoggedDocument, rules: Members, askedAt: string): void {
    const edition = rules.object['combination'];
    if (edition === undefined) return;
    if (edition !== COMBINATION)
      throw new OtherVersion(rules.what, `combination is ${shortly(edition)}, and this program knows ${COMBINATION}`);
    const draws = members.objects('draws');
    const due = combine(
      draws.map((draw) => Number(draw['probability_yes'])),
      members.at('prediction').number('probability_yes'),
      this.before(askedAt.slice(0, 10), modelOf(members), rules.number('calibration_markets_min')),
    );
    members.equal('combined', due, 'which follows from its draws and from the log before its day');
  }

  private before(date: string, model: string, marketsMin: number): EarlierCalibration {
    const key = `${date}|${marketsMin}|${model}`;
    if (this.last?.key === key) return this.last.calibration;
    const start = formatMicros(startOfDay(date));
    const forecasts = (this.forecasts.get(model) ?? []).filter((one) => one.made_at < start);
    const earlier = this.decisions.filter(({ madeAt }) => madeAt < start);
    const decisions = new Map(earlier.map(({ market, decision }) => [market, decision]));
    const calibration = calibrationBefore(forecasts, decisions, marketsMin);
    this.last = { key, calibration };
    return calibration;
  }
}

const modelOf = (bundle: Members): string => {
  const model = bundle.at('input').at('model');
  return JSON.stringify([model.text('name'), model.text('version')]);
};
