"use strict";
// Allure's page asks for the files of its report as window.reportData[name], each in Base64. They lie in compressed
// groups, scripts that no browser runs, and a group is unpacked when one of its files is asked for.
window.reportDataReady = false;
window.reportData = (() => {
  const unpacked = new Map();
  let groups = null;

  function unpack(id) {
    if (!unpacked.has(id)) {
      const packed = Uint8Array.from(atob(document.getElementById(id).textContent), c => c.charCodeAt(0));
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
      unpacked.set(id, new Response(stream).json());
    }
    return unpacked.get(id);
  }

  // A case's own file, which has the rest from the table of leaves.
  const SHARED = ["name", "uid", "time", "status", "flaky", "newFailed", "newBroken", "newPassed", "retriesCount", "retriesStatusChange"];
  const CASE = /^data\/test-cases\/(\w+)\.json$/;
  let numbers = null;
  async function testCase(own) {
    const {rests, rows} = await unpack("leaves");
    numbers ||= new Map(rows.map(([, uid], number) => [uid, number]));
    const number = numbers.get(own);
    if (number === undefined) return null;
    const {leaves} = index();
    const group = leaves.findLastIndex(first => first <= number);
    const [name, uid, time, rest] = rows[number];
    const leaf = {...rests[rest], name, uid, time};
    const shared = Object.fromEntries(SHARED.map(member => [member, leaf[member]]));
    return JSON.stringify({...shared, fullName: name, ...(await unpack("group" + group))[number]});
  }

  // Trees and lists of cases have numbers in place of what the table of leaves says of a case.
  async function whole(value) {
    const {rests, rows} = await unpack("leaves");
    const listed = number => {
      const [name, uid, time, rest] = rows[number];
      return {uid, name, time, status: rests[rest].status, severity: rests[rest].severity};
    };
    const leaf = (number, parentUid) => {
      const [name, uid, time, rest] = rows[number];
      const {severity, ...own} = rests[rest];
      return {...own, name, uid, time, parentUid};
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
    if (group === undefined) {
      const found = await testCase(name.match(CASE)[1]);
      return found === null ? Promise.reject(new Error("not found")) : base64(found);
    }
    const value = (await unpack("group" + group))[name];
    if (value.base64) return value.base64;
    return base64(typeof value === "string" ? value : await whole(value));
  }

  return new Proxy({}, {
    get: (_, name) => (Object.hasOwn(index().of, name) || CASE.test(name) ? file(name) : undefined),
  });
})();
