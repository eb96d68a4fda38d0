// Arrow keys move between the rows of a table by focusing the first link of each row.

const linkOf = (row) => row.querySelector('a[href]');

for (const body of document.querySelectorAll('.compact tbody'))
  body.addEventListener('keydown', (event) => {
    const rows = [...body.rows].filter(linkOf);
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (at === -1 || to === undefined || rows[to] === undefined) return;
    event.preventDefault();
    linkOf(rows[to]).focus();
  });
