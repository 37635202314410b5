"use strict";
// A table that holds only the lines that are on the screen, whatever its length.
const slick = Promise.resolve()
  .then(() => coopcts.script("assets/lib/slick.core.js"))
  .then(() => coopcts.script("assets/lib/slick.interactions.js"))
  .then(() => coopcts.script("assets/lib/slick.grid.js"));

// columns: {name, width, value(item), show(item) -> text or element, number, grow}; items: any array-like;
// open(item) -> address of what a line stands for.
function Table({label, columns, items, open, tall}) {
  const place = useRef();
  const state = useRef({});
  useEffect(() => {
    let alive = true;
    slick.then(() => {
      if (!alive || !place.current) return;
      const order = Int32Array.from({length: items.length}, (_, i) => i);
      state.current.order = order;
      const data = {getLength: () => order.length, getItem: i => ({at: order[i]})};
      const own = columns.map((column, i) => ({
        id: "c" + i, field: "at", name: column.name, width: column.width || 100, minWidth: 50, sortable: !!column.value, resizable: true,
        cssClass: (column.number ? "n " : "") + (column.mono ? "mono" : ""), headerCssClass: column.number ? "n" : "",
        toolTip: column.hint || "",
        formatter: (row, cell, value, definition, item) => {
          const shown = column.show(items[item.at]);
          return shown instanceof Node ? shown : String(shown ?? "");
        },
      }));
      const grid = new Slick.Grid(place.current, data, own, {
        enableHtmlRendering: false, enableCellNavigation: true, enableColumnReorder: false, forceFitColumns: true, rowHeight: 26,
        headerRowHeight: 26, explicitInitialization: false, enableTextSelectionOnCells: true, enableMouseWheelScrollHandler: false, suppressCssChangesOnHiddenInit: true,
      });
      state.current.grid = grid;
      const box = place.current;
      box.setAttribute("aria-label", label);
      for (const pane of box.querySelectorAll(".slick-pane, .slick-viewport")) pane.removeAttribute("tabindex");
      for (const empty of box.querySelectorAll(".slick-header-columns-right")) empty.removeAttribute("role");
      for (const focusable of box.querySelectorAll("div[tabindex]:not([role])")) focusable.setAttribute("role", "rowgroup");
      // What takes the keyboard before a cell has it: its first focus goes to the first cell.
      for (const sink of box.querySelectorAll(":scope > div[tabindex]")) {
        sink.addEventListener("focus", () => { if (!grid.getActiveCell() && order.length) grid.setActiveCell(0, 0); });
      }
      box.setAttribute("aria-rowcount", String(items.length + 1));
      grid.onSort.subscribe((event, change) => {
        const column = columns[+change.sortCol.id.slice(1)];
        const sign = change.sortAsc ? 1 : -1;
        const values = Array.from(items, column.value);
        order.sort((a, b) => (values[a] < values[b] ? -sign : values[a] > values[b] ? sign : a - b));
        grid.invalidate();
      });
      const follow = row => { const target = open && open(items[order[row]]); if (target) location.hash = target; };
      grid.onDblClick.subscribe((event, at) => follow(at.row));
      grid.onKeyDown.subscribe((event, at) => {
        const original = event.getNativeEvent ? event.getNativeEvent() : event;
        if (original.key === "Enter") { follow(at.row); event.stopImmediatePropagation?.(); }
      });
    });
    return () => { alive = false; state.current.grid?.destroy(); state.current.grid = null; };
  }, [items, columns]);
  const height = Math.min(tall || 560, 32 + 26 * Math.max(items.length, 1) + 4);
  return html`<div class="grid" ref=${place} style=${{height: height + "px"}} data-length=${items.length}></div>`;
}
function link(target, text, css) {
  const element = document.createElement("a");
  element.href = target;
  element.textContent = text;
  if (css) element.className = css;
  return element;
}
