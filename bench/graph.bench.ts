/** The graph at growing sizes: items, and the log. */
import { registry } from './graph/registry';
import { world } from './graph/world';

export const parts = { world, registry };
