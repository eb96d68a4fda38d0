/** Origin of the log of every demo. Each demo begins a new log under a new key. */
export const DEMO_ORIGIN = 'vedette-demo.example.org/registry';
