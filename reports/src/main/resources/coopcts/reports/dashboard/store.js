"use strict";
// The data: scripts call coopcts.take(key, value); the pages ask with coopcts.load(key).
// Nothing here or in the pages puts text from the data anywhere but into text nodes and plain attributes.
const coopcts = (() => {
  // Where assets and data lie, beside the page or in a folder below it.
  const root = document.currentScript.getAttribute("src").replace(/assets\/store\.js$/, "");
  const values = new Map();
  const loading = new Map();
  const assets = new Map();

  function take(key, value) {
    values.set(key, value);
    if (key === "site") start(value);
  }

  function script(source) {
    if (!assets.has(source)) {
      assets.set(source, new Promise((resolve, reject) => {
        const element = document.createElement("script");
        element.src = root + source;
        element.onload = resolve;
        element.onerror = () => reject(new Error(source + " cannot be loaded"));
        document.head.append(element);
      }));
    }
    return assets.get(source);
  }

  function load(key) {
    if (!loading.has(key)) {
      loading.set(key, script("data/" + key + ".js").then(() => {
        const raw = values.get(key);
        values.delete(key);
        return key === "names" ? unfold(raw) : key === "parameters" ? columns(raw) : raw;
      }));
    }
    return loading.get(key);
  }

  function unfold(rows) {
    let last = "";
    return rows.map(row => (last = last.slice(0, row.charCodeAt(0) - 48) + row.slice(1)));
  }

  const slug = text => text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "x";

  function unique(ids) {
    const seen = new Map();
    return ids.map(id => {
      const times = (seen.get(id) || 0) + 1;
      seen.set(id, times);
      return times === 1 ? id : id + "-" + times;
    });
  }

  function start(site) {
    if (site.schema !== 6) throw new Error("the data is of another version than this page");
    // Keys come from names in journals: without a prototype none of them means anything else.
    const own = values => Object.assign(Object.create(null), values);
    site.programs = own(site.programs);
    for (const device of site.devices) Object.assign(device, {newest: own(device.newest), coverage: own(device.coverage)});
    for (const run of site.runs) Object.assign(run, {facts: own(run.facts), systems: own(run.systems), unexpected: own(run.unexpected)});
    unique(site.devices.map(device => slug(device.name + " " + device.driver)))
      .forEach((id, i) => Object.assign(site.devices[i], {id, number: i, short: shortName(site.devices[i])}));
    unique(site.runs.map(run => stamp(run.started))).forEach((id, i) => {
      const run = site.runs[i];
      Object.assign(run, {id, number: i, counts: {}});
      for (const counts of Object.values(run.systems)) {
        for (const [letter, n] of Object.entries(counts)) run.counts[letter] = (run.counts[letter] || 0) + n;
      }
      run.total = Object.values(run.counts).reduce((a, b) => a + b, 0);
      run.surprises = Object.values(run.unexpected).reduce((a, b) => a + b, 0);
    });
    site.buckets.forEach((bucket, i) => (bucket.number = i));
    site.outcome = {};
    for (const [letter, text] of Object.entries(site.outcomes)) {
      const [name, group] = text.split(" ");
      site.outcome[letter] = {letter, name, group: group.toLowerCase(), words: name.toLowerCase().replaceAll("_", " ")};
    }
    coopcts.site = site;
    coopcts.started();
  }

  const two = n => String(n).padStart(2, "0");
  function stamp(millis) {
    const t = new Date(millis);
    return `${t.getUTCFullYear()}${two(t.getUTCMonth() + 1)}${two(t.getUTCDate())}-${two(t.getUTCHours())}${two(t.getUTCMinutes())}${two(t.getUTCSeconds())}`;
  }

  function shortName(device) {
    return device.name.replace(/ \(LLVM.*\)$/, "").replace(/^CoopCTS reference \((.*)\)$/, "ref:$1");
  }

  // The system of a case; programs are of no system alone.
  const system = name => { const word = name.split(".", 1)[0]; return coopcts.site.programs[word] || word; };

  // The parameters of all cases: columns of [name, values, runs of a value's number and how many cases in a row have it].
  function columns(raw) {
    const spread = raw.map(([name, values, runs]) => {
      let length = 0;
      for (let k = 1; k < runs.length; k += 2) length += runs[k];
      let at = null;
      const numbers = () => {
        if (!at) {
          at = new Int32Array(length);
          for (let k = 0, i = 0; k < runs.length; i += runs[k + 1], k += 2) at.fill(runs[k], i, i + runs[k + 1]);
        }
        return at;
      };
      return [name, i => { const n = i < length ? numbers()[i] : 0; return n ? values[n - 1] : undefined; }];
    });
    const byName = new Map(spread);
    return {
      // A parameter of a case by its name, or undefined where the case has none.
      of: (name, i) => (byName.has(name) ? byName.get(name)(i) : undefined),
      family: byName.get("family"),
      names: spread.map(([name]) => name).filter(name => name !== "family"),
    };
  }

  // Words that must all occur; with a star, a pattern for the whole name as on the command line.
  function matcher(query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean).map(word => {
      if (!word.includes("*")) return name => name.includes(word);
      const pattern = new RegExp("^" + word.split("**").map(part => part.split("*").map(text => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join("[^.]*")).join(".*") + "$");
      return name => pattern.test(name);
    });
    return name => words.every(word => word(name));
  }

  function stepped(steps) {
    let at = 0;
    return steps.map(step => (at += step));
  }

  return {root, take, load, script, system, matcher, stepped, stamp, started() {}};
})();
