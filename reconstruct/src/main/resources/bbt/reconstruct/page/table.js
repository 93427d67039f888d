// Tables that sort by any column, filter by text, and grow as one asks for more rows.

const ROWS_AT_FIRST = 100;
const ROWS_MORE = 1000;

/**
 * A sortable table.
 *
 * columns: {title, value(row) for sorting, cell(row) a node or text (default: the value), left: text column, hint}
 * options: rows, sort: index of the first sort column, descending (default true), text(row): what the filter searches,
 *   label of the table, empty: what to say when nothing matches, first: rows shown at first,
 *   onshown(rows): told which rows the filter leaves,
 *   key: under which its filter and order are in the address (none: they are not)
 * Returns {element, field (the filter, or null), count (an element that says how many rows), rows(list), filter(predicate),
 * restore(state): what the address says}.
 */
function sortable(columns, options) {
  let rows = options.rows;
  let sort = options.sort ?? 0;
  let descending = options.descending ?? true;
  let extra = null;
  let limit = options.first || ROWS_AT_FIRST;
  const heads = columns.map((column, i) => {
    const button = h("button", {type: "button", title: column.hint, onclick: () => {
      if (sort === i) descending = !descending;
      else {
        sort = i;
        descending = !column.left;
      }
      draw();
      keep();
    }}, column.title);
    return h(column.left ? "th.left" : "th", {scope: "col"}, button);
  });
  const body = h("tbody");
  const more = h("button", {type: "button", onclick: () => {
    limit += ROWS_MORE;
    draw();
  }});
  const field = options.text
    ? h("input", {type: "search", placeholder: "Filter  ( / )", "aria-label": "Filter " + (options.label || "rows"), oninput: () => {
      limit = options.first || ROWS_AT_FIRST;
      draw();
      keep();
    }})
    : null;
  const keep = () => {
    if (options.key === undefined) return;
    const usual = sort === (options.sort ?? 0) && descending === (options.descending ?? true);
    remember({[options.key + "q"]: field?.value, [options.key + "sort"]: usual ? null : (descending ? "-" : "") + sort});
  };
  const count = h("span.soft");
  const element = h("div", null,
    h("div.scroll", null, h("table", {"aria-label": options.label}, h("thead", null, h("tr", null, ...heads)), body)),
    h("div.rest", null, more));

  function draw() {
    const match = field ? matcher(field.value) : () => true;
    let shown = rows.filter(row => (!extra || extra(row)) && (!field || match(options.text(row))));
    options.onshown?.(shown);
    const value = columns[sort].value;
    const way = descending ? -1 : 1;
    shown = shown.map((row, i) => [value(row), i, row]).sort((a, b) =>
      (a[0] < b[0] ? -way : a[0] > b[0] ? way : a[1] - b[1])).map(entry => entry[2]);
    heads.forEach((head, i) => {
      if (i === sort) head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    body.replaceChildren(...shown.slice(0, limit).map(row => h("tr", null, ...columns.map(column => {
      const content = column.cell ? column.cell(row) : column.value(row);
      return h(column.left ? column.name ? "td.name" : "td.left" : "td", column.name && {title: column.value(row)}, content);
    }))));
    if (!shown.length) body.append(h("tr", null, h("td.left.soft", {colspan: columns.length}, options.empty || "Nothing matches.")));
    const left = shown.length - limit;
    more.hidden = left <= 0;
    more.textContent = `Show ${grouped(Math.min(left, ROWS_MORE))} more of ${grouped(left)} left`;
    count.textContent = shown.length === rows.length ? `${grouped(rows.length)} rows` : `${grouped(shown.length)} of ${grouped(rows.length)} rows`;
  }

  draw();
  return {
    element, field, count, draw,
    restore(state) {
      if (field) field.value = state.get(options.key + "q") ?? "";
      const order = /^(-?)(\d+)$/.exec(state.get(options.key + "sort") ?? "");
      const known = order && Number(order[2]) < columns.length;
      sort = known ? Number(order[2]) : options.sort ?? 0;
      descending = known ? order[1] === "-" : options.descending ?? true;
      limit = options.first || ROWS_AT_FIRST;
      draw();
    },
    rows(list) {
      rows = list;
      draw();
    },
    filter(predicate) {
      extra = predicate;
      draw();
    },
  };
}

/** A test for text: what was typed is searched as it is, in any case; /between slashes/ it is a regular expression. */
function matcher(typed) {
  const expression = /^\/(.+)\/$/.exec(typed);
  if (expression) {
    try {
      const pattern = new RegExp(expression[1], "i");
      return text => pattern.test(text);
    } catch {
      return () => false;
    }
  }
  const wanted = typed.toLowerCase();
  return text => text.toLowerCase().includes(wanted);
}
