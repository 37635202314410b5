"use strict";
// Charts are drawn by Observable Plot, which is loaded when the first one is wanted. Each has its numbers in a table beside it.
let plotting;
const plotReady = () => (plotting ||= coopcts.script("assets/lib/d3.min.js").then(() => coopcts.script("assets/lib/plot.umd.min.js")));

function Chart({label, draw, inputs}) {
  const place = useRef();
  useEffect(() => {
    let alive = true;
    const paint = () => {
      if (!alive || !place.current) return;
      const width = Math.max(280, place.current.clientWidth);
      const svg = draw(width);
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", label);
      svg.querySelectorAll("[aria-label]").forEach(part => part.removeAttribute("aria-label"));
      place.current.replaceChildren(svg);
    };
    plotReady().then(paint);
    window.addEventListener("resize", paint);
    return () => { alive = false; window.removeEventListener("resize", paint); };
  }, inputs);
  return html`<div class="chart" ref=${place}></div>`;
}

const MARKS = ["circle", "square", "triangle", "diamond", "star", "cross", "wye"];
const series = i => `var(--series-${i % 7})`;
const frame = {style: {background: "none", fontFamily: "inherit", fontSize: "11px", overflow: "visible"}, marginLeft: 44, marginRight: 12, marginBottom: 26, marginTop: 12};

function devicesOf(runs) {
  return [...new Set(runs.map(run => run.device))];
}
function Legend({devices}) {
  const {site} = coopcts;
  return html`<ul class="legend">${devices.map((device, i) => html`<li><svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true"><path d=${d3Symbol(i)} style=${{fill: series(i)}} /></svg> ${site.devices[device].short}</li>`)}</ul>`;
}
const SHAPES = ["M4.5,0A4.5,4.5,0,1,1,-4.5,0A4.5,4.5,0,1,1,4.5,0", "M-4,-4h8v8h-8Z", "M0,-5L5,4H-5Z", "M0,-5.5L4,0L0,5.5L-4,0Z", "M0,-5.5L1.3,-1.8H5.2L2.1,.6L3.2,4.4L0,2.1L-3.2,4.4L-2.1,.6L-5.2,-1.8H-1.3Z", "M-1.7,-5h3.4v3.3H5v3.4H1.7V5h-3.4V1.7H-5v-3.4h3.3Z", "M0,-1L4,-4L5,-2L1.5,.8V5h-3V.8L-5,-2L-4,-4Z"];
const d3Symbol = i => SHAPES[i % 7];

// One line for each device over the runs.
function TrendChart({runs, value, label, y, height}) {
  const devices = devicesOf(runs);
  const points = runs.map(run => ({run, at: new Date(run.started), value: value(run), series: devices.indexOf(run.device)})).filter(point => Number.isFinite(point.value));
  return html`<${Chart} label=${label} inputs=${[runs, label]} draw=${width => Plot.plot({
    ...frame, width, height: height || 190, x: {label: null, type: "time", insetLeft: 8, insetRight: 8, ticks: Math.max(2, Math.floor(width / 110))}, y: {label: null, grid: true, ticks: 4, nice: true, ...(points.every(point => point.value === 0) ? {domain: [0, 1], ticks: 1} : {}), ...y},
    symbol: {domain: devices.map((_, i) => i), range: devices.map((_, i) => MARKS[i % 7])},
    marks: [
      Plot.line(points, {x: "at", y: "value", z: "series", stroke: point => series(point.series), strokeWidth: 1.5}),
      Plot.dot(points, {x: "at", y: "value", symbol: "series", r: 3.5, fill: point => series(point.series), title: point => `${coopcts.site.devices[point.run.device].short}\n${time(point.run.started)}\n${label}: ${(y?.tickFormat || String)(point.value)}`}),
    ],
    color: {type: "identity"},
  })} />`;
}

// New failures upwards, fixed ones downwards, a bar for each run.
function ChangeChart({runs}) {
  const known = runs.filter(run => run.before >= 0);
  const bars = known.flatMap(run => [{run, n: run.fresh, kind: "failed"}, {run, n: -run.fixed, kind: "passed"}]);
  const order = known.map(run => run.id);
  return html`<${Chart} label="New and fixed failures, run by run" inputs=${[runs]} draw=${width => Plot.plot({
    ...frame, width, height: 190, x: {label: null, domain: order, tickFormat: id => (width / order.length < 60 ? "" : id.slice(4, 6) + "-" + id.slice(6, 8)), tickSize: 0}, y: {label: null, grid: true, ticks: 4, nice: true, tickFormat: n => (n > 0 ? "+" : "") + n},
    marks: [
      Plot.barY(bars, {x: bar => bar.run.id, y: "n", fill: bar => `var(--${bar.kind})`, insetLeft: 2, insetRight: 2, title: bar => `${coopcts.site.devices[bar.run.device].short}\n${time(bar.run.started)}\n${bar.n >= 0 ? bar.n + " new" : -bar.n + " fixed"}`}),
      Plot.ruleY([0], {stroke: "currentColor"}),
    ],
    color: {type: "identity"},
  })} />`;
}
