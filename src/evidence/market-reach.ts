/** Candidate markets by entity, so that the cost per item depends on the number of related markets. */
import { addTo } from '../platform/common/group-by';
import type { ItemReading } from './item-reading';
import type { MarketScope } from './market-scope';

export interface ScopedMarket {
  readonly exchange: string;
  readonly ticker: string;
  /** Changes with any input of its evidence. */
  readonly digest: string;
  readonly scope: MarketScope;
}

export class MarketReach {
  private readonly byEntity = new Map<string, ScopedMarket[]>();
  private readonly byPart = new Map<number, ScopedMarket[]>();
  /** Markets about a name without an entity: any item may contain it. */
  private readonly byName: ScopedMarket[] = [];
  private readonly byInstrument: ScopedMarket[] = [];
  private readonly byId = new Map<string, ScopedMarket>();

  /** @param withKin also compare items that only name entities related to a party, for the judge */
  constructor(
    markets: readonly ScopedMarket[],
    private readonly withKin: boolean,
  ) {
    for (const market of markets) this.add(market);
  }

  get isEmpty(): boolean {
    return this.byId.size === 0;
  }

  of({ touches, parts, home, item }: ItemReading): ReadonlySet<ScopedMarket> {
    const found = new Set<ScopedMarket>(this.byName);
    for (const entity of home === null ? touches.keys() : [...touches.keys(), home])
      for (const market of this.byEntity.get(entity) ?? []) found.add(market);
    for (const part of parts.keys()) for (const market of this.byPart.get(part) ?? []) found.add(market);
    // Gauges are stated for events, and a gauge's item names only itself.
    if (item.source_type === 'financial') for (const market of this.byInstrument) found.add(market);
    const own = item.market === null ? undefined : this.byId.get(item.market);
    if (own !== undefined) found.add(own);
    return found;
  }

  private add(market: ScopedMarket): void {
    const { scope } = market;
    this.byId.set(scope.market.id, market);
    this.byInstrument.push(market);
    const entities = new Set<string>(this.withKin ? [...scope.instruments, ...scope.kin] : scope.instruments);
    // Next to another party, a hub alone is not enough and is not indexed.
    const rare = scope.parties.filter(({ isHub }) => !isHub);
    for (const { cover, part, skeleton } of rare.length > 0 ? rare : scope.parties) {
      if (skeleton !== null) this.byName.push(market);
      if (part !== null) addTo(this.byPart, part, market);
      for (const entity of cover.keys()) entities.add(entity);
    }
    for (const entity of entities) addTo(this.byEntity, entity, market);
  }
}
