/** The service without the internet: a recorded night, the exchanges over two days, each upstream in trouble. */
import { exchanges } from './live/exchanges';
import { hosts } from './live/hosts';
import { night } from './live/night';

export const parts = { exchanges, hosts, night };
