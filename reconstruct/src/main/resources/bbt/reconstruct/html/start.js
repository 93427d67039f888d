// Last: the head of the page, then the section that the address names.

Promise.all([data("report"), data("page")]).then(([report, page]) => {
  const seconds = report.reconstruction.guestSeconds; // null: the trace is an imported one
  document.getElementById("facts").textContent =
    `${grouped(report.instructions)} instructions`
    + (seconds === null ? "" : ` · ${duration(seconds)} of guest time`)
    + (report.harts.length > 1 ? ` · ${report.harts.length} harts` : "")
    + (page.selection ? ` · only ${page.selection}` : "")
    + (report.complete ? "" : " · incomplete");
});
unitSwitch().then(start);
