/** Limits of a model's answer, used for 0 and 1. */
const [LEAST, MOST] = [0.001, 0.999];

export const logit = (probability: number): number => {
  const inside = Math.min(MOST, Math.max(LEAST, probability));
  return Math.log(inside / (1 - inside));
};

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
