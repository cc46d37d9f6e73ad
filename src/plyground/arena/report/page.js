// The page of a report: tables that sort, and a list of games that filters. The viewer follows in the same module.
const find = (selector, root = document) => root.querySelector(selector);
const findAll = (selector, root = document) => [...root.querySelectorAll(selector)];

/** An element with attributes, in the SVG namespace where its name begins with "svg:". */
function make(name, attributes = {}, text = "") {
  const element = name.startsWith("svg:")
    ? document.createElementNS("http://www.w3.org/2000/svg", name.slice(4))
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

const sortKey = (row, column) => {
  const cell = row.cells[column];
  const value = cell.dataset.value ?? cell.textContent.trim();
  return value !== "" && !Number.isNaN(Number(value)) ? Number(value) : value;
};

function compare(one, other) {
  if (typeof one === typeof other) return one < other ? -1 : one > other ? 1 : 0;
  return typeof one === "number" ? -1 : 1;
}

for (const table of findAll("table.sortable")) {
  const heads = findAll("thead th", table);
  heads.forEach((head, column) => {
    find("button", head)?.addEventListener("click", () => {
      const falls = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", falls ? "descending" : "ascending");
      const rows = findAll("tbody tr", table);
      rows.sort((one, other) => compare(sortKey(one, column), sortKey(other, column)) * (falls ? -1 : 1));
      find("tbody", table).append(...rows);
    });
  });
}

const filters = find("#filters");

function isShown(row, { text, player, result, ending }) {
  const { white, black, result: score, ending: how } = row.dataset;
  if (player && white !== player && black !== player) return false;
  if (ending && how !== ending) return false;
  if (result === "won" || result === "lost") {
    const wins = score === (white === player ? "1-0" : "0-1");
    if (score === "1/2-1/2" || wins !== (result === "won")) return false;
  } else if (result && score !== result) return false;
  return row.textContent.toLowerCase().includes(text.trim().toLowerCase());
}

function filterGames() {
  const chosen = Object.fromEntries(new FormData(filters));
  const own = findAll("option.own", filters);
  own.forEach((option) => (option.disabled = !chosen.player));
  if (!chosen.player && ["won", "lost"].includes(chosen.result)) chosen.result = filters.elements.result.value = "";
  const rows = findAll("#games tbody tr");
  rows.forEach((row) => (row.hidden = !isShown(row, chosen)));
  find("#shown").textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
}

filters?.addEventListener("input", filterGames);
filters?.addEventListener("submit", (event) => event.preventDefault());
if (filters) {
  filters.hidden = false;
  filterGames();
}
