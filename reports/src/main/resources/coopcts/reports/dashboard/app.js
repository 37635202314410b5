"use strict";
const MENU = [["", "Overview", "o"], ["devices", "Devices", "d"], ["map", "Map", "m"], ["assertions", "Assertions", "a"], ["buckets", "Causes", "b"], ["cases", "Cases", "c"], ["runs", "Runs", "r"], ["compare", "Compare", "x"], ["trends", "Trends", "t"]];
// Of a single run there is nothing to compare and no trend.
const menu = () => (coopcts.site.runs.length > 1 ? MENU : MENU.filter(([key]) => key !== "compare" && key !== "trends"));
const PARENT = {device: "devices", assertion: "assertions", bucket: "buckets", case: "cases", run: "runs"};

class Guard extends preact.Component {
  constructor() { super(); this.state = {}; }
  static getDerivedStateFromError(error) { return {error}; }
  render({children, at}, {error}) {
    return error ? html`<h1>This page could not be made</h1><p class="note block">${String(error.message || error)}</p>` : children;
  }
}

function Help({close}) {
  const dialog = useRef();
  useEffect(() => dialog.current.showModal(), []);
  return html`<dialog ref=${dialog} onClose=${close} aria-labelledby="help-title"><h2 id="help-title">Keyboard</h2><table class="plain"><caption class="hidden">Keys</caption><thead><tr><th scope="col">Key</th><th scope="col">What it does</th></tr></thead><tbody>
    ${[["/", "search all cases"], ["?", "this help"], ["l", "light or dark"], ...menu().map(([, name, key]) => ["g " + key, name])].map(([key, text]) => html`<tr><th scope="row"><kbd>${key}</kbd></th><td>${text}</td></tr>`)}
    <tr><th scope="row"><kbd>Enter</kbd></th><td>in a table: open the line that is marked; arrows move</td></tr></tbody></table><form method="dialog"><button>Close</button></form></dialog>`;
}

function toggleTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("coopcts-theme", root.dataset.theme); } catch (e) { /* for this page only */ }
}

function App() {
  const [route, set] = useState(here());
  const [help, showHelp] = useState(false);
  const main = useRef();
  const shown = useRef(route.path.join("/"));
  useEffect(() => {
    const update = () => set(here());
    const moved = () => { update(); };
    window.addEventListener("hashchange", moved);
    window.addEventListener("coopcts-filter", update);
    let pending = false;
    const key = event => {
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
      if (pending) {
        pending = false;
        const target = menu().find(([, , letter]) => letter === event.key);
        if (target) location.hash = address(target[0] ? [target[0]] : []);
      } else if (event.key === "g") { pending = true; setTimeout(() => { pending = false; }, 1200);
      } else if (event.key === "/") { event.preventDefault(); document.getElementById("all-cases").focus();
      } else if (event.key === "?") { showHelp(true);
      } else if (event.key === "l") { toggleTheme(); }
    };
    window.addEventListener("keydown", key);
    return () => { window.removeEventListener("hashchange", moved); window.removeEventListener("coopcts-filter", update); window.removeEventListener("keydown", key); };
  }, []);
  const name = route.path[0] || "";
  const page = Object.hasOwn(pages, name) ? pages[name] : null;
  const title = page ? page.title(route.path.slice(1), route.query) : "No such page";
  useEffect(() => { document.title = title + " – CoopCTS"; }, [title]);
  useEffect(() => {
    const path = route.path.join("/");
    if (shown.current !== path) { shown.current = path; window.scrollTo(0, 0); main.current.focus({preventScroll: true}); }
  }, [route]);
  const marked = PARENT[name] || name;
  return html`<a class="skip" href="#main" onClick=${event => { event.preventDefault(); main.current.focus(); }}>Skip to the page</a>
    <header class="top"><a class="brand" href="#/">CoopCTS</a>
      <nav aria-label="Pages">${menu().map(([key, text]) => html`<a href=${address(key ? [key] : [])} aria-current=${marked === key ? "page" : undefined}>${text}</a>`)}</nav>
      <form class="quick" role="search" onSubmit=${event => { event.preventDefault(); const text = event.target.elements.q.value.trim(); if (text) location.hash = address(["cases"], {q: text}); }}><label><span class="hidden">Search all cases</span><input id="all-cases" name="q" type="search" placeholder="Search all cases   /" autocomplete="off" spellcheck=${false} /></label></form>
      <button type="button" class="plain-button" onClick=${toggleTheme} aria-label="Light or dark">◐</button><button type="button" class="plain-button" onClick=${() => showHelp(true)} aria-label="Keyboard help">?</button></header>
    <main id="main" ref=${main} tabindex="-1"><${Guard} key=${route.path.join("/")}>${page ? html`<${page.Page} path=${route.path.slice(1)} query=${route.query} />` : html`<h1>No such page</h1><p><a href="#/">Overview</a></p>`}</${Guard}></main>
    <footer>Made from ${coopcts.site.runs.length === 1 ? "the journal of one run" : `the journals of ${number(coopcts.site.runs.length)} runs`} by CoopCTS; <a href=${coopcts.root + "assets/lib/LICENSES.txt"}>licences of the libraries</a>.</footer>
    ${help ? html`<${Help} close=${() => showHelp(false)} />` : ""}`;
}

coopcts.started = () => preact.render(html`<${App} />`, document.getElementById("app"));
