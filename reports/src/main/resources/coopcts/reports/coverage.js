
"use strict";
const words = document.getElementById("words"), state = document.getElementById("state"), found = document.getElementById("found");
const lines = [...document.querySelectorAll("tr.line")].map(row => ({row, text: row.textContent.toLowerCase(), state: row.dataset.state}));
function show() {
  const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
  let n = 0;
  for (const line of lines) {
    line.row.hidden = !(wanted.every(word => line.text.includes(word)) && (!state.value || line.state === state.value));
    n += line.row.hidden ? 0 : 1;
  }
  for (const section of document.querySelectorAll("section")) section.hidden = !section.querySelector("tr.line:not([hidden])");
  found.textContent = n + " of " + lines.length + " assertions";
  history.replaceState(null, "", "?" + new URLSearchParams({q: words.value, state: state.value}) + location.hash);
}
const asked = new URLSearchParams(location.search);
words.value = asked.get("q") || "";
state.value = asked.get("state") || "";
words.addEventListener("input", show);
state.addEventListener("change", show);
show();
