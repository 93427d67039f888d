// The code of the functions that caused the change, both runs side by side.

const MARKS = {same: ["", "The same, executed as often for each call"], count: ["~", "Executed more or less often for each call"], other: ["|", "Another instruction"], only_a: ["<", "Executed in A alone, or not there in B"], only_b: [">", "Executed in B alone, or not there in A"]};

/** The cells of one side of a row; empty where the other stands alone. */
function sideCells(line) {
  if (!line) return [h("span", {role: "cell"}), h("span", {role: "cell"}), h("span", {role: "cell"})];
  const [mnemonic, operands = ""] = line.text.split("\t");
  return [h("span.n", {role: "cell"}, grouped(line.executions)), h("span.address", {role: "cell", title: line.address}, "+" + line.offset.toString(16)),
    h("span.insn", {role: "cell", title: line.text.replace("\t", " ")}, h("b", null, mnemonic), operands)];
}

/** Both runs' code of one function. */
function codePair(pair) {
  const list = h("div.code.pair", {role: "table", "aria-label": "Code of " + pair.name});
  const head = (title, hint) => h("span", {role: "columnheader", title: hint}, title);
  const heads = side => [head("Executed", "Times that the instruction was executed"), head("Offset", "From the function's start"), head(side)];
  list.append(h("div.head", {role: "row"}, ...heads("A"), head(""), ...heads("B")));
  const body = h("div.body", {role: "rowgroup"});
  for (const {mark, a, b} of pair.rows) {
    if (a?.source || b?.source) {
      body.append(h("div.place", null, h("span"), h("span"), h("span", {title: a?.source}, a?.source ?? ""), h("span"), h("span"), h("span"), h("span", {title: b?.source}, b?.source ?? "")));
    }
    const [sign, hint] = MARKS[mark];
    body.append(h("div." + mark, {role: "row"}, ...sideCells(a), h("span.mark", {role: "cell", title: hint}, sign), ...sideCells(b)));
  }
  list.append(body);
  return list;
}

section("code", "Code", async (root, state) => {
  const {code} = await data("diff");
  if (!root.firstChild) {
    if (!code.length) {
      root.append(h("p.note", null, "No function that both the traces and the changes name was executed."));
      return;
    }
    const select = h("select", {"aria-label": "Function", onchange: () => {
      show(Number(select.value));
      remember({f: select.value});
    }}, ...code.map((pair, i) => h("option", {value: i}, changedName(pair))));
    const place = h("div");
    const executed = side => `${grouped(side.instructions)} instructions in ${grouped(side.calls)} ${side.calls === 1 ? "call" : "calls"}`;
    const show = i => {
      const pair = code[i] ?? code[0];
      select.value = String(code[i] ? i : 0);
      place.replaceChildren(h("p.wide", null, `A: ${executed(pair.a)}. B: ${executed(pair.b)}.`), h("div.scroll", null, codePair(pair)));
    };
    root.append(h("div.tools", null, select), place,
      h("p.note", null, "Instructions are beside each other that do the same; addresses, which a linker fills in, do not count. ~ executed more or less often for each call, | another instruction, < in A alone, > in B alone. What was never executed is in no trace."));
    root.show = show;
  }
  root.show?.(Number(state.get("f") ?? 0));
});
