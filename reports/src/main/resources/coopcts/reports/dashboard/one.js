"use strict";
// The first page of a single run: what came of it in a sentence, why, where, and what else there is to read.
const plural = (n, one, more) => `${number(n)} ${n === 1 ? one : more || one + "s"}`;
const failures = run => bucketsOf(run).filter(bucket => groupOf(bucket.outcome) !== "passed");

function bucketsOf(run) {
  return coopcts.site.buckets.filter(bucket => bucket.runs[run.number]).sort((a, b) => b.runs[run.number] - a.runs[run.number]);
}

function sentence(run) {
  const {site} = coopcts;
  const sums = groups(run.counts);
  const on = " on " + site.devices[run.device].short;
  if (!run.total) return "No case has a verdict" + on;
  if (run.surprises) return `${plural(run.surprises, "case")} of ${number(run.total)} came out unexpectedly${on}`;
  if (sums.compiled) return `Nothing unexpected${on}, which executes nothing: ${plural(sums.compiled, "case")} compiled and not run, ${number(sums.passed)} that need${sums.passed === 1 ? "s" : ""} no execution passed${sums.failed ? `, ${number(sums.failed)} failed as the baseline expects` : ""}`;
  if (!sums.run) return `None of ${plural(run.total, "case")} is supported${on}`;
  if (sums.failed) return `Nothing unexpected${on}: ${number(sums.passed)} passed, ${number(sums.failed)} failed as the baseline expects`;
  return `All ${plural(sums.run, "case")} that ran passed${on}`;
}

function OneRun({run}) {
  const {site} = coopcts;
  const sums = groups(run.counts);
  const device = site.devices[run.device];
  const before = run.before < 0 ? null : site.runs[run.before];
  const missing = run.planned > run.total ? run.planned - run.total : 0;
  const causes = failures(run);
  const warnings = bucketsOf(run).filter(bucket => groupOf(bucket.outcome) === "passed");
  const [warned, ofFrontEnd] = [false, true].map(is => warnings.filter(bucket => bucket.isOfFrontEnd === is).length);
  return html`<h1 class=${run.surprises ? "count failed" : ""}>${sentence(run)}</h1>
    ${run.finished && !missing ? "" : html`<p class="note block">${run.finished ? "" : "This run was interrupted. "}${missing ? `${plural(missing, "case")} of ${number(run.planned)} planned ${missing === 1 ? "has" : "have"} no verdict.` : ""}</p>`}
    ${run.damaged ? html`<p class="note block">${plural(run.damaged, "line")} of the journal ${run.damaged === 1 ? "is" : "are"} damaged and left out.</p>` : ""}
    <p class="lead"><${Counts} counts=${run.counts} words=${true} /></p>
    <p>${device.driver ? html`${device.driver}, ` : ""}${run.profile ? `profile ${run.profile}, ` : ""}${time(run.started)}, ${seconds(run.seconds)}. <a href=${address(["run", run.id])}>All about this run</a></p>
    ${before ? html`<section aria-labelledby="h-new"><h2 id="h-new">Since ${time(before.started)}</h2><p><a href=${address(["compare"], {a: before.id, b: run.id})}>${plural(run.fresh, "new failure")}, ${number(run.fixed)} fixed</a>, ${plural(run.both, "case")} in both runs.</p></section>` : ""}
    <section aria-labelledby="h-causes"><h2 id="h-causes">${causes.length ? plural(causes.length, "cause") + " of failures" : "Failures"}</h2>
      ${causes.length ? html`<${Plain} caption="Causes of failures" heads=${["#Cases", "Verdict", "What was found", "Where", "Assertions"]} rows=${causes.slice(0, 40).map(bucket => [number(bucket.runs[run.number]), html`<${Verdict} letter=${bucket.outcome} />`, html`<a href=${address(["bucket", bucket.id])}>${bucket.text || wordsOf(bucket.outcome)}</a><${Notes} numbers=${bucket.notes} />`, bucket.where, bucketAssertions(bucket)])} />` : html`<${Empty}>No case failed.</${Empty}>`}
      <p>${causes.length > 40 ? html`<a href=${address(["buckets"])}>All ${causes.length} causes</a>. ` : ""}${warned ? html`<a href=${address(["buckets"], {about: "warnings"})}>${plural(warned, "kind")} of warnings</a>. ` : ""}${ofFrontEnd ? html`<a href=${address(["buckets"], {about: "frontend"})}>${plural(ofFrontEnd, "kind")} of warnings about the front end, not the driver</a>.` : ""}</p></section>
    <section aria-labelledby="h-systems"><h2 id="h-systems">Systems</h2><${Plain} caption="Systems" heads=${["System", "#Passed", "#Failed", ...(sums.compiled ? ["#Compiled, not run"] : []), "#Unexpected", "#Not supported", "#Assertions that hold", "Share"]} rows=${Object.entries(run.systems).map(([system, counts]) => { const own = groups(counts); const [held, , all] = device.coverage[system] || [0, 0, 0]; return [html`<a href=${address(["cases"], {system, run: run.id})}>${system}</a>`, number(own.passed), number(own.failed), ...(sums.compiled ? [number(own.compiled)] : []), number(run.unexpected[system] || 0), number(own.absent), all ? `${held} of ${all}` : "–", html`<${Bar} counts=${counts} />`]; })} /></section>
    <${AllNotes} />
    ${site.files.length ? html`<section aria-labelledby="h-files"><h2 id="h-files">Other reports of this run</h2><ul>${site.files.map(([file, what]) => html`<li><a href=${file}>${file}</a>: ${what}</li>`)}</ul></section>` : ""}`;
}
