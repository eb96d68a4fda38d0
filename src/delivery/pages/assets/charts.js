// Scrolls wide charts so that the current time is at four fifths of the visible width: most of the past and the next
// due dates are visible. Without this script they start at their end.

const NOW_AT = 0.8;

for (const box of document.querySelectorAll('[data-now]')) {
  const left = box.scrollWidth * Number(box.dataset.now) - box.clientWidth * NOW_AT;
  // The box is laid out right to left: scrollLeft counts down from 0.
  box.scrollLeft = Math.min(0, left - (box.scrollWidth - box.clientWidth));
}
