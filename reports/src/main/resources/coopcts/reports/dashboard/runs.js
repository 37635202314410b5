"use strict";
function RunRows({runs}) {
  const {site} = coopcts;
  const last = runs.length ? [...runs].sort((a, b) => a.number - b.number) : [];
  const rows = runs.map(run => {
    const sums = groups(run.counts);
    return [html`<${RunLink} run=${run} />`, html`<${DeviceLink} device=${site.devices[run.device]} />`, run.profile || "–", number(run.total), number(sums.passed), html`<span class=${sums.failed ? "count failed" : ""}>${number(sums.failed)}</span>`, number(sums.compiled), number(sums.absent), sums.run ? percent(sums.passed / sums.run) : "–",
      run.before < 0 ? html`<span class="quiet">first</span>` : html`<a href=${address(["compare"], {a: site.runs[run.before].id, b: run.id})} title=${`against ${time(site.runs[run.before].started)}, ${run.both} cases in both`}>+${number(run.fresh)} −${number(run.fixed)}</a>`, number(groups(run.counts).unstable), seconds(run.seconds),
      html`${run.finished ? "whole" : html`<span class="note">interrupted</span>`}${run.damaged ? html` <span class="note">${number(run.damaged)} damaged lines</span>` : ""}`];
  });
  return html`<${Plain} caption="Runs" heads=${["Run", "Device", "Profile", "#Cases", "#Passed", "#Failed", "#Compiled", "#Not supported", "#Rate", "New, fixed", "#Flaky", "#Time", "Journal"]} rows=${rows} />`;
}

pages.runs = {
  title: () => "Runs",
  Page({query}) {
    const {site} = coopcts;
    const words = coopcts.matcher(query.q || "");
    const runs = [...site.runs].reverse().filter(run => words(`${site.devices[run.device].name} ${site.devices[run.device].driver} ${run.profile} ${run.suite} ${run.folder} ${run.host}`.toLowerCase()));
    return html`<h1>Runs</h1><div class="tools"><${Search} label="Search" hint="device, driver, profile, host" value=${query.q || ""} change=${q => filter({q})} /></div><p class="quiet" role="status">${number(runs.length)} of ${number(site.runs.length)} runs</p><${RunRows} runs=${runs} />`;
  },
};

// What the page says elsewhere.
const SAID = ["device", "driver", "commandLine"];
const factWords = name => (name === "uuid" ? "UUID" : name === "api" ? "Vulkan" : name === "spirvTools" ? "SPIRV-Tools" : name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, letter => " " + letter.toLowerCase()));

pages.run = {
  title: ([id]) => "Run " + id,
  Page({path: [id]}) {
    const {site} = coopcts;
    const run = site.runs.find(run => run.id === id);
    const data = useData(...(run ? ["names", "times/" + run.number, "runs/" + run.number] : []));
    if (!run) return html`<h1>No such run</h1><p>This dashboard has no run ${id}.</p>`;
    const device = site.devices[run.device];
    const buckets = site.buckets.filter(bucket => bucket.runs[run.number]).sort((a, b) => b.runs[run.number] - a.runs[run.number]);
    const before = run.before < 0 ? null : site.runs[run.before];
    const phases = ["compile", "pipeline", "execute", "judge"];
    const spent = run.phases.reduce((a, b) => a + b, 0) || 1;
    return html`<${Crumbs} to=${[["Runs", address(["runs"])]]} /><h1>${device.short}, ${time(run.started)}</h1>
      ${run.finished && !run.damaged ? "" : html`<p class="note block">${run.finished ? "" : `This run was interrupted${run.planned ? ` after ${number(run.total)} of ${number(run.planned)} cases` : ""}. `}${run.damaged ? `${number(run.damaged)} lines of its journal are damaged and left out.` : ""}</p>`}
      <dl class="facts"><${Fact} name="Device"><${DeviceLink} device=${device} /></${Fact}><${Fact} name="Driver">${device.driver || "–"}</${Fact}>${Object.entries(run.facts).filter(([name]) => !SAID.includes(name)).map(([name, text]) => html`<${Fact} name=${factWords(name)}>${text}</${Fact}>`)}<${Fact} name="Folder">${run.folder}</${Fact}><${Fact} name="Wall time">${seconds(run.seconds)}</${Fact}><${Fact} name="Rate">${run.seconds ? number(Math.round(run.total / run.seconds * 10) / 10) + " cases/s" : "–"}</${Fact}></dl>
      ${run.facts.commandLine ? html`<pre class="said">${run.facts.commandLine}</pre>` : ""}
      <section><h2>Counts</h2><${Plain} caption="Counts by system" heads=${["System", ...Object.values(site.outcome).filter(o => run.counts[o.letter]).map(o => "#" + o.words), "#unexpected", "Share"]} rows=${[...Object.entries(run.systems).map(([system, counts]) => [html`<a href=${address(["cases"], {system, run: run.id})}>${system}</a>`, ...Object.values(site.outcome).filter(o => run.counts[o.letter]).map(o => number(counts[o.letter] || 0)), number(run.unexpected[system] || 0), html`<${Bar} counts=${counts} />`]), ["all", ...Object.values(site.outcome).filter(o => run.counts[o.letter]).map(o => number(run.counts[o.letter])), number(run.surprises), html`<${Bar} counts=${run.counts} />`]]} />
        <p>${before ? html`<a href=${address(["compare"], {a: before.id, b: run.id})}>Against the run before (${time(before.started)})</a>: ${number(run.fresh)} new failures, ${number(run.fixed)} fixed, ${number(run.both)} cases in both.` : html`<span class="quiet">The first run of this device here.</span>`}</p></section>
      ${buckets.length ? html`<section><h2>Causes <span class="quiet">${buckets.length}</span></h2><${Plain} caption="Causes in this run" heads=${["#Cases", "Verdict", "What was found", "Assertions", "Since"]} rows=${buckets.slice(0, 40).map(bucket => [number(bucket.runs[run.number]), html`<${Verdict} letter=${bucket.outcome} />`, html`<a class="clip" href=${address(["bucket", bucket.id], {run: run.id})}>${bucket.text || wordsOf(bucket.outcome)}</a>`, bucketAssertions(bucket), day(site.runs[Math.min(...Object.keys(bucket.runs))].started)])} /></section>` : ""}
      <section><h2>Where the time went</h2><p class="phases">${phases.map((phase, i) => html`<span class=${"phase p" + i} style=${{flexGrow: Math.max(run.phases[i] / spent, 0.001)}} title=${`${phase}: ${seconds(run.phases[i])}`}></span>`)}</p>
        <${Plain} caption="Phases" heads=${["Phase", "#Seconds of all workers", "#Share"]} rows=${phases.map((phase, i) => [html`<span class=${"swatch p" + i} aria-hidden="true"></span> ${phase}`, run.phases[i].toFixed(2), percent(run.phases[i] / spent)])} /></section>
      ${!data ? html`<${Loading} />` : html`<section><h2>Time by family</h2><${Plain} caption="Time by family" heads=${["Family", ...phases.map(phase => "#" + phase), "#All"]} rows=${Object.entries(data[1].families).map(([family, spent]) => [family, spent, spent.reduce((a, b) => a + b, 0)]).sort((a, b) => b[2] - a[2]).slice(0, 30).map(([family, spent, all]) => [html`<a href=${address(["cases"], {q: family + ".**", run: run.id})}>${family}</a>`, ...spent.map(s => s.toFixed(2)), all.toFixed(2)])} /></section>
      <section><h2>Slowest cases</h2><${Plain} caption="Slowest cases" heads=${["Case", "Verdict", "#Time"]} rows=${data[1].slowest.slice(0, 25).map(i => [html`<${CaseLink} name=${data[0][i]} />`, html`<${Verdict} letter=${data[2][i]} />`, seconds(data[1].millis[i] / 1000)])} /></section>`}`;
  },
};
