// The base of all sections: data blocks, elements, numbers, sections by location hash.
// Text of the guest (names of tasks and symbols) reaches the page as text nodes and canvas text only.

/** A data block of this file, unpacked when first asked for: JSON, gzip, base64. null where there is none. */
const data = (() => {
  const known = new Map();
  async function unpack(name) {
    const block = document.getElementById("data-" + name);
    if (!block) return null;
    const packed = atob(block.textContent);
    const bytes = new Uint8Array(packed.length);
    for (let i = 0; i < packed.length; i++) bytes[i] = packed.charCodeAt(i);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).json();
  }
  return name => {
    if (!known.has(name)) known.set(name, unpack(name));
    return known.get(name);
  };
})();

/** An element: h("td.left", {title: "x"}, "text", element, ...). Attributes that start with "on" are listeners. */
function h(what, attributes, ...content) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...content.filter(c => c !== null && c !== undefined));
  return element;
}

// ---- numbers, as the text report prints them

const grouped = (() => {
  const format = new Intl.NumberFormat("en-US", {maximumFractionDigits: 0});
  return value => format.format(value);
})();
const fixed = (() => {
  const formats = new Map();
  return (value, digits) => {
    if (!formats.has(digits)) {
      formats.set(digits, new Intl.NumberFormat("en-US", {minimumFractionDigits: digits, maximumFractionDigits: digits}));
    }
    return formats.get(digits).format(value);
  };
})();
const percent = (part, whole) => whole ? fixed(100 * part / whole, 2) + " %" : "–";

/** A short number for axes and headings: 4.18 G. */
function si(value) {
  const prefixes = ["", "k", "M", "G", "T", "P"];
  let i = 0;
  while (Math.abs(value) >= 999.5 && i < prefixes.length - 1) {
    value /= 1000;
    i++;
  }
  const digits = i === 0 ? (Number.isInteger(value) ? 0 : 2) : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return value.toFixed(digits) + (i ? " " + prefixes[i] : "");
}

/** Seconds with a fitting unit; null where guest time is not known. */
function duration(seconds) {
  if (seconds === null) return "unknown";
  const a = Math.abs(seconds);
  if (a === 0) return "0 s";
  if (a < 1e-6) return fixed(seconds * 1e9, 0) + " ns";
  if (a < 1e-3) return fixed(seconds * 1e6, a < 1e-5 ? 2 : 1) + " µs";
  if (a < 1) return fixed(seconds * 1e3, a < 1e-2 ? 3 : 2) + " ms";
  return fixed(seconds, 3) + " s";
}

const bytes = value => grouped(value) + " bytes";

/** A share of the whole with a bar behind it. */
function share(part, whole) {
  const element = h("span.share", null, percent(part, whole));
  if (whole) element.style.setProperty("--part", Math.min(100, 100 * part / whole) + "%");
  return element;
}

/** The index of the last value that is not above the wanted one; values ascend. */
function lastNotAbove(values, wanted) {
  let low = 0, high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (values[middle] <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}

// ---- colours for canvases

/** What a CSS variable comes to in the present scheme. */
function colour(name) {
  const probe = document.getElementById("tip");
  probe.style.setProperty("outline-color", `var(--${name})`);
  const value = getComputedStyle(probe).outlineColor;
  probe.style.removeProperty("outline-color");
  return value;
}

const schemeListeners = [];
const onSchemeChange = listener => schemeListeners.push(listener);

/** A canvas of a size in CSS pixels, sharp on any screen; returns its context. */
function sized(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.max(1, Math.round(width * ratio));
  canvas.height = Math.max(1, Math.round(height * ratio));
  canvas.style.height = height + "px";
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

// ---- tooltip

const tip = {
  show(event, ...content) {
    const box = document.getElementById("tip");
    box.replaceChildren(...content);
    box.hidden = false;
    const x = event.clientX + 14, y = event.clientY + 16;
    box.style.left = Math.max(4, Math.min(x, innerWidth - box.offsetWidth - 8)) + "px";
    box.style.top = (y + box.offsetHeight > innerHeight - 4 ? Math.max(4, event.clientY - box.offsetHeight - 10) : y) + "px";
  },
  hide() {
    document.getElementById("tip").hidden = true;
  },
};

/** Pairs of a tooltip: name, value, name, value ... */
function pairs(...values) {
  const list = h("dl");
  for (let i = 0; i < values.length; i += 2) list.append(h("dt", null, values[i]), h("dd", null, values[i + 1]));
  return list;
}

// ---- sections

/** In the order of the navigation. */
const sections = [];

/**
 * A section of the page: its part of the location hash, its title in the navigation, and what fills it.
 * show(root, state, ...parts of the hash) is called each time it is shown; root is empty the first time. One without a title
 * is not listed; it belongs to its parent. keys: [key, what it does] for the help.
 */
function section(id, title, show, parent, keys = []) {
  sections.push({id, title, show, parent, keys});
}

let current = null;

/** What the address says beside the section: #flame?task=3&q=memcpy. Sections show what it says, and write what a user changes. */
function addressParts(hash) {
  const [path, query = ""] = hash.replace(/^#/, "").split("?");
  return {parts: path.split("/").map(part => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  }), state: new URLSearchParams(query)};
}

/** Puts what a user chose into the address, so that it can be copied; null, "" and false are what is shown without it. */
function remember(values) {
  const {state} = addressParts(location.hash);
  for (const [key, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === false || value === "") state.delete(key);
    else state.set(key, value === true ? "1" : String(value));
  }
  const query = state.toString();
  const path = location.hash.replace(/^#/, "").split("?")[0] || current.id;
  try {
    history.replaceState(null, "", "#" + path + (query ? "?" + query : ""));
  } catch {
    // Some browsers refuse it to files, or so many in a short time: the page works without.
  }
  // Who comes back by the navigation finds the section as it was left.
  current.link?.setAttribute("href", location.hash);
}

async function route() {
  const {parts: [id, ...rest], state} = addressParts(location.hash);
  const next = sections.find(s => s.id === id) || sections[0];
  tip.hide();
  if (current && current !== next) current.root.hidden = true;
  if (!next.root) {
    next.root = h("section", {id: "section-" + next.id, tabindex: "-1"});
    document.getElementById("main").append(next.root);
  }
  const moved = current !== next;
  current = next;
  next.root.hidden = false;
  for (const s of sections) {
    if (!s.link) continue;
    if (s === next || s.id === next.parent) s.link.setAttribute("aria-current", "page");
    else s.link.removeAttribute("aria-current");
  }
  next.link?.setAttribute("href", location.hash || "#" + next.id);
  next.link?.scrollIntoView({block: "nearest", inline: "nearest"});
  if (moved) scrollTo(0, 0);
  routed.forEach(listener => listener(state));
  await next.show(next.root, state, ...rest);
  document.documentElement.dataset.ready = next.id;
  // For whoever measures how long a page takes to open.
  window.drawn ??= performance.now();
}

/** Called with the state before any section is shown. */
const routed = [];

/** Buttons of which one is pressed: choice("Axis", value => ..., ["text", value, title] ...); set(value) presses without calling. */
function choice(label, chosen, ...options) {
  const group = h("span.group", {role: "group", "aria-label": label});
  const press = value => {
    group.value = value;
    for (const button of group.children) button.setAttribute("aria-pressed", String(button.value === String(value)));
  };
  group.set = press;
  for (const [text, value, title] of options) {
    group.append(h("button", {type: "button", value, title, onclick: () => {
      press(value);
      chosen(value);
    }}, text));
  }
  press(options[0][1]);
  return group;
}

/** Runs it when the width of the page may have changed. */
const resizeListeners = [];
const onResize = listener => resizeListeners.push(listener);

function schemes() {
  const button = document.getElementById("scheme");
  const states = ["system", "light", "dark"];
  let state = "system";
  try {
    state = localStorage.getItem("bbt-scheme") || "system";
  } catch {
    // Storage is refused to files in some browsers: the choice lasts as long as the page.
  }
  const apply = () => {
    if (state === "system") delete document.documentElement.dataset.scheme;
    else document.documentElement.dataset.scheme = state;
    button.textContent = "Colours: " + state;
    schemeListeners.forEach(listener => listener());
  };
  button.addEventListener("click", () => {
    state = states[(states.indexOf(state) + 1) % states.length];
    try {
      localStorage.setItem("bbt-scheme", state);
    } catch {
      // As above.
    }
    apply();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
  let before;
  addEventListener("beforeprint", () => {
    before = state;
    state = "light";
    apply();
  });
  addEventListener("afterprint", () => {
    state = before;
    apply();
  });
  apply();
}

/** What keys do, on the whole page and in the present section. */
function help() {
  const list = keys => h("dl.keys", null, ...keys.flatMap(([key, text]) => [h("dt", null, ...key.split(" ").map(k => h("kbd", null, k))), h("dd", null, text)]));
  const dialog = h("dialog", {"aria-label": "Help", onclose: () => dialog.remove(), onclick: event => {
    if (event.target === dialog) dialog.close();
  }},
    h("form", {method: "dialog"}, h("button", {"aria-label": "Close", title: "Close"}, "✕")),
    h("h2", null, "Keys"),
    list([["?", "this help"], ["/", "to the search field; Esc leaves it"], ["1 … 9", "to a section, in the order of the navigation"], ["[ ]", "to the section before, the next one"], ...extraKeys]),
    ...(current.keys.length ? [h("h3", null, current.title || "This section"), list(current.keys)] : []),
    h("p.note", null, "What you see is in the address of the page: copy it to show somebody else the same place of this file. Search fields take a part of a name, or a regular expression /between slashes/. Columns sort by a click on their heads."));
  document.body.append(dialog);
  dialog.showModal();
}

/** Keys of the whole page that not every page has. */
const extraKeys = [];
const keyListeners = new Map();

function pageKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const field = current.root.querySelector("input[type=search]");
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) {
    if (event.key === "Escape" && event.target.type === "search") event.target.blur();
    return;
  }
  const listed = sections.filter(s => s.title);
  // By the address, not by what is drawn: keys may come faster.
  const its = sections.find(s => s.id === addressParts(location.hash).parts[0]) || sections[0];
  const here = listed.findIndex(s => s === its || s.id === its.parent);
  const go = next => {
    if (next) next.link.click();
  };
  if (event.key === "/" && field) {
    field.focus();
    field.select();
  } else if (event.key === "?") help();
  else if (/^[1-9]$/.test(event.key)) go(listed[Number(event.key) - 1]);
  else if (event.key === "[") go(listed[here - 1]);
  else if (event.key === "]") go(listed[here + 1]);
  else if (keyListeners.has(event.key)) keyListeners.get(event.key)();
  else return;
  event.preventDefault();
}

function start() {
  schemes();
  const nav = document.getElementById("nav");
  for (const s of sections) if (s.title) nav.append(s.link = h("a", {href: "#" + s.id}, s.title));
  document.getElementById("help").addEventListener("click", help);
  addEventListener("hashchange", route);
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== width) {
      width = innerWidth;
      resizeListeners.forEach(listener => listener());
    }
  });
  document.addEventListener("keydown", pageKey);
  route();
}
