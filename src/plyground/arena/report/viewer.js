// The viewer of a report: a board that steps through a game. It knows no rules: a game is its first pieces and, for
// every ply, the points that changed. It is part of the page's module and uses what that defines.

const data = JSON.parse(find("#replays").textContent);
const games = new Map(data.games.map((game) => [game.number, game]));
const viewer = find("#viewer");
const slider = find("#ply");
const playButton = find("[data-action=play]");
const FRAME_MS = 700;

let game = null;
let ply = 0;
let flipped = false;
let stage = null; // the board on show: its data, the group of pieces, and the element on each point
let playing = null;

const other = (side) => (side === "white" ? "black" : "white");
const moverOf = (place) => (place % 2 ? other(game.first) : game.first);

/** Point -> piece after a number of plies, as numbers. */
function piecesAfter(plies) {
  const pieces = new Map();
  const apply = (changes) => {
    for (let i = 0; i < changes.length; i += 2) {
      if (changes[i + 1] < 0) pieces.delete(changes[i]);
      else pieces.set(changes[i], changes[i + 1]);
    }
  };
  apply(data.starts[game.start]);
  game.moves.slice(0, plies).forEach((move) => apply(move[1]));
  return pieces;
}

function setStage() {
  const side = flipped ? "black" : "white";
  const holder = find("#board");
  holder.replaceChildren(find(`#stage-${side}`).content.cloneNode(true));
  stage = { places: data.places[side], marks: find(".marks", holder), pieces: find(".pieces", holder), on: new Map() };
}

const translation = (place) => `translate(${place.join("px, ")}px)`;
const use = (id, place) => make("svg:use", { href: `#${id}`, style: `transform: ${translation(place)}` });

/** Moves, adds and removes pieces so that these stand; a piece that left one point for another is seen to go there. */
function placePieces(pieces) {
  const free = new Map();
  for (const [point, { element, piece }] of stage.on) {
    if (pieces.get(point) === piece) continue;
    stage.on.delete(point);
    free.set(piece, [...(free.get(piece) ?? []), element]);
  }
  for (const [point, piece] of pieces) {
    if (stage.on.has(point)) continue;
    const element = free.get(piece)?.pop() ?? stage.pieces.appendChild(use(data.ids[piece], stage.places[point]));
    element.style.transform = translation(stage.places[point]);
    stage.on.set(point, { element, piece });
  }
  for (const left of free.values()) left.forEach((element) => element.remove());
}

function placeMarks(pieces) {
  stage.marks.replaceChildren();
  const [, changes = [], , , , , , check] = ply ? game.moves[ply - 1] : [];
  for (let i = 0; i < changes.length; i += 2) {
    stage.marks.append(use(data.marks[pieces.has(changes[i]) ? "last" : "left"], stage.places[changes[i]]));
  }
  if (check != null) stage.marks.append(use(data.marks.check, stage.places[check]));
}

const clockText = (ms) => {
  const minutes = Math.floor(ms / 60000);
  const seconds = ((ms % 60000) / 1000).toFixed(ms < 60000 ? 1 : 0);
  return `${minutes}:${seconds.padStart(ms < 60000 ? 4 : 2, "0")}`;
};
const timeText = (ms) => (ms < 1 ? "< 1 ms" : ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(ms < 10000 ? 2 : 1)} s`);

/** Both names with their clocks and the men they have in hand, the one nearer to the viewer below. */
function showSeats() {
  const hand = (ply ? game.moves[ply - 1][8] : game.hand) ?? null;
  for (const side of ["white", "black"]) {
    const seat = find((side === "white") !== flipped ? "#near" : "#far");
    const clocks = game.moves.slice(0, ply).filter((move, place) => moverOf(place) === side && move[3] != null);
    const isTurn = ply < game.moves.length && moverOf(ply) === side;
    seat.className = `seat ${side}${isTurn ? " turn" : ""}`;
    find(".name", seat).textContent = game[side];
    find(".hand", seat).textContent = hand ? `${hand[side === "white" ? 0 : 1]} in hand` : "";
    find(".clock", seat).textContent = clocks.length ? clockText(clocks.at(-1)[3]) : "";
  }
}

function show(to, { scroll = true } = {}) {
  ply = Math.max(0, Math.min(to, game.moves.length));
  const pieces = piecesAfter(ply);
  placePieces(pieces);
  placeMarks(pieces);
  showSeats();
  slider.value = ply;
  slider.setAttribute("aria-valuetext", ply ? `after ${ply} plies: ${game.moves[ply - 1][0]}` : "the start");
  const rows = findAll("#moves tbody tr");
  rows.forEach((row, place) => row.classList.toggle("now", place === ply));
  if (scroll) bringToSight(rows[ply]);
  find("#now")?.setAttribute("transform", `translate(${ply} 0)`);
  if (ply === game.moves.length) stop();
}

/** Scrolls the list of moves, and nothing else, so that a row is in sight. */
function bringToSight(row) {
  const list = find("#moves");
  const top = row.offsetTop - list.clientHeight / 2;
  list.scrollTo({ top, behavior: "instant" });
}

function listMoves() {
  const body = find("#moves tbody");
  const start = make("tr");
  start.append(make("td"), make("td", { colspan: 5, class: "muted" }, "Start"));
  body.replaceChildren(start);
  game.moves.forEach(([text, , time, clock, score, depth], place) => {
    const count = place + (game.first === game.opens ? 0 : 1);
    const row = make("tr", { class: `${moverOf(place)}${place < game.opening ? " opening" : ""}` });
    const number = `${Math.floor(count / 2) + 1}${count % 2 ? "…" : "."}`;
    row.append(make("td", { class: "muted" }, number), make("td", { class: "move" }, text));
    for (const cell of [score, depth, time == null ? null : timeText(time), clock == null ? null : clockText(clock)]) {
      row.append(make("td", {}, cell ?? ""));
    }
    body.append(row);
  });
  findAll("tr", body).forEach((row, place) => row.addEventListener("click", () => show(place, { scroll: false })));
  // A column without a value in any move is left out.
  [4, 5, 2, 3].forEach((value, place) => {
    const isTold = game.moves.some((move) => move[value] != null);
    findAll(`#moves :is(th, td):nth-child(${place + 3})`).forEach((cell) => (cell.hidden = !isTold));
  });
}

/** A score in pawns squeezed to -1..1, so that all of them fit. */
function height(score) {
  if (score.startsWith("#")) return score.startsWith("#-") ? -1 : 1;
  return Math.tanh(parseFloat(score) / 4);
}

function drawScores() {
  const graph = find("#scores");
  const moves = game.moves;
  const paths = ["white", "black"].map((side) => {
    const told = moves.map((move, place) => [place + 1, move[4], moverOf(place)]);
    const own = told.filter(([, score, mover]) => score != null && mover === side);
    return own.map(([x, score]) => [x, -height(score)]);
  });
  const isTold = paths.some((points) => points.length > 2);
  graph.toggleAttribute("hidden", !isTold);
  find("#legend").hidden = !isTold;
  graph.setAttribute("viewBox", `0 -1.1 ${Math.max(moves.length, 1)} 2.2`);
  graph.replaceChildren(make("svg:path", { class: "zero", d: `M0 0H${moves.length}` }));
  paths.forEach((points, place) => {
    const d = points.map((point, i) => `${i ? "L" : "M"}${point.join(" ")}`).join("");
    graph.append(make("svg:path", { class: place ? "black" : "white", d }));
  });
  graph.append(make("svg:path", { id: "now", d: "M0 -1.1V1.1" }));
}

function open(number) {
  stop();
  game = games.get(number);
  find("#viewer-title").textContent = `Game ${number}`;
  const result = game.result.replaceAll("1/2", "½");
  find("#ending").textContent = `${result} · ${game.ending} · opening: ${game.openingName}`;
  find("#fault").textContent = game.fault ?? "";
  find("#fault").hidden = !game.fault;
  slider.max = game.moves.length;
  setStage();
  listMoves();
  drawScores();
  if (!viewer.open) viewer.showModal();
  find("#board").focus({ preventScroll: true });
  show(game.moves.length);
}

function stop() {
  clearInterval(playing);
  playing = null;
  playButton.setAttribute("aria-pressed", "false");
}

function play() {
  if (playing) return stop();
  if (ply === game.moves.length) show(0);
  playButton.setAttribute("aria-pressed", "true");
  playing = setInterval(() => show(ply + 1), FRAME_MS);
}

function flip() {
  flipped = !flipped;
  setStage();
  show(ply);
}

/** The game before or after this one among those that the list shows, in its order. */
function neighbour(step) {
  const shown = findAll("#games tbody tr:not([hidden])").map((row) => Number(row.dataset.game));
  const next = shown[shown.indexOf(game.number) + step];
  if (next !== undefined) location.replace(`#game-${next}`);
}

const actions = {
  first: () => show(0),
  back: () => show(ply - 1),
  play,
  forward: () => show(ply + 1),
  last: () => show(game.moves.length),
  flip,
  previous: () => neighbour(-1),
  next: () => neighbour(1),
  close: () => viewer.close(),
};
const keys = { Home: "first", ArrowLeft: "back", " ": "play", ArrowRight: "forward", End: "last", f: "flip" };
Object.assign(keys, { ArrowUp: "previous", ArrowDown: "next" });

function follow() {
  const number = Number(/^#game-(\d+)$/.exec(location.hash)?.[1]);
  if (games.has(number)) open(number);
  else viewer.close();
}

findAll("[data-action]").forEach((button) => button.addEventListener("click", actions[button.dataset.action]));
slider.addEventListener("input", () => show(Number(slider.value)));
find("#scores").addEventListener("click", (event) => {
  const box = event.currentTarget.getBoundingClientRect();
  show(Math.round(((event.clientX - box.left) / box.width) * game.moves.length));
});
viewer.addEventListener("keydown", (event) => {
  const action = keys[event.key];
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " && event.target.closest("button")) return;
  event.preventDefault();
  actions[action]();
});
viewer.addEventListener("close", () => {
  stop();
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
});
findAll("#games tbody tr").forEach((row) =>
  row.addEventListener("click", (event) => {
    if (!event.target.closest("a")) location.hash = `game-${row.dataset.game}`;
  }),
);
window.addEventListener("hashchange", follow);
follow();
