// What was traced, and how this page was made.

section("trace", "Trace", async root => {
  if (root.firstChild) return;
  const [report, page] = await Promise.all([data("report"), data("page")]);
  const rows = entries => h("table.facts", null, ...entries.filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => h("tr", null, h("th", {scope: "row"}, key), h("td.text", null, h("span.mono", null, String(value))))));
  root.append(
    ...[warnings(report)].filter(Boolean),
    h("h2", null, "This page"),
    rows([["Made by", page.command], ["With", page.version], ["From", report.trace.file], ["Covers", page.selection ?? "the whole trace"],
      ["Call stacks known from", report.selection?.stacksFrom && `instruction ${grouped(report.selection.stacksFrom)}`]]),
    h("h2", null, "How the run ended"),
    rows([["Reason", report.trace.exitReason ?? "not known: the trace has no end record"], ["Exit code", report.trace.exitCode],
      ["Hash of the contents", report.trace.contentHash], ["Format", report.trace.format], ["Frames", grouped(report.trace.frames)],
      ["Of these passed over, not counted below", report.trace.framesPassed && grouped(report.trace.framesPassed)],
      ["Branch bits", grouped(report.trace.bits)], ["Targets", grouped(report.trace.targets)]]),
    h("h2", null, "What was traced"),
    rows(Object.entries(report.trace.header)));
});
