/** Why the model is asked about a market. */
export const TRIGGERS = ['surge', 'price_move', 'schedule', 'command'] as const;

export type Trigger = (typeof TRIGGERS)[number];
