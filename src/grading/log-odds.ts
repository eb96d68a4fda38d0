/** Probabilities of 0 and 1 count as these, the ends of what a model may answer. */
const [LEAST, MOST] = [0.001, 0.999];

export const logit = (probability: number): number => {
  const inside = Math.min(MOST, Math.max(LEAST, probability));
  return Math.log(inside / (1 - inside));
};

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
