"use strict";
function BucketRows({buckets}) {
  const {site} = coopcts;
  return html`<${Plain} caption="Causes" heads=${["#Cases", "Verdict", "What was found", "Assertions", "Devices", "First seen", "Last seen"]} rows=${buckets.map(bucket => {
    const runs = Object.keys(bucket.runs).map(Number);
    const devices = [...new Set(runs.map(n => site.runs[n].device))];
    return [number(bucket.runs[runs.at(-1)]), html`<${Verdict} letter=${bucket.outcome} />`, html`<a class="clip" href=${address(["bucket", bucket.id])}>${bucket.text || wordsOf(bucket.outcome)}</a>${bucket.likeness ? html`<div class="quiet small">${bucket.likeness}</div>` : ""}<${Notes} numbers=${bucket.notes} />`, bucketAssertions(bucket), devices.map((device, i) => html`${i ? ", " : ""}<${DeviceLink} device=${site.devices[device]} />`), html`<span class="nowrap">${day(site.runs[runs[0]].started)}</span>`, html`<span class="nowrap">${day(site.runs[runs.at(-1)].started)}</span>`];
  })} />`;
}

// What a cause is about: failures, warnings, and what the front end alone is warned of.
const ABOUT = [["", "failures"], ["warnings", "warnings"], ["frontend", "warnings about the front end"]];
const aboutOf = bucket => (groupOf(bucket.outcome) !== "passed" ? "" : bucket.isOfFrontEnd ? "frontend" : "warnings");

pages.buckets = {
  title: () => "Causes",
  Page({query}) {
    const {site} = coopcts;
    const newest = new Set(currentColumns(site.devices));
    const words = coopcts.matcher(query.q || "");
    const shown = site.buckets.filter(bucket => {
      const runs = Object.keys(bucket.runs).map(Number);
      const open = runs.some(n => newest.has(n));
      return words((bucket.text + " " + wordsOf(bucket.outcome)).toLowerCase()) && (!query.device || runs.some(n => site.devices[site.runs[n].device].id === query.device))
        && aboutOf(bucket) === (query.about || "")
        && (!query.verdict || bucket.outcome === query.verdict) && (query.state === "all" || (query.state === "gone" ? !open : open));
    });
    return html`<h1>Causes</h1><p class="lead">Failures and warnings by their probable causes: what wrong values have in common, or what was said.</p>
      <div class="tools"><${Search} label="Search" hint="words of the message" value=${query.q || ""} change=${q => filter({q})} />
        <${Select} label="About" value=${query.about || ""} options=${ABOUT} change=${about => filter({about})} />
        <${Select} label="State" value=${query.state || ""} options=${[["", "in a newest run"], ["gone", "gone"], ["all", "all"]]} change=${state => filter({state})} />
        <${Select} label="Verdict" value=${query.verdict || ""} options=${[["", "any"], ...[...new Set(site.buckets.filter(bucket => aboutOf(bucket) === (query.about || "")).map(bucket => bucket.outcome))].map(letter => [letter, wordsOf(letter)])]} change=${verdict => filter({verdict})} />
        <${Select} label="Device" value=${query.device || ""} options=${[["", "all"], ...site.devices.map(device => [device.id, device.short])]} change=${device => filter({device})} /></div>
      <p class="quiet" role="status">${number(shown.length)} of ${number(site.buckets.filter(bucket => aboutOf(bucket) === (query.about || "")).length)} causes${shown.length > 300 ? "; the first 300 are shown" : ""}</p>
      ${shown.length ? html`<${BucketRows} buckets=${shown.slice(0, 300)} />` : html`<${Empty}>No cause is like that.</${Empty}>`}`;
  },
};

// Parameters that all failing cases share and that the passing ones of the same families lack, or nearly so.
function common(parameters, failing, others) {
  const count = list => {
    const words = new Map();
    for (const name of parameters.names) {
      for (const i of list) {
        const value = parameters.of(name, i);
        if (value) { const word = `${name} = ${value}`; words.set(word, (words.get(word) || 0) + 1); }
      }
    }
    return words;
  };
  const bad = count(failing), good = count(others);
  return [...bad].map(([word, n]) => ({word, share: n / failing.length, others: others.length ? (good.get(word) || 0) / others.length : 0}))
    .filter(found => others.length && found.share >= 0.95 && found.share - found.others >= 0.2).sort((a, b) => b.share - b.others - (a.share - a.others)).slice(0, 6);
}

// The heat map of the first case that has one, of those whose details lie in one file.
function HeatMap({cases, run}) {
  const {site} = coopcts;
  const chunk = Math.floor(cases[0] / site.chunk);
  const data = useData("names", "cases/" + chunk);
  if (!data) return "";
  for (const i of cases.filter(i => Math.floor(i / site.chunk) === chunk)) {
    const entry = data[1].cases[i - chunk * site.chunk].find(entry => entry[0] === run);
    const picture = entry && entry.length > 4 && entry[5].find(([name]) => name.endsWith(".svg"));
    if (picture) return html`<section><h2>Which elements are wrong</h2><p>in <${CaseLink} name=${data[0][i]} /></p><${HeatMapPicture} file=${picture} /></section>`;
  }
  return "";
}
function HeatMapPicture({file: [name, key]}) {
  const data = useData(key);
  return data ? html`<${Picture} name=${name} svg=${data[0]} />` : html`<${Loading} />`;
}

pages.bucket = {
  title: ([id]) => "Cause " + id,
  Page({path: [id], query}) {
    const {site} = coopcts;
    const bucket = site.buckets.find(bucket => bucket.id === id);
    const runs = bucket ? Object.keys(bucket.runs).map(Number) : [];
    const chosen = runs.includes(site.runs.findIndex(run => run.id === query.run)) ? site.runs.findIndex(run => run.id === query.run) : runs.at(-1);
    const data = useData("names", "buckets", "parameters", ...(bucket ? ["runs/" + chosen] : []));
    const cases = useMemo(() => (data && bucket ? coopcts.stepped(data[1][bucket.number][chosen]) : []), [data, chosen]);
    const columns = useMemo(() => (data && bucket ? [
      {name: "Case", width: 620, mono: true, value: i => data[0][i], show: i => link(address(["case", data[0][i]]), data[0][i])},
      {name: "Verdict", width: 120, value: i => data[3][i], show: i => verdictElement(data[3][i], true)},
      {name: "Baseline", width: 110, value: i => isExpected(data[3][i]), show: i => (isExpected(data[3][i]) ? "expected" : "unexpected")},
    ] : []), [data, chosen]);
    const shared = useMemo(() => {
      if (!data || !cases.length) return null;
      const names = data[0], {family} = data[2], inside = new Set(cases), kinds = new Map();
      for (const i of cases) { const of = kinds.get(family(i)); if (of) of.push(i); else kinds.set(family(i), [i]); }
      const others = [];
      for (let i = 0; i < names.length; i++) if (groupOf(data[3][i]) === "passed" && !inside.has(i) && kinds.has(family(i))) others.push(i);
      const families = [...kinds].map(([kind, own]) => [kind, own.length, coopcts.system(names[own[0]])]).sort((a, b) => b[1] - a[1]);
      return {words: common(data[2], cases, others), families, others: others.length};
    }, [data, cases]);
    if (!bucket) return html`<h1>No such cause</h1><p>No run of this dashboard has failures with the fingerprint ${id}.</p>`;
    const newest = new Set(currentColumns(site.devices));
    const open = runs.some(n => newest.has(n));
    const devices = [...new Set(runs.map(n => site.runs[n].device))];
    return html`<${Crumbs} to=${[["Causes", address(["buckets"])]]} />
      <h1 class="message">${bucket.text || wordsOf(bucket.outcome)}</h1>
      <dl class="facts"><${Fact} name="Verdict"><${Verdict} letter=${bucket.outcome} /></${Fact}><${Fact} name="Assertions">${bucketAssertions(bucket)}</${Fact}><${Fact} name="State">${open ? "in a newest run" : "gone from the newest runs"}</${Fact}>
        <${Fact} name="First seen"><${RunLink} run=${site.runs[runs[0]]} /></${Fact}><${Fact} name="Last seen"><${RunLink} run=${site.runs[runs.at(-1)]} /></${Fact}><${Fact} name="Fingerprint"><span class="mono">${id}</span></${Fact}></dl>
      <p>${bucket.where}${bucket.likeness ? html`<br /><strong>${bucket.likeness}</strong>` : ""}</p><${Notes} numbers=${bucket.notes} />
      <h2>As it was said last</h2><pre class="said">${bucket.example}</pre>
      <section><h2>Where and since when</h2><div class="scroll" tabindex="0" role="region" aria-label="Devices by runs"><table class="plain strip"><caption class="hidden">Cases of this cause on each device, run by run</caption><thead><tr><th scope="col">Device</th><th scope="col">Cases in each run, oldest first</th><th scope="col">Since</th></tr></thead><tbody>
        ${devices.map(d => { const device = site.devices[d]; const own = device.runs.filter(n => bucket.runs[n]); return html`<tr><th scope="row"><${DeviceLink} device=${device} /></th><td>${device.runs.map(n => html`<a class=${"step " + (bucket.runs[n] ? toneOf(bucket.outcome) : "none")} aria-current=${n === chosen ? "true" : undefined} href=${bucket.runs[n] ? address(["bucket", id], {run: site.runs[n].id}) : address(["run", site.runs[n].id])} title=${`${time(site.runs[n].started)}: ${bucket.runs[n] || 0} cases`}>${bucket.runs[n] || "·"}<span class="hidden"> cases on ${time(site.runs[n].started)}</span></a>`)}</td><td><${RunLink} run=${site.runs[own[0]]} /></td></tr>`; })}</tbody></table></div></section>
      ${!data ? html`<${Loading} />` : html`
      <${HeatMap} cases=${cases} run=${chosen} />
      <section><h2>What the cases have in common</h2>
        <p>${shared.families.slice(0, 8).map(([kind, n, system], i) => html`${i ? ", " : ""}<a href=${address(["map"], {system, family: kind, device: site.devices[site.runs[chosen].device].id})}>${kind}</a> <span class="quiet">${number(n)}</span>`)}</p>
        ${shared.words.length ? html`<ul class="plain-list">${shared.words.map(found => html`<li><code>${found.word}</code> in ${percent(found.share)} of these, in ${percent(found.others)} of the ${number(shared.others)} that pass beside them</li>`)}</ul>` : html`<p class="quiet">${shared.others ? `No parameter is in more of them than in the ${number(shared.others)} cases that pass beside them.` : "No case of these families passes beside them."}</p>`}</section>
      <section><h2>Cases in the run of ${time(site.runs[chosen].started)} <span class="quiet">${number(cases.length)}</span></h2><${Table} label="Cases of this cause" columns=${columns} items=${cases} open=${i => address(["case", data[0][i]])} /></section>`}`;
  },
};
