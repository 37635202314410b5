"use strict";
// Allure's page asks for the files of its report as window.reportData[name], each in Base64. They lie in compressed
// groups, scripts that no browser runs, and a group is unpacked when one of its files is asked for.
window.reportDataReady = false;
window.reportData = (() => {
  const unpacked = new Map();

  function unpack(id) {
    if (!unpacked.has(id)) {
      const packed = Uint8Array.from(atob(document.getElementById(id).textContent), c => c.charCodeAt(0));
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
      unpacked.set(id, new Response(stream).json());
    }
    return unpacked.get(id);
  }

  // What a case's own file says beside the table of leaves: of each member the number of its value in the group.
  async function rest(number) {
    const {values, files} = await unpack("group" + index().leaves.findLastIndex(first => first <= number));
    return Object.fromEntries(Object.entries(files[number]).map(([member, value]) => [member, values[value]]));
  }

  const SHARED = ["name", "uid", "time", "status", "flaky", "newFailed", "newBroken", "newPassed", "retriesCount", "retriesStatusChange"];
  const CASE = /^data\/test-cases\/(\w+)\.json$/;
  let numbers = null;
  async function testCase(own) {
    const {rests, rows} = await unpack("leaves");
    numbers ||= new Map(rows.map(([, uid], number) => [uid, number]));
    const number = numbers.get(own);
    if (number === undefined) return null;
    const [name, uid, time, kind] = rows[number];
    const leaf = {...rests[kind], name, uid, time};
    const shared = Object.fromEntries(SHARED.map(member => [member, leaf[member]]));
    const whole = {...shared, fullName: name, ...(await rest(number))};
    const {status, statusMessage, statusTrace, testStage} = whole;
    if (testStage && !testStage.status) whole.testStage = {...testStage, status, statusMessage, statusTrace};
    return JSON.stringify(whole);
  }

  // The file that the tree of suites offers: Allure's columns, with times as ISO 8601 has them.
  const SUITES = "data/suites.csv";
  const COLUMNS = ["DESCRIPTION", "DURATION IN MS", "NAME", "PARENT SUITE", "START TIME", "STATUS", "STOP TIME", "SUB SUITE", "SUITE"];
  async function suites() {
    const {rests, rows} = await unpack("leaves");
    const texts = new Map();
    const text = html => {
      if (!texts.has(html)) texts.set(html, new DOMParser().parseFromString(html, "text/html").body.textContent.trim());
      return texts.get(html);
    };
    const lines = [COLUMNS];
    for (const [number, [name, , time, kind]] of rows.entries()) {
      const {descriptionHtml = "", labels} = await rest(number);
      const label = of => labels.find(one => one.name === of)?.value ?? "";
      const [start, stop] = [time.start, time.stop].map(at => new Date(at).toISOString());
      lines.push([text(descriptionHtml), time.duration, name, label("parentSuite"), start, rests[kind].status, stop, label("subSuite"), label("suite")]);
    }
    return lines.map(line => line.map(value => `"${String(value).replaceAll('"', '""')}"`).join(",") + "\n").join("");
  }

  // Trees and lists of cases have numbers in place of what the table of leaves says of a case.
  async function whole(value) {
    const {rests, rows} = await unpack("leaves");
    const listed = number => {
      const [name, uid, time, rest] = rows[number];
      return {uid, name, time, status: rests[rest].status, severity: rests[rest].severity};
    };
    const parameters = Array.isArray(value) ? [] : await unpack("parameters");
    const leaf = (number, parentUid) => {
      const [name, uid, time, rest] = rows[number];
      const {severity, ...own} = rests[rest];
      return {...own, name, uid, time, parentUid, parameters: parameters[number]};
    };
    const below = group => group.children
      ? {...group, children: group.children.map(child => typeof child === "number" ? leaf(child, group.uid) : below(child))}
      : group;
    return JSON.stringify(Array.isArray(value) ? value.map(one => typeof one === "number" ? listed(one) : one) : below(value));
  }

  function base64(text) {
    const bytes = new TextEncoder().encode(text);
    const parts = [];
    for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
    return btoa(parts.join(""));
  }

  let read = null;
  const index = () => read ||= JSON.parse(document.getElementById("groups").textContent);

  async function file(name) {
    const group = index().of[name];
    if (name === SUITES) return base64(await suites());
    if (group === undefined) {
      const found = await testCase(name.match(CASE)[1]);
      return found === null ? Promise.reject(new Error("not found")) : base64(found);
    }
    const value = (await unpack("group" + group)).files[name];
    if (value.base64) return value.base64;
    return base64(typeof value === "string" ? value : await whole(value));
  }

  return new Proxy({}, {
    get: (_, name) => (Object.hasOwn(index().of, name) || name === SUITES || CASE.test(name) ? file(name) : undefined),
  });
})();
