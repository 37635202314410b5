"use strict";
pages.devices = {
  title: () => "Devices",
  Page() {
    const {site} = coopcts;
    return html`<h1>Devices</h1><${Plain} caption="Devices and drivers" heads=${["Device", "Driver", "Vulkan", "#Runs", "Newest run", "Passed", "Counts"]} rows=${site.devices.map(device => {
      const run = site.runs[device.runs.at(-1)];
      return [html`<${DeviceLink} device=${device} />`, device.driver, device.api, number(device.runs.length), html`<${RunLink} run=${run} />`, Number.isNaN(passRate(run)) ? "–" : percent(passRate(run)), html`<${Counts} counts=${run.counts} />`];
    })} />`;
  },
};

const rowText = row => (typeof row === "string" ? row : Object.values(row).map(value => (typeof value === "object" ? Object.values(value).join(" ") : String(value))).join(" "));
function Rows({title, rows}) {
  if (!rows.length) return "";
  if (typeof rows[0] === "string") return html`<h3>${title}</h3><ul class="plain-list">${rows.map(row => html`<li>${row}</li>`)}</ul>`;
  const keys = Object.keys(rows[0]);
  const words = key => key.replace(/([A-Z])/g, " $1").toLowerCase();
  const text = value => (value === true ? "yes" : value === false ? "no" : typeof value === "object" && value ? rowText(value) : String(value));
  return html`<h3>${title} <span class="quiet">${rows.length}</span></h3><${Plain} caption=${title} heads=${keys.map(words)} rows=${rows.map(row => keys.map(key => text(row[key])))} />`;
}

pages.device = {
  title: ([id]) => coopcts.site.devices.find(device => device.id === id)?.short || id,
  Page({path: [id]}) {
    const {site} = coopcts;
    const device = site.devices.find(device => device.id === id);
    if (!device) return html`<h1>No such device</h1><p>This dashboard has no device ${id}.</p>`;
    const runs = device.runs.map(n => site.runs[n]);
    const found = site.buckets.map(bucket => ({bucket, runs: Object.keys(bucket.runs).map(Number).filter(n => device.runs.includes(n))})).filter(entry => entry.runs.length)
      .sort((a, b) => b.runs.at(-1) - a.runs.at(-1) || b.bucket.runs[b.runs.at(-1)] - a.bucket.runs[a.runs.at(-1)]);
    const current = new Set(Object.values(device.newest));
    return html`<${Crumbs} to=${[["Devices", address(["devices"])]]} /><h1>${device.name}</h1>
      <dl class="facts"><${Fact} name="Driver">${device.driver || "–"}</${Fact}><${Fact} name="Vulkan">${device.api || "–"}</${Fact}><${Fact} name="Type">${device.type || "–"}</${Fact}>
        <${Fact} name="Subgroup">${device.subgroup[0] ? `${device.subgroup[0]} (${device.subgroup[1]} to ${device.subgroup[2]})` : "–"}</${Fact}>${device.uuid ? html`<${Fact} name="UUID">${device.uuid}</${Fact}>` : ""}<${Fact} name="Runs">${runs.length}</${Fact}></dl>
      <section><h2>Newest verdicts</h2><${Matrix} devices=${[device]} /></section>
      <section><h2>Findings</h2>${found.length ? html`<${Plain} caption="Findings on this device" heads=${["State", "#Cases", "Verdict", "What was found", "Assertions", "First seen", "Last seen"]} rows=${found.map(({bucket, runs}) => [
        runs.some(n => current.has(n)) ? "open" : "gone", number(bucket.runs[runs.at(-1)]), html`<${Verdict} letter=${bucket.outcome} />`, html`<a class="clip" href=${address(["bucket", bucket.id])}>${bucket.text || wordsOf(bucket.outcome)}</a>`, bucketAssertions(bucket), html`<${RunLink} run=${site.runs[runs[0]]} />`, html`<${RunLink} run=${site.runs[runs.at(-1)]} />`])} />` : html`<${Empty}>No run of this device found anything.</${Empty}>`}</section>
      <section><h2>History</h2>${runs.length > 1 ? html`<div class="pair"><figure><figcaption>Passed of those that ran</figcaption><${TrendChart} runs=${runs} value=${run => 100 * passRate(run)} label="Passed of those that ran" y=${{tickFormat: n => n.toFixed(1) + " %"}} /></figure><figure><figcaption>New and fixed failures</figcaption><${ChangeChart} runs=${runs} /></figure></div>` : ""}<${RunRows} runs=${[...runs].reverse()} /></section>
      <section><h2>What it reports</h2><${Rows} title="Matrix types (KHR)" rows=${device.matrixProperties} /><${Rows} title="Flexible dimensions (NV)" rows=${device.flexibleProperties} /><${Rows} title="Vector types (NV)" rows=${device.vectorProperties} /><${Rows} title="Rows with types that the suite does not know" rows=${device.unknownProperties} />
        <h3>Features, extensions and limits</h3><details><summary>${device.features.length} features, ${Object.keys(device.extensions).length} extensions, ${Object.keys(device.limits).length} limits</summary>
        <p class="mono wrap">${device.features.join(", ")}</p><p class="mono wrap">${Object.entries(device.extensions).map(([name, version]) => `${name} ${version}`).join(", ")}</p>
        <${Plain} caption="Limits" heads=${["Limit", "#Value"]} rows=${Object.entries(device.limits).map(([name, value]) => [name, number(value)])} /></details></section>`;
  },
};
