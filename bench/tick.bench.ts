/** The tick: many sources, growing input, selection of forecasts, surges. */
import { crowd } from './tick/crowd';
import { forecasting } from './tick/forecasting';
import { growth } from './tick/growth';
import { surge } from './tick/surge';

export const parts = { crowd, growth, forecasting, surge };
