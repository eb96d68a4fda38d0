import { optional, secret, text, url, type Variable } from './variable';

export const PUBLISHING_VARIABLES = {
  registryOrigin: optional(
    'REGISTRY_ORIGIN',
    'Name in signed checkpoints; by default host and path of the public URL.',
  ),
  registrySigningKey: secret(
    'REGISTRY_SIGNING_KEY',
    'Ed25519 seed, 64 hex digits; unset, one is generated and kept in the data folder.',
  ),
  timestampAuthorities: text(
    'TIMESTAMP_AUTHORITIES',
    '',
    'Comma-separated addresses of time-stamping authorities (RFC 3161).',
  ),
  timestampCaFile: optional(
    'TIMESTAMP_CA_FILE',
    'Root certificates (PEM) to which a time stamp must lead; unset, this is not checked.',
  ),
  witnesses: text(
    'WITNESSES',
    '',
    'Comma-separated witnesses, each its verifier key, a space and its submission prefix.',
  ),
  webArchiveUrl: url('WEB_ARCHIVE_URL', 'https://web.archive.org', 'Web archive that captures day-files.'),
  webArchiveAccessKey: secret('WEB_ARCHIVE_ACCESS_KEY', 'Access key of the web archive; without it captures are off.'),
  webArchiveSecretKey: secret('WEB_ARCHIVE_SECRET_KEY', 'Secret key of the web archive.'),

  webhookEndpoints: text(
    'WEBHOOK_ENDPOINTS',
    '',
    'Endpoints that receive events, as a JSON array of {url, events, entities, theaters, markets, min_ratio, label}.',
  ),
  webhookSigningKey: secret(
    'WEBHOOK_SIGNING_KEY',
    'Seed of the signatures of webhooks, 64 hex digits; unset, one is generated and kept in the data folder.',
  ),
} as const satisfies Record<string, Variable<unknown>>;
