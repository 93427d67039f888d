// Last: the head of the page; sections for which there is nothing are left out.

const NEEDS = {divergence: "divergence", causes: "changes", flame: "changes", functions: "changes", paths: "changes", tasks: "changes", exceptions: "changes", order: "changes", code: "changes"};

Promise.all([data("diff"), data("page")]).then(([diff, page]) => {
  const facts = diff.identical ? "identical" : diff.divergence?.kind === "cut" ? "the same as far as both are recorded" : !diff.changes ? "different"
    : `B − A: ${signed(diff.changes.instructions.change)} instructions, ${relative(diff.changes.instructions.instructionsA, diff.changes.instructions.instructionsB) || "the same number"}`;
  document.getElementById("facts").textContent = facts + (page.selection ? ` · only ${page.selection}` : "");
  sections.splice(0, sections.length, ...sections.filter(s => !NEEDS[s.id] || diff[NEEDS[s.id]]));
  start();
});
