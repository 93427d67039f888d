// The first place at which the runs differ, both sides beside each other.

/** When and where it was. */
function moment({divergence: d, words}) {
  return h("p.soft.wide", null, "after ", keyed("divergence.instructions", grouped(d.instructions)), d.instructions === 1 ? " instruction" : " instructions",
    ...(d.hart > 0 || d.hartInstructions !== d.instructions ? [" of all harts (", keyed("divergence.hartInstructions", grouped(d.hartInstructions)), ` of hart ${d.hart})`] : []),
    ...(d.guestSeconds === null ? [] : [", at guest time ", keyed("divergence.guestSeconds", fixed(d.guestSeconds, 6)), " s"]), `, ${words.where}, ${d.privilege}-mode`);
}

/** A text that may be broken where its parts end, so that a table of long names fits. */
const breakable = text => h("span", null, ...text.split(/(?<=[,_.])(?=[^,_.])|(?=\+)/).flatMap((part, i) => i ? [h("wbr"), part] : [part]));

function flowTable(label, lines) {
  const sources = lines.some(l => l.source);
  const row = l => h("tr", {class: l.last ? "last" : null}, h("td", null, grouped(l.hartInstructions)), h("td.left", {title: l.address}, breakable(l.place)),
    h("td.left", null, h("code", null, breakable(l.text.replace("\t", " ")))), h("td.left.outcome", null, breakable(l.outcome)), ...(sources ? [h("td.left.soft", null, breakable(l.source))] : []));
  return h("table.flow", {"aria-label": label},
    h("thead", null, h("tr", null, h("th", {title: "Instructions of the hart before it"}, "Count"), ...["Where", "What", "Outcome", ...(sources ? ["Source"] : [])].map(t => h("th.left", null, t)))),
    h("tbody", null, ...lines.map(row)));
}

function stackTable(label, stack, different) {
  const SHOWN = 60;
  const sources = stack.some(l => l.source);
  // Frames that follow each other and are alike, as a recursion leaves them, are one row.
  const rows = [];
  stack.forEach((l, i) => {
    const last = rows.at(-1);
    const alike = last && ["address", "place", "entered"].every(key => last.l[key] === l[key]) && different(last.i) === different(i);
    if (alike) last.count++;
    else rows.push({l, i, count: 1});
  });
  return h("table.flow.stack", {"aria-label": label},
    h("tbody", null, ...rows.slice(0, SHOWN).map(({l, i, count}) => h("tr", {class: different(i) ? "differs" : null}, h("td.soft", null, String(i)), h("td.left", {title: l.address}, breakable(l.place), count > 1 ? `  (x ${grouped(count)})` : ""),
      h("td.left.soft", null, l.entered ? "← " + l.entered : "(outermost known)"), ...(sources ? [h("td.left.soft", null, breakable(l.source))] : []))),
    ...(rows.length > SHOWN ? [h("tr", null, h("td"), h("td.left.soft", null, `${grouped(stack.length - rows[SHOWN].i)} more`))] : [])));
}

/** What decided the way there; the last instruction of both is marked, and among them or behind them. */
function wayThere({before, lastLine}) {
  if (!lastLine) return before;
  const last = before.at(-1);
  return last && last.hartInstructions === lastLine.hartInstructions && last.address === lastLine.address
    ? [...before.slice(0, -1), {...last, outcome: [last.outcome, "last in both"].filter(Boolean).join(", "), last: true}]
    : [...before, {...lastLine, outcome: "last in both", last: true}];
}

section("divergence", "First divergence", async root => {
  if (root.firstChild) return;
  const diff = await data("diff");
  const {divergence: d, words} = diff;
  // Frames are compared from the outermost on: the innermost is where they part anyway.
  const fromEnd = (stack, i) => stack[stack.length - 1 - i];
  const differs = (own, other) => i => {
    const at = own.length - 1 - i, o = fromEnd(other, at);
    return i > 0 && (!o || o.place !== own[i].place);
  };
  const common = words.commonStack;
  // What both do behind an interrupt, say, is the same: once.
  const alike = d.a.after.length > 0 && JSON.stringify(d.a.after) === JSON.stringify(d.b.after);
  const side = (name, view, other) => {
    const over = /^the (trace is cut|run ends)/.test(view.next);
    return h("div." + name.toLowerCase(), null,
      h("h3", null, h("span.badge", null, name), view.place ? h("span", null, " goes on at ", breakable(view.place)) : over ? " ends" : " goes on"),
      h("p", null, h("code", null, view.next.replace("\t", " ")), view.source ? h("span.soft", null, "  " + view.source) : ""),
      ...(view.after.length && !alike ? [flowTable(`What ${name} does next`, view.after)] : []),
      ...(view.stack.length && !common.length ? [h("h3", null, "Call stack, innermost first"), stackTable(`Call stack in ${name}`, view.stack, differs(view.stack, other.stack))] : []));
  };
  root.append(
    h("h2", null, words.kind), h("p.wide", null, d.why), moment(diff),
    h("h3", null, "The way there, in both"),
    flowTable("The way there", wayThere(d)),
    h("div.sides", null, side("A", d.a, d.b), side("B", d.b, d.a)),
    ...(alike ? [h("h3", null, "From there on, in both"), flowTable("What both do next", d.a.after)] : []),
    ...(common.length ? [h("h3", null, "Call stack in both, innermost first"), stackTable("Call stack in both", common, () => false)] : []),
    ...([...d.a.stack, ...d.b.stack].some(l => l.place.startsWith("0x")) ? [h("p.note", null, "--binary ELF names functions that the trace has no symbols for, such as vmlinux.")] : []),
    h("h3", null, words.commandsFor), ...words.commands.map(command => h("p.command", null, h("code", null, command))));
});
