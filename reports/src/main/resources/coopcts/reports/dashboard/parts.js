"use strict";
// What all pages are made of.
const html = htm.bind(preact.h);
const {useState, useEffect, useMemo, useRef} = preactHooks;
const pages = {};

const number = n => (n === undefined ? "" : n.toLocaleString("en"));
const percent = share => (share >= 0.9995 && share < 1 ? "99.9" : (100 * share).toFixed(share === 1 || share === 0 ? 0 : 1)) + " %";
const seconds = s => (s < 0.0995 ? (s * 1000).toFixed(0) + " ms" : s < 120 ? s.toFixed(1) + " s" : s < 7200 ? (s / 60).toFixed(0) + " min" : (s / 3600).toFixed(1) + " h");
const two = n => String(n).padStart(2, "0");
const day = ms => { const t = new Date(ms); return `${t.getFullYear()}-${two(t.getMonth() + 1)}-${two(t.getDate())}`; };
const time = ms => { const t = new Date(ms); return `${day(ms)} ${two(t.getHours())}:${two(t.getMinutes())}`; };

// Addresses: #/page/what?filters
function address(path, query) {
  const used = Object.entries(query || {}).filter(([, value]) => value !== "" && value !== undefined && value !== null);
  const text = new URLSearchParams(used.map(([key, value]) => [key, String(value)])).toString();
  return "#/" + path.map(encodeURIComponent).join("/") + (text ? "?" + text : "");
}
function here() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const decode = text => { try { return decodeURIComponent(text); } catch (e) { return text; } };
  return {path: path.split("/").filter(Boolean).map(decode), query: Object.fromEntries(new URLSearchParams(query || ""))};
}
function filter(changes) {
  const {path, query} = here();
  history.replaceState(null, "", address(path, {...query, ...changes}));
  window.dispatchEvent(new Event("coopcts-filter"));
}

// Data that a page needs; null until it is there.
function useData(...keys) {
  const [state, set] = useState({});
  const wanted = keys.join(" ");
  useEffect(() => {
    let alive = true;
    Promise.all(keys.map(coopcts.load)).then(values => alive && set({wanted, values}), error => alive && set({wanted, error}));
    return () => { alive = false; };
  }, [wanted]);
  if (state.wanted === wanted && state.error) throw state.error;
  return state.wanted === wanted ? state.values : null;
}
const Loading = () => html`<p class="quiet" role="status">Loading …</p>`;

// Verdicts never speak by colour alone: each has a sign.
const SIGNS = {P: "✓", W: "!", L: "~", B: "◇", F: "✕", E: "E", C: "C", T: "T", D: "D", I: "I", M: "M", N: "–", S: "s", U: "?", ".": "·"};
const groupOf = letter => (letter === "." ? "none" : coopcts.site.outcome[letter.toUpperCase()]?.group || "failed");
const toneOf = letter => (letter.toUpperCase() === "W" ? "warned" : groupOf(letter));
const wordsOf = letter => (letter === "." ? "not run" : coopcts.site.outcome[letter.toUpperCase()]?.words || "unknown");
const isExpected = letter => letter === letter.toUpperCase();
function Verdict({letter, small}) {
  const label = wordsOf(letter) + (letter !== "." && !isExpected(letter) && groupOf(letter) === "passed" ? ", unexpected" : "");
  return html`<span class=${"verdict " + toneOf(letter)}><span class="sign" aria-hidden="true">${SIGNS[letter.toUpperCase()] || "?"}</span><span class=${small ? "hidden" : ""}>${label}</span></span>`;
}
function verdictElement(letter, words) {
  const outer = document.createElement("span");
  outer.className = "verdict " + toneOf(letter);
  const sign = document.createElement("span");
  sign.className = "sign";
  sign.setAttribute("aria-hidden", "true");
  sign.textContent = SIGNS[letter.toUpperCase()] || "?";
  const text = document.createElement("span");
  text.textContent = wordsOf(letter);
  if (!words) text.className = "hidden";
  outer.append(sign, text);
  return outer;
}

function groups(counts) {
  const sums = {passed: 0, unstable: 0, failed: 0, compiled: 0, absent: 0, warned: 0};
  for (const [letter, n] of Object.entries(counts || {})) {
    sums[groupOf(letter)] += n;
    if (letter === "W") sums.warned += n;
  }
  sums.run = sums.passed + sums.unstable + sums.failed;
  return sums;
}
const GROUP_WORDS = {passed: "passed", unstable: "flaky", failed: "failed", compiled: "compiled, not run", absent: "not supported or skipped"};
function Bar({counts}) {
  const sums = groups(counts);
  const all = sums.run + sums.compiled + sums.absent || 1;
  return html`<span class="bar" aria-hidden="true">${["passed", "unstable", "failed", "compiled", "absent"].filter(key => sums[key]).map(key => html`<span class=${key} style=${{flexGrow: Math.max(sums[key] / all, 0.012)}}></span>`)}</span>`;
}
function Counts({counts, words}) {
  const sums = groups(counts);
  const one = (key, sign) => (sums[key] || key === "passed") && html`<span class=${"count " + key}><span aria-hidden="true">${sign}</span> ${number(sums[key])}<span class=${words ? "" : "hidden"}> ${GROUP_WORDS[key]}</span></span>`;
  return html`<span class="counts">${one("passed", "✓")}${one("failed", "✕")}${one("unstable", "~")}${one("compiled", "◇")}${one("absent", "–")}</span>`;
}

const DeviceLink = ({device}) => html`<a href=${address(["device", device.id])} title=${device.name + " · " + device.driver}>${device.short}</a>`;
const RunLink = ({run}) => html`<a href=${address(["run", run.id])} title=${run.folder}>${time(run.started)}</a>`;
const CaseLink = ({name}) => html`<a class="name" href=${address(["case", name])}>${name}</a>`;
const AssertionLink = ({id}) => html`<a class="name nowrap" href=${address(["assertion", id])}>${id}</a>`;
function Fact({name, children}) {
  return html`<div class="fact"><dt>${name}</dt><dd>${children}</dd></div>`;
}
function Select({label, value, options, change}) {
  return html`<label class="field"><span>${label}</span><select value=${value} onChange=${e => change(e.target.value)}>${options.map(([key, text]) => html`<option value=${key} selected=${key === value}>${text}</option>`)}</select></label>`;
}
function Search({label, value, change, hint}) {
  const timer = useRef();
  const [text, set] = useState(value);
  useEffect(() => set(value), [value]);
  return html`<label class="field grow"><span>${label}</span><input type="search" class="search" placeholder=${hint} value=${text} spellcheck=${false} autocomplete="off"
    onInput=${e => { const now = e.target.value; set(now); clearTimeout(timer.current); timer.current = setTimeout(() => change(now), 120); }}
    onKeyDown=${e => { if (e.key === "Enter") { clearTimeout(timer.current); change(e.target.value); } }} /></label>`;
}
function Crumbs({to}) {
  return html`<nav class="crumbs" aria-label="Where this page is">${to.map(([text, target], i) => html`${i ? html`<span aria-hidden="true"> / </span>` : ""}<a href=${target}>${text}</a>`)}</nav>`;
}
// What people wrote in notes.txt, with its addresses as links.
const NoteText = ({text}) => html`<span class="note-text">${text.split(/(https?:\/\/[^\s<>"]+)/).map((part, i) => (i % 2 ? html`<a href=${part} rel="noreferrer">${part.replace(/^https?:\/\//, "")}</a>` : part))}</span>`;
const Notes = ({numbers}) => (numbers.length ? html`<ul class="notes" aria-label="Notes">${numbers.map(n => html`<li><span aria-hidden="true">✎ </span><${NoteText} text=${coopcts.site.notes[n][1]} /></li>`)}</ul>` : "");
// Those on a case or an assertion by its name.
const notesOn = name => coopcts.site.notes.map((_, n) => n).filter(n => { const about = coopcts.site.notes[n][0]; return about === name || (about.includes(".") && coopcts.matcher(about)(name)); });
const AllNotes = () => (coopcts.site.notes.length ? html`<section aria-labelledby="h-notes"><h2 id="h-notes">Notes</h2><${Plain} caption="Notes" heads=${["About", "Note"]} rows=${coopcts.site.notes.map(([about, text]) => [html`<a class="name" href=${address(...(about.includes(".") ? [["cases"], {q: about}] : /^[0-9a-f]{8}$/.test(about) ? [["bucket", about]] : [["assertion", about]]))}>${about}</a>`, html`<${NoteText} text=${text} />`])} /></section>` : "");
// A table of a few dozen lines; longer ones are Table's. On a narrow screen each line is a card.
function Plain({caption, heads, rows, foot}) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${caption}><table class="plain"><caption class="hidden">${caption}</caption><thead><tr>${heads.map(head => html`<th scope="col" class=${head.startsWith("#") ? "n" : ""}>${head.replace(/^#/, "")}</th>`)}</tr></thead>
    <tbody>${rows.map(cells => html`<tr>${cells.map((cell, i) => (i ? html`<td class=${heads[i].startsWith("#") ? "n" : ""} data-label=${heads[i].replace(/^#/, "")}>${cell}</td>` : html`<th scope="row" class=${heads[i].startsWith("#") ? "n" : ""} data-label=${heads[i].startsWith("#") ? heads[i].slice(1) : ""}>${cell}</th>`))}</tr>`)}</tbody>${foot || ""}</table></div>`;
}
// A picture, and in words what is under the pointer or the finger: an image shows no titles of its own.
function Picture({name, svg}) {
  const [said, say] = useState("");
  const marks = useMemo(() => {
    // Without namespaces its elements are names alone: no handler of theirs is tried.
    const root = new DOMParser().parseFromString(svg.replace(/\sxmlns(:[\w.-]+)?\s*=\s*("[^"]*"|'[^']*')/g, ""), "text/xml").documentElement;
    const at = (node, key) => Number(node.getAttribute(key));
    return {width: at(root, "width") || 1, rects: [...root.querySelectorAll("rect")].filter(rect => rect.querySelector("title")).map(rect => [at(rect, "x"), at(rect, "y"), at(rect, "width"), at(rect, "height"), rect.querySelector("title").textContent])};
  }, [svg]);
  const point = event => {
    const scale = marks.width / event.currentTarget.clientWidth;
    const x = event.offsetX * scale, y = event.offsetY * scale;
    const found = marks.rects.find(([left, top, width, height]) => x >= left && x < left + width && y >= top && y < top + height);
    say(found ? found[4] : "");
  };
  return html`<div class="picture"><div class="pan" tabindex="0" role="region" aria-label=${"Elements of " + name}><img alt=${"Picture " + name} onPointerMove=${point} onPointerDown=${point} src=${"data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg)} /></div>${marks.rects.length ? html`<p class="quiet small" role="status">${said || "Point at an element, or tap it, to read it."}</p>` : ""}</div>`;
}
const Empty = ({children}) => html`<p class="quiet empty">${children}</p>`;
