"use strict";
const KINDS = {worse: "worse", better: "better", changed: "another bad verdict", fresh: "new", gone: "not run in the newer"};
const RANK = {passed: 0, unstable: 3, compiled: 1, absent: 2, failed: 4};
function kindOf(before, after) {
  if (before === ".") return "fresh";
  if (after === ".") return "gone";
  const rank = letter => (toneOf(letter) === "warned" ? 0.5 : RANK[groupOf(letter)]);
  const way = rank(after) - rank(before);
  return way > 0 ? "worse" : way < 0 ? "better" : "changed";
}

pages.compare = {
  title: () => "Compare runs",
  Page({query}) {
    const {site} = coopcts;
    const b = site.runs.find(run => run.id === query.b) || site.runs.at(-1);
    const a = site.runs.find(run => run.id === query.a) || site.runs[b.before] || site.runs[Math.max(0, b.number - 1)];
    const data = useData("names", "runs/" + a.number, "runs/" + b.number, "times/" + a.number, "times/" + b.number);
    const all = useMemo(() => {
      if (!data) return null;
      const [names, before, after, timesA, timesB] = data;
      const found = {worse: [], better: [], changed: [], fresh: [], gone: []};
      let same = 0, millisA = 0, millisB = 0;
      const families = new Map();
      for (let i = 0; i < names.length; i++) {
        const x = before[i].toUpperCase(), y = after[i].toUpperCase();
        if (x === "." && y === ".") continue;
        if (x !== "." && y !== ".") {
          const parts = names[i].split(".", 2).join(".");
          const sum = families.get(parts) || families.set(parts, [0, 0, 0]).get(parts);
          sum[0] += timesA.millis[i]; sum[1] += timesB.millis[i]; sum[2]++;
          millisA += timesA.millis[i]; millisB += timesB.millis[i];
        }
        if (x === y) same++; else found[kindOf(x, y)].push(i);
      }
      return {found, same, millisA, millisB, families: [...families]};
    }, [data]);
    const kind = KINDS[query.kind] ? query.kind : "";
    const shown = useMemo(() => {
      if (!all) return [];
      const words = coopcts.matcher(query.q || "");
      return (kind ? [kind] : ["worse", "changed", "better"]).flatMap(key => all.found[key].map(i => ({i, kind: key}))).filter(row => words(data[0][row.i]));
    }, [all, kind, query.q]);
    const columns = useMemo(() => (data ? [
      {name: "Change", width: 110, value: row => row.kind, show: row => KINDS[row.kind]},
      {name: "Case", width: 520, mono: true, value: row => data[0][row.i], show: row => link(address(["case", data[0][row.i]], {run: b.id}), data[0][row.i])},
      {name: "Older", width: 120, value: row => data[1][row.i], show: row => verdictElement(data[1][row.i], true)},
      {name: "Newer", width: 120, value: row => data[2][row.i], show: row => verdictElement(data[2][row.i], true)},
      {name: "Time", width: 90, number: true, value: row => data[4].millis[row.i] / Math.max(1, data[3].millis[row.i]), show: row => (data[3].millis[row.i] && data[4].millis[row.i] ? "× " + (data[4].millis[row.i] / data[3].millis[row.i]).toFixed(2) : "–")},
    ] : []), [data]);
    const options = [...site.runs].reverse().map(run => [run.id, time(run.started) + " " + site.devices[run.device].short]);
    const buckets = site.buckets.filter(bucket => bucket.runs[b.number] && !bucket.runs[a.number]);
    const lost = site.buckets.filter(bucket => bucket.runs[a.number] && !bucket.runs[b.number]);
    return html`<h1>Compare runs</h1>
      <div class="tools"><${Select} label="Older" value=${a.id} options=${options} change=${a => filter({a, b: b.id})} /><${Select} label="Newer" value=${b.id} options=${options} change=${b => filter({a: a.id, b})} />
        <${Select} label="Change" value=${kind} options=${[["", "worse, changed, better"], ...Object.entries(KINDS)]} change=${kind => filter({kind})} /><${Search} label="Search" hint="cases" value=${query.q || ""} change=${q => filter({q})} /></div>
      ${a.device === b.device ? "" : html`<p class="note block">Two devices or drivers: <${DeviceLink} device=${site.devices[a.device]} /> and <${DeviceLink} device=${site.devices[b.device]} />.</p>`}
      ${!all ? html`<${Loading} />` : html`
      <dl class="facts big">${Object.entries(KINDS).map(([key, words]) => html`<${Fact} name=${words}><button type="button" class=${"figure " + ({worse: "failed", better: "passed"}[key] || "")} aria-pressed=${kind === key} onClick=${() => filter({kind: kind === key ? "" : key})}>${number(all.found[key].length)}</button></${Fact}>`)}<${Fact} name="same"><span class="figure">${number(all.same)}</span></${Fact}><${Fact} name="working time of those in both"><span class="figure">${all.millisA ? "× " + (all.millisB / all.millisA).toFixed(2) : "–"}</span></${Fact}></dl>
      ${buckets.length ? html`<section><h2>Causes that are new</h2><${BucketRows} buckets=${buckets} /></section>` : ""}${lost.length ? html`<section><h2>Causes that are gone</h2><${BucketRows} buckets=${lost} /></section>` : ""}
      <section><h2>Cases <span class="quiet" role="status">${number(shown.length)}</span></h2>${shown.length ? html`<${Table} label="Cases that differ" columns=${columns} items=${shown} open=${row => address(["case", data[0][row.i]], {run: b.id})} />` : html`<${Empty}>No case differs so.</${Empty}>`}</section>
      <section><h2>Working time by family</h2><${Plain} caption="Working time by family, of cases in both runs" heads=${["Family", "#Cases in both", "#Older", "#Newer", "#Ratio"]} rows=${all.families.sort((x, y) => y[1][0] + y[1][1] - x[1][0] - x[1][1]).slice(0, 25).map(([family, [x, y, n]]) => [family, number(n), seconds(x / 1000), seconds(y / 1000), x ? "× " + (y / x).toFixed(2) : "–"])} /></section>`}`;
  },
};
