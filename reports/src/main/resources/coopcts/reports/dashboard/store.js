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
        return key === "names" ? unfold(raw) : raw;
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
    if (site.schema !== 5) throw new Error("the data is of another version than this page");
    // Keys come from names in journals: without a prototype none of them means anything else.
    const own = values => Object.assign(Object.create(null), values);
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

  // What a case is about, told by the words of its name.
  const TYPE = /^(?:[us]int\d+|b?float\d+(?:_e\dm\d)?|tfloat\d+)(?:_(?:[us]int\d+|b?float\d+(?:_e\dm\d)?))*$/;
  const PACKED = /^(?:[us]int\d+|b?float\d+(?:_e\dm\d)?)x\d+$/;
  const SIZE = /^(?:\d+x\d+|m\d+n\d+k\d+|\d+)$/;
  const WORDS = {
    use: /^(?:a|b|accumulator)$/,
    scope: /^(?:subgroup|workgroup)\d*$/,
    layout: /^(?:row|col|column|row_major|column_major|training|inferencing|inferencing_optimal|training_optimal)$/,
    storage: /^(?:buffer|shared|address|reference|physical)$/,
  };
  function facets(name) {
    const words = name.split(".");
    const found = {system: words[0], builtin: words[1] || "-", type: "-", size: "-", use: "-", scope: "-", layout: "-", storage: "-", element: "-", variant: "-"};
    const rest = [];
    for (const word of words.slice(2)) {
      const kind = TYPE.test(word) ? (found.type === "-" ? "type" : "element")
        : PACKED.test(word) ? "element"
        : SIZE.test(word) ? "size"
        : Object.keys(WORDS).find(key => WORDS[key].test(word));
      if (kind && found[kind] === "-") found[kind] = word; else rest.push(word);
    }
    if (rest.length) found.variant = rest.join(".");
    return found;
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

  return {root, take, load, script, facets, matcher, stepped, stamp, started() {}};
})();
