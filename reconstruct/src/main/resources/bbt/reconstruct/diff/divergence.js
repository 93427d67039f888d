// The first place at which the runs differ, both sides beside each other.

/** When and where it was. */
function moment(d) {
  return h("p.soft", null, "after ", keyed("divergence.instructions", grouped(d.instructions)), " instructions",
    ...(d.hart > 0 || d.hartInstructions !== d.instructions ? [` of all harts (hart ${d.hart}: `, keyed("divergence.hartInstructions", grouped(d.hartInstructions)), ")"] : []),
    ", at guest time ", keyed("divergence.guestSeconds", fixed(d.guestSeconds, 6)), ` s, ${d.where}, ${d.privilege}-mode`);
}

function flowTable(label, lines, last) {
  const sources = [...lines, ...(last ? [last] : [])].some(l => l.source);
  const row = l => h("tr", {class: l.mark || null}, h("td", null, l.hartInstructions === undefined ? "" : grouped(l.hartInstructions)), h("td.left", null, l.place),
    h("td.left", null, h("code", null, l.text.replace("\t", " "))), h("td.left.outcome", null, l.outcome), ...(sources ? [h("td.left.soft", null, l.source)] : []));
  return h("div.scroll", null, h("table.flow", {"aria-label": label},
    h("thead", null, h("tr", null, h("th", {title: "Instructions of the hart before it"}, "Count"), ...["Where", "What", "Outcome", ...(sources ? ["Source"] : [])].map(t => h("th.left", null, t)))),
    h("tbody", null, ...lines.map(row), ...(last ? [row(last)] : []))));
}

function stackTable(label, stack, different) {
  const SHOWN = 60;
  const sources = stack.some(l => l.source);
  return h("div.scroll", null, h("table.flow.stack", {"aria-label": label},
    h("tbody", null, ...stack.slice(0, SHOWN).map((l, i) => h("tr", {class: different(i) ? "differs" : null}, h("td.soft", null, String(i)), h("td.left", {title: l.address}, l.place),
      h("td.left.soft", null, l.entered ? "← " + l.entered : "(outermost known)"), ...(sources ? [h("td.left.soft", null, l.source)] : []))),
    ...(stack.length > SHOWN ? [h("tr", null, h("td"), h("td.left.soft", null, `${grouped(stack.length - SHOWN)} more`))] : []))));
}

section("divergence", "First divergence", async root => {
  if (root.firstChild) return;
  const diff = await data("diff");
  const d = diff.divergence;
  // Frames are compared from the outermost on: the innermost is where they part anyway.
  const fromEnd = (stack, i) => stack[stack.length - 1 - i];
  const differs = (own, other) => i => {
    const at = own.length - 1 - i, o = fromEnd(other, at);
    return i > 0 && (!o || o.place !== own[i].place);
  };
  const side = (name, view, other) => h("div." + name.toLowerCase(), null,
    h("h3", null, h("span.badge", null, name), view.place ? ` goes on at ${view.place}` : " goes on"),
    h("p", null, h("code", null, view.next.replace("\t", " ")), view.source ? h("span.soft", null, "  " + view.source) : ""),
    view.after.length ? flowTable(`What ${name} does next`, view.after) : h("p.soft", null, "It is over."),
    ...(view.stack.length ? [h("h3", null, "Call stack, innermost first"), stackTable(`Call stack in ${name}`, view.stack, differs(view.stack, other.stack))] : []));
  root.append(
    h("h2", null, d.kindText), h("p", null, d.why), moment(d),
    h("h3", null, "The way there, in both"),
    flowTable("The way there", d.before, d.last ? {place: "", text: d.last, outcome: "last in both", source: d.lastSource, mark: "last"} : null),
    h("div.sides", null, side("A", d.a, d.b), side("B", d.b, d.a)),
    ...([...d.a.stack, ...d.b.stack].some(l => l.place.startsWith("0x")) ? [h("p.note", null, "--binary ELF names functions that the trace has no symbols for, such as vmlinux.")] : []));
});
