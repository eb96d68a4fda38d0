/** Settings of the demo: its own database, all upstreams replayed locally. Pure. */
import type { Environment } from '../platform/config/environment';
import { DEMO_ORIGIN } from '../registry/log/demo-origin';
import { DEMO_ARCHIVE_HOST } from './replay-archive';
import { INVENTED_MODELS } from './replay-model';
import { DEMO_TIMESTAMP_AUTHORITIES, DEMO_WITNESSES } from './replay-outside';

/** Key for the replay: not a secret, and useless elsewhere. */
const REPLAY_KEY = 'demo-replay';

/** @param replayUrl address of the local replay @param publicUrl address of the demo */
export const demoEnvironment = (environment: Environment, replayUrl: string, publicUrl: string): Environment => ({
  ...environment,
  demo: true,
  publicUrl: environment.publicUrl ?? publicUrl,
  publisher: `${environment.publisher} (synthetic demo)`,
  neo4jUri: null,
  redisUrl: null,
  upstreamReplayUrl: replayUrl,
  upstreamReplayPaced: false,
  metaculusToken: REPLAY_KEY,
  metaculusPermitted: true,
  finnhubToken: null,
  xBearerToken: REPLAY_KEY,
  // Ticks of the past are days apart, and each reads everything since the previous one.
  xDailyUsd: 100,
  xRssBridgeUrl: null,
  model: 'claude',
  // All three arms, so that the leaderboard has a comparison.
  modelShadows: ['gpt', 'compatible'],
  modelArms: ['B', 'C'],
  anthropicApiKey: REPLAY_KEY,
  anthropicModel: INVENTED_MODELS.recorded,
  judgeModel: `claude:${INVENTED_MODELS.judge}`,
  anthropicBaseUrl: `${replayUrl}/model/anthropic`,
  openaiApiKey: REPLAY_KEY,
  openaiBaseUrl: `${replayUrl}/model/first`,
  openaiModel: INVENTED_MODELS.first,
  compatibleApiKey: REPLAY_KEY,
  compatibleBaseUrl: `${replayUrl}/model/second`,
  compatibleModel: INVENTED_MODELS.second,
  geminiApiKey: null,
  modelMinScore: 0.1,
  // Short questions once and long ones now and then: users wait while the past is built.
  modelRepeatHours: 480,
  modelCallsPerTick: 40,
  modelCallsPerDay: 48,
  modelConcurrency: 40,
  timestampAuthorities: DEMO_TIMESTAMP_AUTHORITIES,
  timestampCaFile: null,
  witnesses: [DEMO_WITNESSES, environment.witnesses].filter((one) => one !== '').join(', '),
  webArchiveUrl: `https://${DEMO_ARCHIVE_HOST}`,
  webArchiveAccessKey: REPLAY_KEY,
  webArchiveSecretKey: REPLAY_KEY,
  registrySigningKey: null,
  registryOrigin: DEMO_ORIGIN,
});
