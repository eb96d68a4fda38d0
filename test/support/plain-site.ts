import { standingSite } from '../../src/delivery/pages/site';

/** A real deployment with an address, for tests of single pages. */
export const PLAIN_SITE = standingSite({
  demo: false,
  publicUrl: 'https://vedette.example',
  host: '',
  port: 0,
  publisher: 'Vedette',
});
