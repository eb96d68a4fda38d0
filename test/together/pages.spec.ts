import { runTogether } from '../support/together';

runTogether('pages');
