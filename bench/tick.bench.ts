/** The tick: many sources, growing input, the exchanges over two days, selection of forecasts, surges. */
import { crowd } from './tick/crowd';
import { exchanges } from './tick/exchanges';
import { forecasting } from './tick/forecasting';
import { growth } from './tick/growth';
import { hosts } from './tick/hosts';
import { surge } from './tick/surge';

export const parts = { crowd, growth, exchanges, hosts, forecasting, surge };
