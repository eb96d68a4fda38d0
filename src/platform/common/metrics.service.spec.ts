import { readFileSync } from 'node:fs';
import { Metrics } from './metrics.service';
import { packagePath } from './package-root';

describe('Metrics', () => {
  it('are all shown on the dashboard, and the dashboard shows nothing else', async () => {
    const dashboard = readFileSync(packagePath('ops', 'grafana-dashboard.json'), 'utf8');
    const shown = new Set(
      [...dashboard.matchAll(/vedette_\w+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, '')),
    );

    const measured = (await new Metrics().registry.getMetricsAsJSON()).map(({ name }) => name);

    expect([...shown].sort()).toEqual([...measured].sort());
  });
});
