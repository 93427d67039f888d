// Annotated disassembly of a function, and the table of hot basic blocks.

const LINE_HEIGHT = 20;
const LANE_WIDTH = 7;
const MOST_LANES = 10;

/** Arrows of jumps inside a function: {from, to, lane}; shorter ones are further to the right. */
function jumpLanes(arrows) {
  const taken = [];
  arrows.sort((a, b) => Math.abs(a.to - a.from) - Math.abs(b.to - b.from));
  for (const arrow of arrows) {
    const low = Math.min(arrow.from, arrow.to), high = Math.max(arrow.from, arrow.to);
    let lane = 0;
    while (lane < MOST_LANES - 1 && taken[lane]?.some(([a, b]) => a <= high && b >= low)) lane++;
    (taken[lane] ||= []).push([low, high]);
    arrow.lane = lane;
  }
  return Math.max(1, taken.length);
}

/** An element of a drawing; the frame of the page has an empty one, which says their namespace. */
function svg(tag, attributes, ...content) {
  const element = document.createElementNS(document.getElementById("drawing").namespaceURI, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

/** Jumps as lines beside the instructions. */
function jumpPicture(arrows, lanes, rows) {
  const width = lanes * LANE_WIDTH + 10;
  const picture = svg("svg", {width, height: rows * LINE_HEIGHT, class: "jumps", "aria-hidden": "true"});
  for (const {from, to, lane, dead} of arrows) {
    const x = width - 8 - (lane + 1) * LANE_WIDTH + 0.5, end = width - 2;
    const y1 = from * LINE_HEIGHT + LINE_HEIGHT / 2 + (from === to ? -3 : to > from ? 2 : -2), y2 = to * LINE_HEIGHT + LINE_HEIGHT / 2 + (from === to ? 3 : to > from ? -2 : 2);
    picture.append(svg("path", {d: `M${end} ${y1}H${x}V${y2}H${end}m-4 -3l4 3l-4 3`, class: (to > from ? "down" : "up") + (dead ? " dead" : "")}));
  }
  return picture;
}

/** The code of a function, or why it is not there. */
function codeOf(f, codes, sources) {
  const code = codes.functions[f.id];
  if (!code) {
    return h("p.soft", null, `Not in this page, which holds the code of ${grouped(codes.shown)} of ${grouped(codes.executed)} executed functions. `
      + "More: --html-functions N; one alone: ", h("code", null, `bbt annotate TRACE '${f.name.replaceAll("'", "'\\''")}'`));
  }
  const rowAt = new Map();
  code.at.forEach((at, row) => {
    if (!rowAt.has(at)) rowAt.set(at, row);
  });
  const starts = new Set(code.starts);
  const address = BigInt(f.address);
  // What a line has of the function: its executions, or what they cost.
  const weights = unit === CYCLES ? code.cycles : code.count;
  const most = weights.reduce((a, b) => Math.max(a, b), 0);
  const whole = weights.reduce((a, b) => a + b, 0);
  // Rows: instructions, and where code never ran a row that says how much.
  const lines = [];
  const lineOf = [];
  const places = new Map(code.places.map(([row, file, line, inlined]) => [row, {file, line, inlined}]));
  code.at.forEach((at, row) => {
    if (row > 0) {
      const gap = at - (code.at[row - 1] + lengthOf(code, row - 1));
      if (gap > 0) lines.push({gap});
    }
    if (places.has(row)) lines.push({place: places.get(row)});
    lineOf[row] = lines.length;
    lines.push({row});
  });
  const arrows = [];
  code.at.forEach((at, row) => {
    const target = code.target[row];
    if (target?.at === undefined || !rowAt.has(target.at)) return;
    const taken = code.taken[row];
    if (isCall(code.text[row])) return;
    arrows.push({from: lineOf[row], to: lineOf[rowAt.get(target.at)], dead: taken === 0});
  });
  const lanes = jumpLanes(arrows);
  const list = h("div.code", {role: "table", "aria-label": "Disassembly of " + f.name});
  list.style.setProperty("--lanes", lanes * LANE_WIDTH + 14 + "px");
  list.append(h("div.head", {role: "row"}, h("span", {role: "columnheader"}, "Executed"), h("span", {role: "columnheader", title: `Of the function's own ${unit.word}`}, "Share"), h("span", {role: "columnheader", title: "How often the branch was taken"}, "Taken"), h("span"), h("span", {role: "columnheader"}, "Address"), h("span", {role: "columnheader"}, "Instruction")));
  const body = h("div.body", {role: "rowgroup"}, jumpPicture(arrows, lanes, lines.length));
  for (const {row, gap, place} of lines) {
    if (place) {
      body.append(h("div.place", null, h("span"), h("span"), h("span"), h("span"), h("span"), sourceLine(place, sources)));
      continue;
    }
    if (gap) {
      body.append(h("div.gap", null, h("span"), h("span"), h("span"), h("span"), h("span"), h("span", null, `${grouped(gap)} bytes that never ran`)));
      continue;
    }
    const count = code.count[row];
    const line = h("div" + (starts.has(row) ? ".start" : ""), {role: "row", id: "at-" + code.at[row]},
      h("span.n", {role: "cell"}, grouped(count)),
      h("span.n.soft", {role: "cell", title: code.cycles && `${grouped(code.cycles[row])} cycles`}, percent(weights[row], whole)),
      takenCell(code.taken[row], count),
      h("span"),
      h("span.address", {role: "cell"}, (address + BigInt(code.at[row])).toString(16)),
      instruction(f, code, row));
    if (code.misses?.[row]) line.lastChild.append(h("span.soft.misses", null, "  " + code.misses[row]));
    line.style.setProperty("--heat", Math.sqrt(weights[row] / Math.max(1, most)));
    body.append(line);
  }
  list.append(body);
  return h("div", null, h("p.note", null, `${grouped(code.instructions)} instructions, ${code.cycles ? grouped(code.cycles.reduce((a, b) => a + b, 0)) + " cycles, " : ""}entered ${grouped(code.entries)} times, ${grouped(code.starts.length)} basic blocks, ${grouped(code.at.length)} instructions of it ever ran. Hottest: `,
    h("a.hottest", {href: `#function/${f.id}/${code.at[weights.indexOf(most)]}`}, (address + BigInt(code.at[weights.indexOf(most)])).toString(16)), "."), h("div.scroll", null, list));
}

/** A line of source above its instructions. */
function sourceLine({file, line, inlined}, sources) {
  const its = sources.files[file];
  if (!its) return h("span");
  const text = its.text?.split("\n", line)[line - 1]?.trim();
  return h("span", null, h("a", {href: `#source/${file}/${line}`, title: its.path}, `${its.path.slice(its.path.lastIndexOf("/") + 1)}:${line || "?"}`),
    text ? "  " + text : "", inlined ? h("span.soft", null, `  [${inlined}]`) : "");
}

const isCall = text => /^(jal|call|c\.jal)\b/.test(text) && !/^jal\tzero/.test(text);

/** The length of an instruction: the next one's place says it, if nothing else does. */
const lengthOf = (code, row) => code.length[row] === "2" ? 2 : 4;

function takenCell(taken, count) {
  if (taken === undefined) return h("span", {role: "cell"});
  const cell = h("span.taken", {role: "cell", title: `taken ${grouped(taken)} times, not taken ${grouped(count - taken)} times`}, percent(taken, count));
  cell.style.setProperty("--part", count ? 100 * taken / count + "%" : "0%");
  return cell;
}

/** Mnemonic and operands; the target is a link. */
function instruction(f, code, row) {
  const [mnemonic, operands = ""] = code.text[row].split("\t");
  const cell = h("span.insn", {role: "cell"}, h("b", null, mnemonic));
  const target = code.target[row];
  if (!target) cell.append(operands);
  else {
    const all = functionList;
    const other = target.function === undefined ? null : all[target.function];
    const place = operands.indexOf(target.hex);
    const before = place >= 0 ? operands.slice(0, place).replace(/0x$/, "") : operands + "  # ";
    const after = place >= 0 ? operands.slice(place + target.hex.length) : "";
    const itself = target.at === 0 && isCall(code.text[row]);
    const link = itself ? h("a", {href: "#function/" + f.id}, f.name) : other ? h("a", {href: "#function/" + other.id}, other.name)
      : target.at !== undefined ? h("a", {href: `#function/${f.id}/${target.at}`}, `+0x${target.at.toString(16)}`.replace("+0x-", "-0x"))
      : target.hex;
    cell.append(before, link, after);
  }
  if (code.version[row]) cell.append(h("span.soft", null, "  replaced what was there before"));
  return cell;
}

section("blocks", "Hot blocks", async (root, state) => {
  if (!toFill(root)) {
    root.table?.restore(state);
    return;
  }
  const [report, hot, all] = await Promise.all([data("report"), data("hot"), functions()]);
  const total = report[unit.key], key = unit.key;
  const table = sortable([
    {title: "Function", left: true, name: true, value: b => b.name, cell: b => b.function >= 0 ? h("a", {href: `#function/${b.function}/${b.at}`}, b.name) : b.name},
    {title: "Program", left: true, value: b => b.program},
    {title: "Address", left: true, value: b => b.address, cell: b => h("code", null, b.address)},
    {title: unit.title, value: b => b[key], cell: b => grouped(b[key]), hint: unit.title + " of all executions of the block"},
    {title: "Share", value: b => b[key], cell: b => share(b[key], total)},
    {title: "Executed", value: b => b.executions, cell: b => grouped(b.executions)},
    {title: "Length", value: b => b.size, cell: b => grouped(b.size), hint: "Instructions of the block"},
    {title: "Ends with", left: true, value: b => b.ends, cell: b => h("code", null, b.ends.replace("\t", " "))},
    {title: "Taken", value: b => b.branches === undefined ? -1 : b.taken / b.branches, cell: b => b.branches === undefined ? "" : percent(b.taken, b.branches), hint: "Of the branch at its end"},
  ], {rows: hot.blocks, sort: 3, text: b => b.name, label: "hot basic blocks", key: ""});
  root.table = table;
  table.restore(state);
  const sum = hot.blocks.reduce((s, b) => s + b[key], 0);
  root.append(h("div.tools", null, table.field, table.count), table.element,
    h("p.note", null, hot.executed > hot.blocks.length
      ? `The ${grouped(hot.blocks.length)} basic blocks with the most instructions, of ${grouped(hot.executed)} that ran; they have ${percent(sum, total)} of all ${unit.word}.`
      : "Every basic block that ran."));
});
