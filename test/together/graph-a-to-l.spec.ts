import { runTogether } from '../support/together';

runTogether('graph', (name) => name < 'm');
