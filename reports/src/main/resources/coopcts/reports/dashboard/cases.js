"use strict";
// Filters of an address: system, family, and parameters behind "p.".
const facetsOf = query => Object.keys(query).filter(key => query[key] && (key === "system" || key === "family" || key.startsWith("p.")));
const facetName = key => key.replace(/^p\./, "");
// Whether a case has what the filters want.
const hasFacets = (query, keys, names, parameters, i) => keys.every(key => (key === "system" ? coopcts.system(names[i]) : key === "family" ? parameters.family(i) : parameters.of(facetName(key), i) || "-") === query[key]);
const SHOWS = [["", "any verdict"], ["failed", "failed"], ["unexpected", "not as the baseline says"], ["passed", "passed"], ["warned", "warned"], ["unstable", "flaky"], ["compiled", "compiled, not run"], ["absent", "not supported or skipped"]];

pages.cases = {
  title: (path, query) => (query.q ? query.q + " – cases" : "Cases"),
  Page({query}) {
    const {site} = coopcts;
    const run = site.runs.find(run => run.id === query.run);
    const device = site.devices.find(device => device.id === query.device);
    const lanes = run ? [{name: site.devices[run.device].short + " " + day(run.started), hint: "run " + run.id, runOf: () => run.number}]
      : (device ? [device] : site.devices).map(device => ({name: device.short, hint: device.name + " " + device.driver, runOf: system => device.newest[system]}));
    const runs = run ? [run.number] : currentColumns(device ? [device] : site.devices);
    const data = useData("names", "parameters", ...runs.map(n => "runs/" + n));
    const columnsOf = n => data[2 + runs.indexOf(n)];
    const letter = (lane, i) => { const n = lane.runOf(coopcts.system(data[0][i])); return n === undefined ? "." : columnsOf(n)[i]; };
    const key = JSON.stringify(query);
    const shown = useMemo(() => {
      if (!data) return new Int32Array();
      const names = data[0], words = coopcts.matcher(query.q || ""), wanted = facetsOf(query);
      const fits = {failed: l => groupOf(l) === "failed", unexpected: l => l !== "." && !isExpected(l), passed: l => groupOf(l) === "passed", warned: l => toneOf(l) === "warned", unstable: l => groupOf(l) === "unstable", compiled: l => groupOf(l) === "compiled", absent: l => groupOf(l) === "absent"}[query.show];
      const found = new Int32Array(names.length);
      let n = 0;
      for (let i = 0; i < names.length; i++) {
        if (query.q && !words(names[i])) continue;
        if (!hasFacets(query, wanted, names, data[1], i)) continue;
        if (run && columnsOf(run.number)[i] === ".") continue;
        if (fits && !lanes.some(lane => fits(letter(lane, i)))) continue;
        found[n++] = i;
      }
      return found.slice(0, n);
    }, [data, key]);
    const columns = useMemo(() => (data ? [
      {name: "Case", width: 560, mono: true, value: i => data[0][i], show: i => link(address(["case", data[0][i]]), data[0][i])},
      ...lanes.map(lane => ({name: lane.name, hint: lane.hint, width: 130, value: i => "fedctilumwpsn.".indexOf(letter(lane, i).toLowerCase()), show: i => verdictElement(letter(lane, i), true)})),
    ] : []), [data, query.run, query.device]);
    const facets = facetsOf(query);
    return html`<h1>Cases</h1>
      <div class="tools"><${Search} label="Search" hint="words, or a pattern such as khr.load.**.padded" value=${query.q || ""} change=${q => filter({q})} />
        <${Select} label="Verdict" value=${query.show || ""} options=${SHOWS} change=${show => filter({show})} />
        <${Select} label="Device" value=${query.device || ""} options=${[["", "all, newest runs"], ...site.devices.map(device => [device.id, device.short])]} change=${device => filter({device, run: ""})} />
        <${Select} label="Run" value=${query.run || ""} options=${[["", "newest"], ...[...site.runs].reverse().map(run => [run.id, time(run.started) + " " + site.devices[run.device].short])]} change=${run => filter({run, device: ""})} /></div>
      ${facets.length ? html`<p class="chips">${facets.map(name => html`<button type="button" class="chip" onClick=${() => filter({[name]: ""})}>${facetName(name)}: ${query[name]} <span aria-hidden="true">×</span><span class="hidden"> remove</span></button>`)}</p>` : ""}
      ${data ? html`<p class="quiet" role="status" id="found">${number(shown.length)} of ${number(site.cases)} cases</p><${Table} label="Cases" columns=${columns} items=${shown} open=${i => address(["case", data[0][i]])} tall=${720} />` : html`<${Loading} />`}`;
  },
};

// What the driver said of the machine code that it made.
function Code({code}) {
  return html`<h3>Machine code</h3>${code.map(([name, subgroup, statistics, matrix]) => html`<${Plain} caption=${`${name}, by the driver's own names`} heads=${["Statistic", "#Value"]} rows=${[...Object.entries(statistics).map(([what, value]) => [what, number(value)]), ...(subgroup ? [["subgroup", number(subgroup)]] : [])]} />
    <p>${matrix === null ? "The driver shows no machine code of it." : Object.keys(matrix).length ? html`Matrix instructions: ${Object.entries(matrix).map(([word, n]) => `${word} × ${n}`).join(", ")}` : "No matrix instruction stands in it."}</p>`)}`;
}

function Files({files}) {
  const [at, set] = useState(0);
  const file = files[Math.min(at, files.length - 1)];
  const data = useData(file[1]);
  const picture = file[0].endsWith(".svg");
  return html`<div class="files"><div class="tabs">${files.map(([name], i) => html`<button type="button" aria-pressed=${i === at} onClick=${() => set(i)}>${name}</button>`)}</div>
    ${!data ? html`<${Loading} />` : picture ? html`<${Picture} name=${file[0]} svg=${data[0]} />` : html`<pre class="text" tabindex="0" aria-label=${file[0]}>${data[0]}</pre>`}</div>`;
}

pages.case = {
  title: ([name]) => name,
  Page({path: [name], query}) {
    const {site} = coopcts;
    const first = useData("names", "assertions", "parameters");
    const at = first ? first[0].indexOf(name) : -1;
    const chunk = Math.floor(at / site.chunk);
    const detail = useData(...(at < 0 ? [] : ["cases/" + chunk, ...site.runs.map(run => "runs/" + run.number)]));
    if (!first) return html`<h1 class="mono">${name}</h1><${Loading} />`;
    if (at < 0) return html`<h1>No such case</h1><p>No run of this dashboard has the case <code>${name}</code>.</p><p><a href=${address(["cases"], {q: name.split(".").slice(0, 3).join(" ")})}>Search for cases like it</a></p>`;
    if (!detail || !detail.length) return html`<h1 class="mono">${name}</h1><${Loading} />`;
    const [{cases, messages}, ...columns] = detail;
    const entries = cases[at - chunk * site.chunk].map(entry => {
      const [run, millis, subcases] = entry;
      const rich = entry.length > 4;
      return {run: site.runs[run], letter: columns[run][at], millis, subcases, message: rich ? messages[entry[3]] : "", failed: rich ? entry[4] : [], files: rich ? entry[5] : [], bucket: rich ? entry[6] : -1, tries: rich ? entry[7] : 1, started: rich ? entry[8] : 0, worker: rich ? entry[9] : "", code: rich ? entry[10] : [], phases: entry.at(-1)};
    });
    const chosen = entries.find(entry => entry.run.id === query.run) || [...entries].reverse().find(entry => groupOf(entry.letter) === "failed") || entries.at(-1);
    const parameters = first[2];
    const family = parameters.family(at), system = coopcts.system(name);
    const set = first[1].sets[first[1].of[at]];
    const device = site.devices[chosen.run.device];
    return html`<${Crumbs} to=${[["Cases", address(["cases"])], [system, address(["cases"], {system})], [family, address(["map"], {system, family})]]} /><h1 class="mono">${name}</h1>
      <dl class="facts">${parameters.names.filter(key => parameters.of(key, at)).map(key => html`<${Fact} name=${key}><a href=${address(["cases"], {family, ["p." + key]: parameters.of(key, at)})}>${parameters.of(key, at)}</a></${Fact}>`)}</dl>
      <section><h2>In each run</h2><${Plain} caption="Verdicts of this case in each run" heads=${["Run", "Device", "Verdict", "#Time", "#Subcases", "Failed subcases", "Message"]} rows=${[...entries].reverse().map(entry => [
        html`<a href=${address(["case", name], {run: entry.run.id})} aria-current=${entry === chosen ? "true" : undefined}>${time(entry.run.started)}</a>`, html`<${DeviceLink} device=${site.devices[entry.run.device]} />`, html`<${Verdict} letter=${entry.letter} />${entry.tries > 1 ? html` <span class="quiet small">${entry.tries} tries</span>` : ""}`, seconds(entry.millis / 1000), number(entry.subcases), entry.failed.join(", ") || "–", html`<span class="clip" title=${entry.message}>${entry.message || "–"}</span>`])} /></section>
      <section><h2>Run of ${time(chosen.run.started)} on ${device.short}</h2>
        <dl class="facts"><${Fact} name="Verdict"><${Verdict} letter=${chosen.letter} /></${Fact}><${Fact} name="Baseline">${isExpected(chosen.letter) ? "as expected" : "not expected"}</${Fact}><${Fact} name="Time">${seconds(chosen.millis / 1000)}</${Fact}>
          <${Fact} name="Compile">${seconds(chosen.phases[0] / 1e6)}</${Fact}><${Fact} name="Pipeline">${seconds(chosen.phases[1] / 1e6)}</${Fact}><${Fact} name="Execute">${seconds(chosen.phases[2] / 1e6)}</${Fact}><${Fact} name="Judge">${seconds(chosen.phases[3] / 1e6)}</${Fact}>
          ${chosen.worker ? html`<${Fact} name="Worker">${chosen.worker}</${Fact}>` : ""}${chosen.bucket >= 0 ? html`<${Fact} name="Cause"><a href=${address(["bucket", site.buckets[chosen.bucket].id], {run: chosen.run.id})}>${site.buckets[chosen.bucket].id}</a></${Fact}>` : ""}</dl>
        <${Notes} numbers=${[...new Set([...notesOn(name), ...(chosen.bucket >= 0 ? site.buckets[chosen.bucket].notes : [])])]} />
        ${chosen.message ? html`<pre class="said">${chosen.message}</pre>` : ""}
        ${chosen.code.length ? html`<${Code} code=${chosen.code} />` : ""}
        ${chosen.files.length ? html`<${Files} key=${chosen.run.id} files=${chosen.files} />` : html`<p class="quiet">This run kept no shader of the case; <code>./run-cts.sh repro ${name} --out DIR</code> writes it.</p>`}</section>
      <section><h2>Assertions that it checks <span class="quiet">${set.length}</span></h2>${set.length ? html`<${Plain} caption="Assertions that it checks" heads=${["Assertion", "Statement", "Source"]} rows=${set.map(n => { const row = first[1].all[n]; return [html`<${AssertionLink} id=${row[0]} />`, row[2], row[3]]; })} />` : html`<${Empty}>None.</${Empty}>`}</section>`;
  },
};
