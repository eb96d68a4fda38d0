/** Why a market is forecast. */
export const TRIGGERS = ['surge', 'price_move', 'schedule', 'command'] as const;

export type Trigger = (typeof TRIGGERS)[number];
