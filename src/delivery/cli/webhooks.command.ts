/** `vedette webhooks add|list|remove|enable|test|secret`: who is told of events. Output is JSON Lines. */
import { Injectable } from '@nestjs/common';
import { Command, CommandRunner, Option, SubCommand } from 'nest-commander';
import { commaSeparated } from '../../platform/common/comma-separated';
import { formatMillis } from '../../platform/common/utc-time';
import { EVENT_TYPES } from '../webhooks/webhook-event';
import { WebhookRepository, type EndpointRow, type StoredDelivery } from '../webhooks/webhook.repository';
import { WebhooksService } from '../webhooks/webhooks.service';
import { ApplicationOpener, progress } from './application-opener.service';

interface DemoOption {
  readonly demo?: boolean;
}

interface AddOptions extends DemoOption {
  readonly url: string;
  readonly label?: string;
  readonly events?: string[];
  readonly entities?: string[];
  readonly theaters?: string[];
  readonly markets?: string[];
  readonly minRatio?: number;
}

interface ListOptions extends DemoOption {
  readonly deliveries?: number;
}

const DELIVERIES_MAX = 1_000;
const UNKNOWN = 'No endpoint has this id.';

const writeLine = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

const at = (millis: number | undefined): string | null => (millis === undefined ? null : formatMillis(millis));

/** An endpoint as lists show it; its secret follows from the key and is shown by `secret`. */
const shown = ({ endpoint: one, ...counts }: EndpointRow): object => ({
  id: one.id,
  url: one.url,
  label: one.label,
  origin: one.origin,
  state: one.state,
  off_reason: one.off_reason ?? null,
  off_at: at(one.off_at),
  failing_since: at(one.failing_since),
  last_delivered_at: at(one.last_delivered_at),
  created_at: at(one.created_at),
  events: one.events,
  entities: one.entities,
  theaters: one.theaters,
  markets: one.markets,
  min_ratio: one.min_ratio ?? null,
  ...counts,
});

const shownDelivery = (one: StoredDelivery): object => ({
  endpoint: one.endpoint,
  id: one.event,
  type: one.type,
  state: one.state,
  attempts: one.attempts,
  at: at(one.at),
  last_at: at(one.last_at),
  last_status: one.last_status ?? null,
  last_error: one.last_error ?? null,
  next_at: one.state === 'waiting' ? at(one.next_at) : null,
});

@SubCommand({ name: 'add', description: 'Add an endpoint and show its secret' })
class AddWebhookCommand extends CommandRunner {
  constructor(private readonly opener: ApplicationOpener) {
    super();
  }

  override async run(_: string[], options: AddOptions): Promise<void> {
    const { url, label, events, entities, theaters, markets, minRatio } = options;
    const given = { url, label, events, entities, theaters, markets, min_ratio: minRatio };
    const added = await this.opener.run(options, async (app) => {
      const webhooks = app.get(WebhooksService, { strict: false });
      const { endpoint, secret } = await webhooks.add(given);
      return { id: endpoint.id, url: endpoint.url, secret, public_key: await webhooks.publicKey() };
    });
    writeLine(added);
    progress('Give the receiver the secret (v1) or the public key (v1a); `vedette webhooks test` sends a first event.');
  }

  @Option({ flags: '--url <url>', description: 'Address that is asked by POST', required: true })
  parseUrl(value: string): string {
    return value;
  }

  @Option({ flags: '--label <label>', description: 'Whom it is for' })
  parseLabel(value: string): string {
    return value;
  }

  @Option({ flags: '--events <types>', description: `Only these: ${EVENT_TYPES.join(', ')}` })
  parseEvents(value: string): string[] {
    return commaSeparated(value);
  }

  @Option({ flags: '--entities <ids>', description: 'Only what is about one of these entities' })
  parseEntities(value: string): string[] {
    return commaSeparated(value);
  }

  @Option({ flags: '--theaters <names>', description: 'Only what lies in one of these theaters' })
  parseTheaters(value: string): string[] {
    return commaSeparated(value);
  }

  @Option({ flags: '--markets <markets>', description: 'Only these markets, as exchange/ticker' })
  parseMarkets(value: string): string[] {
    return commaSeparated(value);
  }

  @Option({ flags: '--min-ratio <number>', description: 'Of alerts only those of at least so many times the baseline' })
  parseMinRatio(value: string): number {
    return Number(value);
  }

  @Option({ flags: '--demo', description: "Use the demo's database" })
  parseDemo(): boolean {
    return true;
  }
}

@SubCommand({ name: 'list', description: 'List endpoints, and with --deliveries what was sent' })
class ListWebhooksCommand extends CommandRunner {
  constructor(private readonly opener: ApplicationOpener) {
    super();
  }

  override async run(_: string[], options: ListOptions): Promise<void> {
    const { deliveries = 0 } = options;
    const lines = await this.opener.run(options, async (app) => {
      const repository = app.get(WebhookRepository, { strict: false });
      const rows = await repository.endpoints();
      const sent = await Promise.all(
        rows.map(async ({ endpoint }) => (deliveries === 0 ? [] : repository.deliveries(endpoint.id, deliveries))),
      );
      return rows.flatMap((row, index) => [shown(row), ...(sent[index] ?? []).map(shownDelivery)]);
    });
    for (const line of lines) writeLine(line);
  }

  @Option({ flags: '--deliveries <number>', description: 'The latest entries of each endpoint' })
  parseDeliveries(value: string): number {
    const number = Number(value);
    if (!Number.isInteger(number) || number < 1 || number > DELIVERIES_MAX)
      throw new Error(`--deliveries must be a whole number from 1 to ${DELIVERIES_MAX}`);
    return number;
  }

  @Option({ flags: '--demo', description: "Use the demo's database" })
  parseDemo(): boolean {
    return true;
  }
}

/** A command on one endpoint, by its id. */
@Injectable()
abstract class OfOneEndpoint extends CommandRunner {
  constructor(private readonly opener: ApplicationOpener) {
    super();
  }

  protected abstract act(webhooks: WebhooksService, repository: WebhookRepository, id: string): Promise<object | null>;

  override async run([id = '']: string[], options: DemoOption): Promise<void> {
    const line = await this.opener.run(options, (app) =>
      this.act(app.get(WebhooksService, { strict: false }), app.get(WebhookRepository, { strict: false }), id),
    );
    if (line === null) throw new Error(UNKNOWN);
    writeLine(line);
  }

  @Option({ flags: '--demo', description: "Use the demo's database" })
  parseDemo(): boolean {
    return true;
  }
}

const isThere = async (repository: WebhookRepository, id: string): Promise<boolean> =>
  (await repository.endpoints()).some(({ endpoint }) => endpoint.id === id);

@SubCommand({ name: 'remove', arguments: '<id>', description: 'Remove an endpoint and its queue' })
class RemoveWebhookCommand extends OfOneEndpoint {
  protected override async act(_: WebhooksService, repository: WebhookRepository, id: string): Promise<object | null> {
    return (await repository.remove(id)) ? { id, removed: true } : null;
  }
}

@SubCommand({ name: 'enable', arguments: '<id>', description: 'Switch an endpoint on, and send what waited' })
class EnableWebhookCommand extends OfOneEndpoint {
  protected override async act(webhooks: WebhooksService, _: WebhookRepository, id: string): Promise<object | null> {
    const endpoint = await webhooks.enable(id);
    return endpoint === null ? null : { id, state: endpoint.state };
  }
}

@SubCommand({ name: 'test', arguments: '<id>', description: 'Send a webhook.test event now, once' })
class TestWebhookCommand extends OfOneEndpoint {
  protected override async act(webhooks: WebhooksService, _: WebhookRepository, id: string): Promise<object | null> {
    const attempt = await webhooks.test(id);
    if (attempt !== null && !attempt.ok) process.exitCode = 1;
    return attempt === null ? null : { id, delivered: attempt.ok, status: attempt.status, error: attempt.words };
  }
}

@SubCommand({ name: 'secret', arguments: '<id>', description: 'Show the secret of an endpoint' })
class SecretOfWebhookCommand extends OfOneEndpoint {
  protected override async act(
    webhooks: WebhooksService,
    repository: WebhookRepository,
    id: string,
  ): Promise<object | null> {
    return (await isThere(repository, id))
      ? { id, secret: await webhooks.secretOf(id), public_key: await webhooks.publicKey() }
      : null;
  }
}

@Command({
  name: 'webhooks',
  description: 'Tell receivers of events: alerts, prices, forecasts, settlements, sealed days',
  subCommands: [
    AddWebhookCommand,
    ListWebhooksCommand,
    RemoveWebhookCommand,
    EnableWebhookCommand,
    TestWebhookCommand,
    SecretOfWebhookCommand,
  ],
})
export class WebhooksCommand extends CommandRunner {
  override run(): Promise<void> {
    this.command.help({ error: true });
  }
}
