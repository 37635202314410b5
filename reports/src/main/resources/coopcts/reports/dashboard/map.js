"use strict";
// Which types, sizes, uses and layouts of a builtin work where: one axis down, one across, a mark for each device in every cell.
const AXES = [["type", "type"], ["size", "size"], ["use", "use"], ["scope", "scope"], ["layout", "layout"], ["storage", "storage"], ["element", "buffer element"], ["variant", "variant"], ["size use", "size × use"], ["layout storage", "layout × storage"]];
const axis = (found, keys) => keys.split(" ").map(key => found[key]).join(" · ");
const natural = (a, b) => a.localeCompare(b, "en", {numeric: true});

function currentColumns(devices) {
  const {site} = coopcts;
  return [...new Set(devices.flatMap(device => Object.values(device.newest)))];
}

// How many assertions the cases check that ran, and how many of these are proven.
function checkedBy(cases, {all, sets, of}, letters) {
  const ran = cases.filter(i => !["none", "absent", "compiled"].includes(groupOf(letters[i])));
  const found = new Set([...new Set(ran.map(i => of[i]))].flatMap(set => sets[set]));
  return {checked: found.size, proven: [...found].filter(assertion => all[assertion][6].length).length};
}
function Checked({counts}) {
  return html`<span class="quiet small checked" title="Assertions that the cases check which ran on the device; proven: a planted fault is on record by which a case fails that checks it">${number(counts.checked)} assertions checked, ${number(counts.proven)} proven</span>`;
}

pages.map = {
  title: (path, query) => "Map" + (query.system ? ": " + [query.system, query.builtin].filter(Boolean).join(".") : ""),
  Page({query}) {
    const {site} = coopcts;
    const system = site.systems.includes(query.system) ? query.system : site.systems[0];
    const devices = site.devices.filter(device => !query.device || device.id === query.device).filter(device => device.newest[system] !== undefined);
    const numbers = devices.map(device => device.newest[system]);
    const data = useData("names", "assertions", ...numbers.map(n => "runs/" + n));
    const names = data && data[0];
    const own = useMemo(() => {
      if (!names) return [];
      const found = [];
      for (let i = 0; i < names.length; i++) if (names[i].startsWith(system + ".")) found.push(i);
      return found;
    }, [names, system]);
    const builtins = useMemo(() => (names ? [...new Set(own.map(i => names[i].split(".")[1]))] : []), [own]);
    const builtin = builtins.includes(query.builtin) ? query.builtin : "";
    const down = AXES.some(([key]) => key === query.rows) ? query.rows : builtin ? "type" : "builtin";
    const across = AXES.some(([key]) => key === query.cols) ? query.cols : builtin ? "size use" : "type";
    const table = useMemo(() => {
      const rows = new Map();
      const columns = new Set();
      for (const i of own) {
        const found = coopcts.facets(names[i]);
        if (builtin && found.builtin !== builtin) continue;
        if (["type", "size", "use", "scope", "layout", "storage"].some(key => query[key] && found[key] !== query[key])) continue;
        const r = axis(found, down), c = axis(found, across);
        columns.add(c);
        if (!rows.has(r)) rows.set(r, new Map());
        const row = rows.get(r);
        if (!row.has(c)) row.set(c, numbers.map(() => ({passed: 0, failed: 0, unstable: 0, compiled: 0, absent: 0, none: 0, warned: 0})));
        const cell = row.get(c);
        numbers.forEach((n, d) => { const letter = data[2 + d][i]; cell[d][groupOf(letter)]++; });
      }
      return {rows: [...rows.keys()].sort(natural).map(key => [key, rows.get(key)]), columns: [...columns].sort(natural)};
    }, [own, data, builtin, down, across, JSON.stringify(query)]);
    const checked = useMemo(() => (data ? numbers.map((_, d) => checkedBy(own.filter(i => !builtin || names[i].split(".")[1] === builtin), data[1], data[2 + d])) : []), [own, data, builtin]);
    const state = cell => (cell.failed ? "failed" : cell.unstable ? "unstable" : cell.passed ? "passed" : cell.compiled ? "compiled" : cell.absent ? "absent" : "none");
    const SIGN = {failed: "✕", unstable: "~", passed: "✓", compiled: "◇", absent: "–", none: "·"};
    const WORDS = {failed: "failed", unstable: "flaky", passed: "passed", compiled: "compiled, not run", absent: "not supported", none: "not run"};
    const one = devices.length === 1;
    const describe = (cell, d) => `${devices[d].short}: ` + (["passed", "failed", "unstable", "compiled", "absent"].filter(key => cell[d][key]).map(key => `${cell[d][key]} ${WORDS[key]}`).join(", ") || "not run");
    const target = (r, c) => {
      const parts = {};
      const put = (keys, text) => keys.split(" ").forEach((key, i) => { parts[key] = text.split(" · ")[i]; });
      put(down, r); put(across, c);
      return address(["cases"], {q: system + "." + (parts.builtin && parts.builtin !== "-" ? parts.builtin : builtin || "*") + ".**", ...Object.fromEntries(Object.entries(parts).filter(([key]) => key !== "builtin")), device: one ? devices[0].id : ""});
    };
    return html`<h1>Map of ${system}${builtin ? "." + builtin : ""}</h1>
      <div class="tools">
        <${Select} label="System" value=${system} options=${site.systems.map(name => [name, name])} change=${system => filter({system, builtin: "", rows: "", cols: ""})} />
        <${Select} label="Builtin" value=${builtin} options=${[["", "all"], ...builtins.map(name => [name, name])]} change=${builtin => filter({builtin, rows: "", cols: ""})} />
        <${Select} label="Down" value=${down} options=${builtin ? AXES : [["builtin", "builtin"], ...AXES]} change=${rows => filter({rows})} />
        <${Select} label="Across" value=${across} options=${AXES} change=${cols => filter({cols})} />
        <${Select} label="Device" value=${query.device || ""} options=${[["", "all"], ...site.devices.map(device => [device.id, device.short])]} change=${device => filter({device})} />
      </div>
      ${!data ? html`<${Loading} />` : !table.rows.length ? html`<${Empty}>No device has run a case of this.</${Empty}>` : html`
      ${one ? "" : html`<ol class="lanes">${devices.map((device, d) => html`<li><span class="lane" aria-hidden="true">${d + 1}</span> <${DeviceLink} device=${device} /> <span class="quiet small">${device.driver}</span> <${Checked} counts=${checked[d]} /></li>`)}</ol>`}
      ${one ? html`<p><${Checked} counts=${checked[0]} /></p>` : ""}
      <p class="key"><span class="count passed">✓ passed</span> <span class="count failed">✕ some failed</span> <span class="count unstable">~ flaky</span> <span class="count compiled">◇ compiled, not run</span> <span class="count absent">– not supported</span> <span class="count none">· not run</span>${one ? "" : html` <span class="quiet">The marks of a cell are the devices in the order above.</span>`}</p>
      <div class="scroll map-scroll" tabindex="0" role="region" aria-label="Map"><table class="map"><caption class="hidden">${`Map of ${system} ${builtin}: ${down} by ${across}`}</caption>
        <thead><tr><th scope="col">${down}</th>${table.columns.map(column => html`<th scope="col"><span>${column}</span></th>`)}</tr></thead>
        <tbody>${table.rows.map(([r, cells]) => html`<tr><th scope="row">${r}</th>${table.columns.map(c => {
          const cell = cells.get(c);
          if (!cell) return html`<td class="void"></td>`;
          return html`<td><a class=${one ? "marks one" : "marks"} href=${target(r, c)} title=${`${r}, ${c}\n` + devices.map((_, d) => describe(cell, d)).join("\n")}>${cell.map(counts => html`<span class=${"mark " + state(counts)}><span aria-hidden="true">${SIGN[state(counts)]}</span>${one ? html` <span class="small">${counts.failed ? counts.failed : counts.passed || counts.compiled || counts.absent || ""}</span>` : ""}</span>`)}<span class="hidden">${devices.map((_, d) => describe(cell, d)).join("; ")}</span></a></td>`;
        })}</tr>`)}</tbody></table></div>`}`;
  },
};
