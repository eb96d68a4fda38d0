import { runTogether } from '../support/together';

runTogether('pipeline');
