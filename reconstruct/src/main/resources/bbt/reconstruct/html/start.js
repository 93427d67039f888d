// Last: the head of the page, then the section that the address names.

data("report").then(report => {
  document.getElementById("facts").textContent =
    `${grouped(report.instructions)} instructions · ${duration(report.reconstruction.guestSeconds)} of guest time`
    + (report.harts.length > 1 ? ` · ${report.harts.length} harts` : "")
    + (report.complete ? "" : " · incomplete");
});
start();
