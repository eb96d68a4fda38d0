import { closePagesWorld } from '../support/pages-world';
import { runTogether } from '../support/together';

runTogether('pages');
afterAll(() => closePagesWorld(true));
