// What the page counts: instructions, or with a cost model cycles.

const INSTRUCTIONS = {key: "instructions", title: "Instructions", word: "instructions", self: "self", inclusive: "inclusive", weight: (columns, node) => columns.self[node]};
const CYCLES = {key: "cycles", title: "Cycles", word: "cycles", self: "cycles", inclusive: "inclusiveCycles", weight: (columns, node) => columns.cycles[node]};

let unit = INSTRUCTIONS;

/** Whether a section is to be filled: for the first time, or because the numbers are others now. */
function toFill(root) {
  if (root.filledWith === unit) return false;
  root.filledWith = unit;
  root.replaceChildren();
  return true;
}

/** The switch in the page's head; the choice is in the address of every section. */
async function unitSwitch() {
  const report = await data("report");
  if (report.cycles === undefined) return;
  const change = next => {
    if (next === unit) return;
    unit = next;
    remember({unit: unit === CYCLES ? "cycles" : null});
    for (const s of sections) s.link?.setAttribute("href", withUnit(s.link.getAttribute("href")));
    route();
  };
  const group = choice("Count", value => change(value === "cycles" ? CYCLES : INSTRUCTIONS),
    ["Instructions", "instructions", "Numbers are retired instructions ( c )"], ["Cycles", "cycles", `Numbers are cycles by the cost model: ${report.costModel} ( c )`]);
  group.id = "unit";
  document.getElementById("help").before(group);
  const flip = () => {
    const next = unit === CYCLES ? INSTRUCTIONS : CYCLES;
    group.set(next.key);
    change(next);
  };
  extraKeys.push(["c", "instructions or cycles"]);
  keyListeners.set("c", flip);
  routed.push(state => {
    // A link without a unit, such as those inside the page, keeps the present one.
    if (state.get("unit") === "cycles") unit = CYCLES;
    else if (state.get("unit") === "instructions") unit = INSTRUCTIONS;
    else if (unit === CYCLES) remember({unit: "cycles"});
    group.set(unit.key);
  });
}

function withUnit(href) {
  const [path, query = ""] = href.split("?");
  const state = new URLSearchParams(query);
  if (unit === CYCLES) state.set("unit", "cycles");
  else state.delete("unit");
  return path + (state.size ? "?" + state : "");
}
