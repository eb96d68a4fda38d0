import { Command } from 'commander';
import { KEY_TIERS, parseKey, type KeyTier } from '../../platform/access/api-key';
import type { StoredKey } from '../../platform/access/api-key.repository';
import { ApiKeyService } from '../../platform/access/api-key.service';
import { formatMillis } from '../../platform/common/utc-time';
import { DEMO, opener, type DemoOption } from './application-opener.service';
import { oneOf, textOf } from './option-values';
import { progress, sayJson } from './terminal';

const LABEL_LENGTH_MAX = 100;

const at = (millis: number | null): string | null => (millis === null ? null : formatMillis(millis));

const shown = ({ id, tier, label, created_at, last_used_at, revoked_at }: StoredKey): object => ({
  id,
  tier,
  label,
  created_at: at(created_at),
  last_used_at: at(last_used_at),
  revoked_at: at(revoked_at),
});

const issue = new Command('issue')
  .description('Issue a key and show it this once')
  .requiredOption('--tier <tier>', `One of ${KEY_TIERS.join(', ')}`, oneOf('--tier', KEY_TIERS))
  .requiredOption('--label <label>', 'Whom the key is for', textOf('--label', LABEL_LENGTH_MAX))
  .addOption(DEMO)
  .action(async (options: DemoOption & { readonly tier: KeyTier; readonly label: string }): Promise<void> => {
    const { tier, label } = options;
    const { id, key } = await opener.on(ApiKeyService, options, (service) => service.issue(tier, label));
    sayJson({ id, tier, label, key });
    progress('Keep the key now: it is stored as a digest and cannot be shown again.');
  });

const list = new Command('list')
  .description('List all keys, without the keys themselves')
  .addOption(DEMO)
  .action(async (options: DemoOption): Promise<void> => {
    const keys = await opener.on(ApiKeyService, options, (service) => service.list());
    for (const key of keys) sayJson(shown(key));
  });

const revoke = new Command('revoke')
  .arguments('<id>')
  .description('Revoke a key by its id, or by the whole key when that is what leaked')
  .addOption(DEMO)
  .action(async (given: string, options: DemoOption): Promise<void> => {
    const id = parseKey(given)?.id ?? given;
    const revoked = await opener.on(ApiKeyService, options, (service) => service.revoke(id));
    if (revoked === null) throw new Error('No key has this id.');
    sayJson(shown(revoked));
    progress('Every instance refuses the key within 30 seconds.');
  });

export const command = new Command('keys')
  .description('Issue, list and revoke API keys')
  .addCommand(issue)
  .addCommand(list)
  .addCommand(revoke);
