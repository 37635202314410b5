"use strict";
// Which types, sizes, uses and layouts of a builtin work where: one axis down, one across, a mark for each device in every cell.
// Axes are parameters of the cases, alone and several together.
const TOGETHER = ["rows,columns", "use,rows,columns", "M,N,K", "A,B,C,result", "layout,storage"];
const DOWN = ["type", "A,B,C,result", "format"];
const ACROSS = ["use,rows,columns", "M,N,K", "rows,columns", "length"];
const axis = (parameters, i, keys) => keys.split(",").map(key => (key === "family" ? parameters.family(i) : parameters.of(key, i)) || "-").join(" · ");
const axisName = keys => keys.replaceAll(",", " × ");
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
  return html`<span class="quiet small checked" title="Assertions that the cases check which ran on the device; proven: a case that checks it is known to fail with a planted fault">${number(counts.checked)} assertions checked, ${number(counts.proven)} proven</span>`;
}

pages.map = {
  title: (path, query) => "Map" + (query.family || query.system ? ": " + (query.family || query.system) : ""),
  Page({query}) {
    const {site} = coopcts;
    const system = site.systems.includes(query.system) ? query.system : site.systems[0];
    const devices = site.devices.filter(device => !query.device || device.id === query.device).filter(device => device.newest[system] !== undefined);
    const numbers = devices.map(device => device.newest[system]);
    const data = useData("names", "assertions", "parameters", ...numbers.map(n => "runs/" + n));
    const names = data && data[0];
    const own = useMemo(() => {
      if (!names) return [];
      const found = [];
      for (let i = 0; i < names.length; i++) if (coopcts.system(names[i]) === system) found.push(i);
      return found;
    }, [names, system]);
    const parameters = data && data[2];
    const families = useMemo(() => (names ? [...new Set(own.map(parameters.family))].sort() : []), [own]);
    const family = families.includes(query.family) ? query.family : "";
    const inside = useMemo(() => (family ? own.filter(i => parameters.family(i) === family) : own), [own, family]);
    const axes = useMemo(() => {
      if (!names) return [];
      const known = parameters.names.filter(name => inside.some(i => parameters.of(name, i)));
      return [...(family ? [] : ["family"]), ...known, ...TOGETHER.filter(keys => keys.split(",").every(key => known.includes(key)))];
    }, [inside]);
    const first = (wanted, other) => wanted.find(keys => axes.includes(keys)) || axes.find(keys => keys !== other) || axes[0] || "family";
    const down = axes.includes(query.rows) ? query.rows : family ? first(DOWN) : "family";
    const across = axes.includes(query.cols) ? query.cols : family ? first(ACROSS.filter(keys => keys !== down), down) : first(["type"], down);
    const table = useMemo(() => {
      const rows = new Map();
      const columns = new Set();
      const wanted = facetsOf(query).filter(key => key.startsWith("p."));
      for (const i of inside) {
        if (!hasFacets(query, wanted, names, parameters, i)) continue;
        const r = axis(parameters, i, down), c = axis(parameters, i, across);
        columns.add(c);
        if (!rows.has(r)) rows.set(r, new Map());
        const row = rows.get(r);
        if (!row.has(c)) row.set(c, numbers.map(() => ({passed: 0, failed: 0, unstable: 0, compiled: 0, absent: 0, none: 0, warned: 0})));
        const cell = row.get(c);
        numbers.forEach((n, d) => { const letter = data[3 + d][i]; cell[d][groupOf(letter)]++; });
      }
      return {rows: [...rows.keys()].sort(natural).map(key => [key, rows.get(key)]), columns: [...columns].sort(natural)};
    }, [inside, data, down, across, JSON.stringify(query)]);
    const checked = useMemo(() => (data ? numbers.map((_, d) => checkedBy(inside, data[1], data[3 + d])) : []), [inside, data]);
    const state = cell => (cell.failed ? "failed" : cell.unstable ? "unstable" : cell.passed ? "passed" : cell.compiled ? "compiled" : cell.absent ? "absent" : "none");
    const SIGN = {failed: "✕", unstable: "~", passed: "✓", compiled: "◇", absent: "–", none: "·"};
    const WORDS = {failed: "failed", unstable: "flaky", passed: "passed", compiled: "compiled, not run", absent: "not supported", none: "not run"};
    const one = devices.length === 1;
    const describe = (cell, d) => `${devices[d].short}: ` + (["passed", "failed", "unstable", "compiled", "absent"].filter(key => cell[d][key]).map(key => `${cell[d][key]} ${WORDS[key]}`).join(", ") || "not run");
    const target = (r, c) => {
      const parts = {system, family};
      const put = (keys, text) => keys.split(",").forEach((key, i) => { parts[key === "family" ? key : "p." + key] = text.split(" · ")[i]; });
      put(down, r); put(across, c);
      return address(["cases"], {...parts, device: one ? devices[0].id : ""});
    };
    return html`<h1>Map of ${family || system}</h1>
      <div class="tools">
        <${Select} label="System" value=${system} options=${site.systems.map(name => [name, name])} change=${system => filter({system, family: "", rows: "", cols: ""})} />
        <${Select} label="Family" value=${family} options=${[["", "all"], ...families.map(name => [name, name])]} change=${family => filter({family, rows: "", cols: ""})} />
        <${Select} label="Down" value=${down} options=${axes.map(keys => [keys, axisName(keys)])} change=${rows => filter({rows})} />
        <${Select} label="Across" value=${across} options=${axes.map(keys => [keys, axisName(keys)])} change=${cols => filter({cols})} />
        <${Select} label="Device" value=${query.device || ""} options=${[["", "all"], ...site.devices.map(device => [device.id, device.short])]} change=${device => filter({device})} />
      </div>
      ${!data ? html`<${Loading} />` : !table.rows.length ? html`<${Empty}>No device has run a case of this.</${Empty}>` : html`
      ${one ? "" : html`<ol class="lanes">${devices.map((device, d) => html`<li><span class="lane" aria-hidden="true">${d + 1}</span> <${DeviceLink} device=${device} /> <span class="quiet small">${device.driver}</span> <${Checked} counts=${checked[d]} /></li>`)}</ol>`}
      ${one ? html`<p><${Checked} counts=${checked[0]} /></p>` : ""}
      <p class="key"><span class="count passed">✓ passed</span> <span class="count failed">✕ some failed</span> <span class="count unstable">~ flaky</span> <span class="count compiled">◇ compiled, not run</span> <span class="count absent">– not supported</span> <span class="count none">· not run</span>${one ? "" : html` <span class="quiet">The marks of a cell are the devices in the order above.</span>`}</p>
      <div class="scroll map-scroll" tabindex="0" role="region" aria-label="Map"><table class="map"><caption class="hidden">${`Map of ${family || system}: ${axisName(down)} by ${axisName(across)}`}</caption>
        <thead><tr><th scope="col">${axisName(down)}</th>${table.columns.map(column => html`<th scope="col"><span>${column}</span></th>`)}</tr></thead>
        <tbody>${table.rows.map(([r, cells]) => html`<tr><th scope="row">${r}</th>${table.columns.map(c => {
          const cell = cells.get(c);
          if (!cell) return html`<td class="void"></td>`;
          return html`<td><a class=${one ? "marks one" : "marks"} href=${target(r, c)} title=${`${r}, ${c}\n` + devices.map((_, d) => describe(cell, d)).join("\n")}>${cell.map(counts => html`<span class=${"mark " + state(counts)}><span aria-hidden="true">${SIGN[state(counts)]}</span>${one ? html` <span class="small">${counts.failed ? counts.failed : counts.passed || counts.compiled || counts.absent || ""}</span>` : ""}</span>`)}<span class="hidden">${devices.map((_, d) => describe(cell, d)).join("; ")}</span></a></td>`;
        })}</tr>`)}</tbody></table></div>`}`;
  },
};
