"use strict";
// Of an assertion on a device: failed before anything else.
function assertionState(counts) {
  const sums = groups(counts);
  return sums.failed ? "failed" : sums.unstable ? "unstable" : sums.passed ? "passed" : sums.compiled ? "compiled" : sums.absent ? "absent" : "none";
}
const STATE_WORDS = {failed: "failed", unstable: "flaky", passed: "passed", compiled: "compiled, not run", absent: "not supported", none: "not run"};
const isChecked = row => row.states.some(state => !["none", "absent", "compiled"].includes(state));
const STATE_SIGNS = {failed: "✕", unstable: "~", passed: "✓", compiled: "◇", absent: "–", none: "·"};

pages.assertions = {
  title: () => "Assertions",
  Page({query}) {
    const {site} = coopcts;
    const data = useData("assertions");
    const words = coopcts.matcher(query.q || "");
    const devices = site.devices;
    const shown = useMemo(() => {
      if (!data) return [];
      const [{all, devices: verdicts}] = data;
      return all.map((row, i) => ({i, id: row[0], tags: row[1], text: row[2], source: row[3], reason: row[4], system: row[5], isProven: row[6].length > 0, states: verdicts.map(device => assertionState(device[i]))}))
        .filter(row => (!query.system || row.system === query.system) && (!query.tag || row.tags.split(" ").includes(query.tag)) && words((row.id + " " + row.text + " " + row.source).toLowerCase()))
        .filter(row => !query.state || (query.state === "proven" || query.state === "unproven" ? isChecked(row) && row.isProven === (query.state === "proven") : query.state === "open" ? !row.reason && row.states.every(state => state === "none" || state === "absent") : query.state === "explained" ? row.reason : row.states.includes(query.state)));
    }, [data, JSON.stringify(query)]);
    const columns = useMemo(() => [
      {name: "Assertion", width: 105, mono: true, value: row => row.id, show: row => link(address(["assertion", row.id]), row.id)},
      {name: "Statement", width: 520, value: row => row.text, show: row => row.text},
      {name: "Source", width: 130, value: row => row.source, show: row => row.source},
      {name: "Tags", width: 90, value: row => row.tags, show: row => row.tags},
      {name: "Proven", hint: "a case that checks it is known to fail with a planted fault", width: 70, value: row => (row.isProven ? 0 : 1), show: row => (row.isProven ? "✓ yes" : "no")},
      ...devices.map((device, d) => ({name: device.short, hint: device.name + " " + device.driver, width: 110, value: row => Object.keys(STATE_WORDS).indexOf(row.states[d]), show: row => stateElement(row.states[d])})),
    ], [site]);
    if (!data) return html`<h1>Assertions</h1><${Loading} />`;
    const all = data[0].all;
    return html`<h1>Assertions</h1><p class="lead">Every numbered sentence of the specifications, where it stands, and what became of it in the newest run of each device. A failure counts against the assertions that its message names.</p>
      <div class="tools"><${Search} label="Search" hint="id, words, source" value=${query.q || ""} change=${q => filter({q})} />
        <${Select} label="System" value=${query.system || ""} options=${[["", "all"], ...[...new Set(all.map(row => row[5]))].filter(Boolean).map(name => [name, name])]} change=${system => filter({system})} />
        <${Select} label="Tag" value=${query.tag || ""} options=${[["", "all"], ...[...new Set(all.flatMap(row => row[1].split(" ")))].filter(Boolean).sort().map(name => [name, name])]} change=${tag => filter({tag})} />
        <${Select} label="State" value=${query.state || ""} options=${[["", "any"], ["failed", "failed somewhere"], ["passed", "passed somewhere"], ["compiled", "compiled, not run, somewhere"], ["absent", "not supported somewhere"], ["open", "checked nowhere"], ["explained", "needs no case"], ["proven", "checked and proven"], ["unproven", "checked, no proof"]]} change=${state => filter({state})} /></div>
      <p class="quiet" role="status">${number(shown.length)} of ${number(all.length)} assertions</p>
      <${Table} label="Assertions" columns=${columns} items=${shown} open=${row => address(["assertion", row.id])} tall=${680} />`;
  },
};
function stateElement(state) {
  const outer = document.createElement("span");
  outer.className = "verdict " + (state === "none" ? "none" : state);
  const sign = document.createElement("span");
  sign.className = "sign";
  sign.setAttribute("aria-hidden", "true");
  sign.textContent = STATE_SIGNS[state];
  const text = document.createElement("span");
  text.textContent = STATE_WORDS[state];
  outer.append(sign, text);
  return outer;
}

const TAGS = {RUN: "seen by running a shader", QOI: "quality: a miss is a warning", GLSLOK: "the front end must accept it", GLSLERR: "the front end must reject it", SPVERR: "the validator must reject it", MAP: "how GLSL maps to SPIR-V", API: "what the API reports", VUID: "a duty of the application", UB: "undefined behaviour", AMBIG: "the text is not clear"};

// Where an assertion stands, with links to the documents.
const linked = (source, addresses) => source.split(/\b([A-Z]-[A-Za-z0-9]+)\b/).map((part, i) => (i % 2 && Object.hasOwn(addresses, part) ? html`<a href=${addresses[part]} rel="noreferrer">${part}</a>` : part));

pages.assertion = {
  title: ([id]) => id,
  Page({path: [id]}) {
    const {site} = coopcts;
    const devices = site.devices;
    const runs = currentColumns(devices);
    const data = useData("assertions", "names", ...runs.map(n => "runs/" + n));
    const at = data ? data[0].all.findIndex(row => row[0] === id) : -1;
    const cases = useMemo(() => {
      if (at < 0) return [];
      const sets = new Set();
      data[0].sets.forEach((set, s) => { if (set.includes(at)) sets.add(s); });
      const found = [];
      data[0].of.forEach((set, i) => { if (sets.has(set)) found.push(i); });
      return found;
    }, [data, at]);
    const letters = (device, i) => { const n = device.newest[coopcts.system(data[1][i])]; return n === undefined ? "." : data[2 + runs.indexOf(n)][i]; };
    const columns = useMemo(() => (data ? [
      {name: "Case", width: 480, mono: true, value: i => data[1][i], show: i => link(address(["case", data[1][i]]), data[1][i])},
      ...devices.map(device => ({name: device.short, hint: device.name + " " + device.driver, width: 120, value: i => "fedctilumwpsn.".indexOf(letters(device, i).toLowerCase()), show: i => verdictElement(letters(device, i), true)})),
    ] : []), [data]);
    if (!data) return html`<h1>${id}</h1><${Loading} />`;
    if (at < 0) return html`<h1>No such assertion</h1><p>The catalogue has no ${id}.</p>`;
    const [, tags, text, source, reason, system, proof] = data[0].all[at];
    const buckets = site.buckets.filter(bucket => bucket.assertions.includes(at));
    return html`<${Crumbs} to=${[["Assertions", address(["assertions"])], ...(system ? [[system, address(["assertions"], {system})]] : [])]} /><h1>${id}</h1>
      <blockquote>${text}</blockquote>
      <dl class="facts"><${Fact} name="Source">${source ? linked(source, data[0].sources) : "–"}</${Fact}><${Fact} name="Tags">${tags.split(" ").filter(Boolean).map(tag => html`<span class="tag" title=${TAGS[tag] || ""}>${tag}</span> <span class="quiet small">${TAGS[tag] || ""} </span>`)}</${Fact}><${Fact} name="Cases">${number(cases.length)}</${Fact}><${Fact} name="Proven">${proof.length ? html`with the fault <code>${proof[0]}</code> in <code>reference:${proof[2]}</code> the case <span class="name">${proof[1]}</span> fails and names it` : html`<span class="quiet">no case that checks it is known to fail with a planted fault</span>`}</${Fact}>${reason ? html`<${Fact} name="Why no case needs to check it">${reason}</${Fact}>` : ""}</dl>
      <section><h2>On each device</h2><${Plain} caption="What became of it on each device" heads=${["Device", "State", "#Passed", "#Failed", "#Compiled", "#Not supported"]} rows=${devices.map((device, d) => {
        const counts = data[0].devices[d][at];
        const sums = groups(counts);
        const state = assertionState(counts);
        return [html`<${DeviceLink} device=${device} />`, html`<span class=${"verdict " + state}><span class="sign" aria-hidden="true">${STATE_SIGNS[state]}</span>${STATE_WORDS[state]}</span>`, number(sums.passed), number(sums.failed), number(sums.compiled), number(sums.absent)];
      })} /></section>
      ${buckets.length ? html`<section><h2>Failures that name it</h2><${BucketRows} buckets=${buckets} /></section>` : ""}
      <section><h2>Cases that check it <span class="quiet">${number(cases.length)}</span></h2>${cases.length ? html`<${Table} label="Cases that check it" columns=${columns} items=${cases} open=${i => address(["case", data[1][i]])} />` : html`<${Empty}>No case of these runs checks it.</${Empty}>`}</section>`;
  },
};
