import { Command } from 'commander';
import { commaSeparated } from '../../platform/common/comma-separated';
import { formatMillis } from '../../platform/common/utc-time';
import { EVENT_TYPES } from '../webhooks/webhook-event';
import { WebhookRepository, type EndpointRow, type StoredDelivery } from '../webhooks/webhook.repository';
import { WebhooksService } from '../webhooks/webhooks.service';
import { DEMO, opener, type DemoOption } from './application-opener.service';
import { progress, sayJson } from './terminal';
import { pick } from '../../platform/common/pick';

interface AddOptions extends DemoOption {
  readonly url: string;
  readonly label?: string;
  readonly events?: string[];
  readonly entities?: string[];
  readonly theaters?: string[];
  readonly markets?: string[];
  readonly minRatio?: number;
}

const DELIVERIES_MAX = 1_000;

const at = (millis: number | undefined): string | null => (millis === undefined ? null : formatMillis(millis));

/** An endpoint without its secret, which is derived from the key and shown by `secret`. */
const shown = ({ endpoint: one, ...counts }: EndpointRow): object => ({
  ...pick(one, 'id', 'url', 'label', 'origin', 'state'),
  off_reason: one.off_reason ?? null,
  off_at: at(one.off_at),
  failing_since: at(one.failing_since),
  last_delivered_at: at(one.last_delivered_at),
  created_at: at(one.created_at),
  ...pick(one, 'events', 'entities', 'theaters', 'markets'),
  min_ratio: one.min_ratio ?? null,
  ...counts,
});

const shownDelivery = (one: StoredDelivery): object => ({
  endpoint: one.endpoint,
  id: one.event,
  ...pick(one, 'type', 'state', 'attempts'),
  at: at(one.at),
  last_at: at(one.last_at),
  last_status: one.last_status ?? null,
  last_error: one.last_error ?? null,
  next_at: one.state === 'waiting' ? at(one.next_at) : null,
});

const add = new Command('add')
  .description('Add an endpoint and show its secret')
  .requiredOption('--url <url>', 'Address that is asked by POST')
  .option('--label <label>', 'Whom it is for')
  .option('--events <types>', `Only these: ${EVENT_TYPES.join(', ')}`, commaSeparated)
  .option('--entities <ids>', 'Only events about one of these entities', commaSeparated)
  .option('--theaters <names>', 'Only events in one of these theaters', commaSeparated)
  .option('--markets <markets>', 'Only these markets, as exchange/ticker', commaSeparated)
  .option('--min-ratio <number>', 'Of alerts only those of at least so many times the baseline', (value: string) =>
    Number(value),
  )
  .addOption(DEMO)
  .action(async (options: AddOptions): Promise<void> => {
    const { url, label, events, entities, theaters, markets, minRatio } = options;
    const given = { url, label, events, entities, theaters, markets, min_ratio: minRatio };
    const added = await opener.on(WebhooksService, options, async (webhooks) => {
      const { endpoint, secret } = await webhooks.add(given);
      return { id: endpoint.id, url: endpoint.url, secret, public_key: await webhooks.publicKey() };
    });
    sayJson(added);
    progress('Give the receiver the secret (v1) or the public key (v1a); `vedette webhooks test` sends a first event.');
  });

const list = new Command('list')
  .description('List endpoints, and with --deliveries the events sent')
  .option('--deliveries <number>', 'The latest entries of each endpoint', (value: string): number => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < 1 || number > DELIVERIES_MAX)
      throw new Error(`--deliveries must be a whole number from 1 to ${DELIVERIES_MAX}`);
    return number;
  })
  .addOption(DEMO)
  .action(async (options: DemoOption & { readonly deliveries?: number }): Promise<void> => {
    const { deliveries = 0 } = options;
    const lines = await opener.on(WebhookRepository, options, async (repository) => {
      const rows = await repository.endpoints();
      const sent = await Promise.all(
        rows.map(async ({ endpoint }) => (deliveries === 0 ? [] : repository.deliveries(endpoint.id, deliveries))),
      );
      return rows.flatMap((row, index) => [shown(row), ...(sent[index] ?? []).map(shownDelivery)]);
    });
    for (const line of lines) sayJson(line);
  });

type OnEndpoint = (webhooks: WebhooksService, repository: WebhookRepository, id: string) => Promise<object | null>;

const onEndpoint = (name: string, description: string, act: OnEndpoint): Command =>
  new Command(name)
    .argument('<id>')
    .description(description)
    .addOption(DEMO)
    .action(async (id: string, options: DemoOption): Promise<void> => {
      const line = await opener.run(options, (app) =>
        act(app.get(WebhooksService, { strict: false }), app.get(WebhookRepository, { strict: false }), id),
      );
      if (line === null) throw new Error('No endpoint has this id.');
      sayJson(line);
    });

const isThere = async (repository: WebhookRepository, id: string): Promise<boolean> =>
  (await repository.endpoints()).some(({ endpoint }) => endpoint.id === id);

const remove = onEndpoint('remove', 'Remove an endpoint and its queue', async (_, repository, id) =>
  (await repository.remove(id)) ? { id, removed: true } : null,
);

const enable = onEndpoint(
  'enable',
  'Switch an endpoint on, and send its undelivered events',
  async (webhooks, _, id) => {
    const endpoint = await webhooks.enable(id);
    return endpoint === null ? null : { id, state: endpoint.state };
  },
);

const test = onEndpoint('test', 'Send a webhook.test event now, once', async (webhooks, _, id) => {
  const attempt = await webhooks.test(id);
  if (attempt !== null && !attempt.ok) process.exitCode = 1;
  return attempt === null ? null : { id, delivered: attempt.ok, status: attempt.status, error: attempt.words };
});

const secret = onEndpoint('secret', 'Show the secret of an endpoint', async (webhooks, repository, id) =>
  (await isThere(repository, id))
    ? { id, secret: await webhooks.secretOf(id), public_key: await webhooks.publicKey() }
    : null,
);

export const command = new Command('webhooks')
  .description('Tell receivers of events: alerts, prices, forecasts, settlements, sealed days')
  .addCommand(add)
  .addCommand(list)
  .addCommand(remove)
  .addCommand(enable)
  .addCommand(test)
  .addCommand(secret);
