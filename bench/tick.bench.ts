/** The tick: a crowd of sources, growing input, the exchanges of two days, whom the model is asked about, surges. */
import { crowd } from './tick/crowd';
import { exchanges } from './tick/exchanges';
import { forecasting } from './tick/forecasting';
import { growth } from './tick/growth';
import { surge } from './tick/surge';

export const parts = { crowd, growth, exchanges, forecasting, surge };
