// The explorer: shows the table of relationships as an interactive graph. The library is loaded on demand to keep the
// page small.

const explorer = document.getElementById('explorer');
const rows = () => document.querySelectorAll('#edges tbody tr');

const button = document.createElement('button');
button.type = 'button';
button.textContent = 'Explore interactively';
const status = document.createElement('p');
status.setAttribute('role', 'status');

if (explorer !== null && document.getElementById('edges') !== null) {
  const bar = document.createElement('p');
  bar.className = 'actions';
  bar.append(button);
  explorer.append(bar, status);
  button.addEventListener('click', () => {
    button.disabled = true;
    status.textContent = 'Loading the explorer.';
    open(bar).catch((error) => {
      button.disabled = false;
      status.textContent = `The explorer could not be loaded (${error.message}). The table has everything.`;
    });
  });
}

const readRows = (found) => {
  const nodes = new Map();
  const edges = [];
  for (const row of found) {
    const [from, to] = row.querySelectorAll('[data-node]');
    const says = row.querySelector('[data-type]');
    if (from === undefined || to === undefined || says === null) continue;
    for (const end of [from, to])
      nodes.set(end.dataset.node, {
        id: end.dataset.node,
        name: end.textContent,
        kind: end.dataset.kind,
      });
    edges.push({
      id: `${from.dataset.node}:${says.dataset.type}:${to.dataset.node}`,
      source: from.dataset.node,
      target: to.dataset.node,
      type: says.dataset.type,
      says: says.textContent,
    });
  }
  return [
    ...[...nodes.values()].map((data) => ({ group: 'nodes', data })),
    ...edges.map((data) => ({ group: 'edges', data })),
  ];
};

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const KIND_COLOURS = {
  country: '#4a6fa5',
  militant_group: '#b04a2f',
  state_force: '#7a6a2f',
  organization: '#2f7f8a',
  leader: '#8a5bb5',
  place: '#3c8d5a',
  instrument: '#b5862b',
};

const style = () => [
  {
    selector: 'node',
    style: {
      label: 'data(name)',
      color: css('--ink'),
      'font-size': 11,
      'text-valign': 'bottom',
      'text-margin-y': 3,
      'text-outline-color': css('--wash'),
      'text-outline-width': 2,
      width: 18,
      height: 18,
      'background-color': (node) => KIND_COLOURS[node.data('kind')] ?? css('--faint'),
    },
  },
  {
    selector: 'edge',
    style: {
      width: 1.2,
      'line-color': css('--rule'),
      'target-arrow-color': css('--faint'),
      'target-arrow-shape': 'triangle',
      'arrow-scale': 0.7,
      'curve-style': 'bezier',
    },
  },
  {
    selector: 'edge[type = "hostile_to"]',
    style: { 'line-color': css('--alert'), 'target-arrow-shape': 'none' },
  },
  {
    selector: 'edge[type = "funds"], edge[type = "backs"]',
    style: { 'line-color': css('--ink') },
  },
  { selector: '.chosen', style: { 'border-width': 4, 'border-color': css('--ink') } },
  {
    selector: 'edge.near',
    style: {
      width: 2.4,
      label: 'data(says)',
      'font-size': 9,
      color: css('--ink'),
      'text-outline-color': css('--wash'),
      'text-outline-width': 2,
    },
  },
];

/** Concentric rings around an entity, by number of relationships to it. */
const rings = (graph, centre) => {
  const steps = new Map();
  graph.elements().bfs({
    root: centre,
    visit: (node, _edge, _from, _index, depth) => void steps.set(node.id(), depth),
  });
  const far = Math.max(0, ...steps.values()) + 1;
  return {
    name: 'concentric',
    concentric: (node) => far - (steps.get(node.id()) ?? far),
    levelWidth: () => 1,
    minNodeSpacing: 48,
    padding: 30,
  };
};

/** The library adds a style element, which the page's content security policy forbids, unless one exists. */
const standInForItsStyle = () => {
  const mark = document.createElement('meta');
  mark.id = '__________cytoscape_stylesheet';
  document.head.append(mark);
};

const open = async (bar) => {
  const { default: cytoscape } = await import(explorer.dataset.library);
  const canvas = document.createElement('div');
  canvas.id = 'graph';
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute(
    'aria-label',
    'Graph of the ontology. Arrow keys move along relationships, Enter extends, O opens the entity, plus and minus zoom.',
  );
  explorer.append(canvas);
  document.getElementById('drawing')?.remove();
  button.remove();

  standInForItsStyle();
  const graph = cytoscape({
    container: canvas,
    elements: readRows(rows()),
    style: style(),
    maxZoom: 2,
  });
  graph.layout(rings(graph, graph.getElementById(explorer.dataset.entity))).run();
  const links = document.createElement('span');
  bar.append(links);
  let chosen = null;

  const choose = (node) => {
    graph.elements().removeClass('chosen near');
    chosen = node;
    node.addClass('chosen');
    node.connectedEdges().addClass('near');
    const entity = document.createElement('a');
    entity.href = `/entities/${encodeURIComponent(node.id())}`;
    entity.textContent = `Open ${node.data('name')}`;
    const log = document.createElement('a');
    log.href = `/log?entity=${encodeURIComponent(node.id())}`;
    log.textContent = 'Items';
    const extend = document.createElement('button');
    extend.type = 'button';
    extend.textContent = 'Extend from here';
    extend.addEventListener('click', () => extendFrom(node));
    links.replaceChildren(entity, ' ', log, ' ', extend);
    status.textContent = `${node.data('name')}: ${node.connectedEdges().length} relationships drawn.`;
  };

  const extendFrom = async (node) => {
    const response = await fetch(`/ontology?entity=${encodeURIComponent(node.id())}`, {
      credentials: 'omit',
    });
    if (!response.ok) {
      status.textContent = `Nothing could be fetched (HTTP ${response.status}).`;
      return;
    }
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const missing = readRows(page.querySelectorAll('#edges tbody tr')).filter(({ data }) =>
      graph.getElementById(data.id).empty(),
    );
    graph.add(missing);
    graph.layout(rings(graph, graph.getElementById(node.id()))).run();
    choose(graph.getElementById(node.id()));
    status.textContent = `${missing.filter(({ group }) => group === 'nodes').length} entities more around ${node.data('name')}.`;
  };

  const step = (forward) => {
    const near = (chosen ?? graph.nodes()[0])
      .closedNeighborhood()
      .nodes()
      .sort((a, b) => (a.id() < b.id() ? -1 : 1));
    const at = near.indexOf(near.filter((node) => node.same(chosen))[0]);
    return near[(at + (forward ? 1 : near.length - 1)) % near.length];
  };

  graph.on('tap', 'node', (event) => choose(event.target));
  graph.on('dbltap', 'node', (event) => extendFrom(event.target));
  canvas.addEventListener('keydown', (event) => {
    const act = {
      ArrowRight: () => choose(step(true)),
      ArrowDown: () => choose(step(true)),
      ArrowLeft: () => choose(step(false)),
      ArrowUp: () => choose(step(false)),
      Enter: () => extendFrom(chosen),
      o: () => location.assign(`/entities/${encodeURIComponent(chosen.id())}`),
      '+': () => graph.zoom(graph.zoom() * 1.25),
      '-': () => graph.zoom(graph.zoom() / 1.25),
    }[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  choose(graph.getElementById(explorer.dataset.entity));
  canvas.focus();
};
