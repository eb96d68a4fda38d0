import { Injectable } from '@nestjs/common';
import { calibrationBefore, type EarlierCalibration, type EarlierDecision } from '../grading/combination';
import { CALIBRATION_MARKETS_MIN } from '../grading/combination-rules';
import { ForecastingRepository } from './forecasting.repository';
import { marketId, type MarketKey } from '../markets/market-key';

/** Calibrates a day's answers of a model with the records before that day, which are read once. */
@Injectable()
export class CalibrationService {
  private known: { readonly key: string; readonly calibration: EarlierCalibration } | null = null;

  constructor(private readonly repository: ForecastingRepository) {}

  /** @param date UTC day with a record in the log, so that earlier records no longer change */
  async before(date: string, model: { readonly name: string; readonly version: string }): Promise<EarlierCalibration> {
    const key = `${date}|${model.name}|${model.version}`;
    if (this.known?.key === key) return this.known.calibration;
    const start = `${date}T00:00:00.000000Z`;
    const decisions = new Map<string, EarlierDecision>();
    for (const text of await this.repository.listDecisions(start)) {
      const decided = JSON.parse(text) as EarlierDecision & MarketKey;
      decisions.set(marketId(decided), decided);
    }
    const forecasts = await this.repository.listForecastsOf(model, start);
    const calibration = calibrationBefore(forecasts, decisions, CALIBRATION_MARKETS_MIN);
    this.known = { key, calibration };
    return calibration;
  }
}
