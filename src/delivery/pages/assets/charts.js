// A drawing that is wider than the screen begins where its readers look: with now at four fifths of what is seen,
// so that the lines up to now and the first of what is due are there. Without this script it begins at its end.

const NOW_AT = 0.8;

for (const box of document.querySelectorAll('[data-now]')) {
  const left = box.scrollWidth * Number(box.dataset.now) - box.clientWidth * NOW_AT;
  // The box reads from its end: what lies before that is counted below zero.
  box.scrollLeft = Math.min(0, left - (box.scrollWidth - box.clientWidth));
}
