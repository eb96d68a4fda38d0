/** Origin of the log of every demo. Each demo begins a log of its own, under a key of its own. */
export const DEMO_ORIGIN = 'vedette-demo.example.org/registry';
