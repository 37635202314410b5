"use strict";
const passRate = run => { const sums = groups(run.counts); return sums.run ? sums.passed / sums.run : NaN; };

// Systems by devices: the newest run of each device and driver that has the system.
function Matrix({devices}) {
  const {site} = coopcts;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Systems by devices"><table class="plain matrix"><caption class="hidden">Systems by devices</caption>
    <thead><tr><th scope="col">Device and driver</th>${site.systems.map(system => html`<th scope="col"><a href=${address(["map"], {system})}>${system}</a></th>`)}<th scope="col">All</th></tr></thead>
    <tbody>${devices.map(device => html`<tr><th scope="row"><${DeviceLink} device=${device} /><div class="quiet small">${device.driver}</div><div class="quiet small">newest run ${time(site.runs[device.runs.at(-1)].started)}</div></th>
      ${site.systems.map(system => html`<td class=${device.newest[system] === undefined ? "not-run" : ""} data-label=${system}>${cell(device, system)}</td>`)}<td class="total" data-label="all">${whole(device)}</td></tr>`)}</tbody></table></div>`;

  function cell(device, system) {
    const run = site.runs[device.newest[system]];
    if (!run) return html`<span class="quiet">not run</span>`;
    const counts = run.systems[system];
    const sums = groups(counts);
    const [held, failed, all, proven] = device.coverage[system] || [0, 0, 0, 0];
    return html`<a class="cell" href=${address(["cases"], {system, run: run.id, show: sums.failed ? "failed" : ""})} title=${`${system} on ${device.short}, run of ${time(run.started)}`}>
      <${Bar} counts=${counts} /><${Counts} counts=${counts} words=${false} />
      ${all ? html`<span class="quiet small" title=${`${held} of ${all} assertions hold: a case that checks them passed and none failed; ${failed} failed. Of those that hold ${proven} are proven: such a case is known to fail with a planted fault`}>${sums.run ? html`${held} of ${all} hold<br /><span class="proven">${proven} of them proven</span>` : "no assertion checked"}</span>` : ""}</a>`;
  }
  function total(device, at) {
    return Object.keys(device.newest).reduce((sum, system) => sum + (device.coverage[system] || [0, 0, 0, 0])[at], 0);
  }
  function whole(device) {
    const counts = {};
    for (const [system, at] of Object.entries(device.newest)) {
      for (const [letter, n] of Object.entries(site.runs[at].systems[system])) counts[letter] = (counts[letter] || 0) + n;
    }
    const sums = groups(counts);
    return html`<span class="cell"><strong>${sums.run ? percent(sums.passed / sums.run) : "–"}</strong><${Counts} counts=${counts} words=${false} /><span class="quiet small">passed of run<br />${number(total(device, 0))} assertions hold<br /><span class="proven">${number(total(device, 3))} of them proven</span></span></span>`;
  }
}

const newestOf = devices => devices.map(device => coopcts.site.runs[device.runs.at(-1)]);
// What there is to know first, in a sentence.
function news(devices) {
  if (!devices.length) return "No device is called so";
  const {site} = coopcts, newest = newestOf(devices);
  const named = (runs, words) => runs.slice(0, 3).map(run => `${site.devices[run.device].short} (${words(run)})`).join(", ") + (runs.length > 3 ? ` and ${runs.length - 3} more` : "");
  const worse = newest.filter(run => run.fresh).sort((a, b) => b.fresh - a.fresh);
  const better = newest.filter(run => run.fixed), bad = newest.filter(run => run.surprises);
  if (worse.length) return `${plural(worse.length, "device")} of ${devices.length} got worse: ${named(worse, run => plural(run.fresh, "new failure"))}`;
  if (better.length) return `Nothing new fails; fixed on ${named(better, run => plural(run.fixed, "case"))}`;
  if (bad.length) return `${newest.some(run => run.before >= 0) ? "No newest run differs from the one before; unexpected" : "Unexpected"} on ${named(bad, run => plural(run.surprises, "case"))}`;
  const far = newest.some(run => !run.finished || run.damaged);
  return devices.length === 1 ? "The device is as expected" + (far ? ", as far as it went" : "") : `All ${devices.length} devices are as expected` + (far ? ", as far as they went" : "");
}

// What is failing in the newest runs, worst first.
function currentBuckets(devices) {
  const {site} = coopcts;
  const newest = new Set(devices.flatMap(device => Object.values(device.newest)));
  return site.buckets.map(bucket => ({bucket, now: [...newest].reduce((sum, run) => sum + (bucket.runs[run] || 0), 0), devices: [...new Set(Object.keys(bucket.runs).filter(run => newest.has(+run)).map(run => site.runs[run].device))]}))
    .filter(entry => entry.now && groupOf(entry.bucket.outcome) !== "passed").sort((a, b) => b.now - a.now);
}

pages[""] = {
  title: () => (coopcts.site.focus < 0 ? news(coopcts.site.devices) : sentence(coopcts.site.runs[coopcts.site.focus])),
  Page({query}) {
    const {site} = coopcts;
    if (site.focus >= 0) return html`<${OneRun} run=${site.runs[site.focus]} />`;
    const words = coopcts.matcher(query.device || "");
    const devices = site.devices.filter(device => words((device.name + " " + device.driver).toLowerCase()));
    const runs = site.runs.filter(run => devices.includes(site.devices[run.device]));
    const now = currentBuckets(devices);
    const damaged = runs.filter(run => run.damaged || !run.finished);
    const all = coverageTotals();
    return html`<h1 class=${newestOf(devices).some(run => run.fresh) ? "count failed" : ""}>${news(devices)}</h1>
      <p class="lead">${plural(site.devices.length, "device and driver", "devices and drivers")}, ${plural(site.runs.length, "run")}, ${plural(site.cases, "case")}, ${number(all)} assertions in the catalogue.
        ${damaged.length ? html` <a class="note" href=${address(["runs"])}>${damaged.length} ${damaged.length === 1 ? "run is" : "runs are"} interrupted or damaged</a>` : ""}</p>
      <div class="tools"><${Search} label="Devices" hint="device or driver" value=${query.device || ""} change=${device => filter({device})} /></div>
      <section aria-labelledby="h-matrix"><h2 id="h-matrix">Systems × devices</h2>
        <${Matrix} devices=${devices} />
        <p class="key"><span class="count passed">✓ passed</span> <span class="count failed">✕ failed</span> <span class="count unstable">~ flaky</span> <span class="count compiled">◇ compiled, not run</span> <span class="count absent">– not supported or skipped</span> <span class="quiet">Each cell is the newest run of the device and driver that has the system. An assertion of the catalogue holds where a case that checks it passed and none failed. It is proven where such a case is known to fail with a planted fault.</span></p>
      </section>
      <section aria-labelledby="h-now"><h2 id="h-now">What fails now</h2>
        ${now.length ? html`<${Plain} caption="Causes of failures in the newest runs" heads=${["#Cases", "Verdict", "What was found", "Assertions", "Devices", "Since"]} rows=${now.slice(0, 12).map(({bucket, now, devices}) => [
          number(now), html`<${Verdict} letter=${bucket.outcome} />`, html`<a class="clip" href=${address(["bucket", bucket.id])}>${bucket.text || wordsOf(bucket.outcome)}</a><${Notes} numbers=${bucket.notes} />`, bucketAssertions(bucket),
          devices.map((device, i) => html`${i ? ", " : ""}<${DeviceLink} device=${site.devices[device]} />`), html`<span class="nowrap">${day(site.runs[Math.min(...Object.keys(bucket.runs))].started)}</span>`])} />` : html`<${Empty}>Nothing fails in the newest runs.</${Empty}>`}
        ${now.length > 12 ? html`<p><a href=${address(["buckets"])}>All ${now.length} causes</a></p>` : ""}
      </section>
      <${AllNotes} />
      <section aria-labelledby="h-trend"><h2 id="h-trend">Night by night</h2>
        <div class="pair"><figure><figcaption>Passed of those that ran</figcaption><${TrendChart} runs=${runs} value=${run => 100 * passRate(run)} label="Passed of those that ran" y=${{tickFormat: n => n.toFixed(1) + " %"}} /></figure>
        <figure><figcaption>New and fixed failures against the run before</figcaption><${ChangeChart} runs=${runs} /></figure></div>
        <${Legend} devices=${devicesOf(runs)} />
        <p><a href=${address(["trends"])}>Trends, with the numbers</a></p>
      </section>
      <section aria-labelledby="h-runs"><h2 id="h-runs">Newest runs</h2><${RunRows} runs=${[...runs].reverse().slice(0, 8)} /></section>`;
  },
};
function coverageTotals() {
  const first = coopcts.site.devices[0];
  return first ? Object.values(first.coverage).reduce((sum, own) => sum + own[2], 0) : 0;
}
function bucketAssertions(bucket) {
  return useNamed(bucket.assertions);
}
// Numbers of assertions as links; their names come with the catalogue.
function useNamed(numbers) {
  return numbers.length ? html`<${Named} numbers=${numbers} />` : html`<span class="quiet nowrap">none named</span>`;
}
function Named({numbers}) {
  const data = useData("assertions");
  return data ? html`<span>${numbers.map((n, i) => html`${i ? " " : ""}<${AssertionLink} id=${data[0].all[n][0]} />`)}</span>` : "…";
}

pages.trends = {
  title: () => "Trends",
  Page({query}) {
    const {site} = coopcts;
    const runs = site.runs.filter(run => (!query.device || site.devices[run.device].id === query.device) && (!query.profile || run.profile === query.profile));
    const figures = [
      ["Passed of those that ran", run => 100 * passRate(run), {tickFormat: n => n.toFixed(1) + " %"}],
      ["Failed cases", run => groups(run.counts).failed, {}],
      ["Wall time in seconds", run => run.seconds, {zero: true}],
      ["Flaky or retried", run => Math.max(groups(run.counts).unstable, run.retried), {zero: true}],
    ];
    return html`<h1>Trends</h1>
      <div class="tools"><${Select} label="Device" value=${query.device || ""} options=${[["", "all"], ...site.devices.map(device => [device.id, device.short])]} change=${device => filter({device})} />
        <${Select} label="Profile" value=${query.profile || ""} options=${[["", "all"], ...[...new Set(site.runs.map(run => run.profile))].filter(Boolean).map(name => [name, name])]} change=${profile => filter({profile})} /></div>
      <${Legend} devices=${devicesOf(runs)} />
      <div class="pair">${figures.map(([label, value, y]) => html`<figure><figcaption>${label}</figcaption><${TrendChart} runs=${runs} value=${value} label=${label} y=${y} /></figure>`)}
        <figure><figcaption>New and fixed failures against the run before</figcaption><${ChangeChart} runs=${runs} /></figure></div>
      <h2>The numbers</h2><${RunRows} runs=${[...runs].reverse()} />`;
  },
};
