import { runTogether } from '../support/together';

runTogether('api', (name) => name < 'i');
