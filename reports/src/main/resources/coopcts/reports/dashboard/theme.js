"use strict";
// Before the first paint: the theme that the reader chose, or the system's.
try {
  const chosen = localStorage.getItem("coopcts-theme");
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
} catch (e) {
  // No storage here: the system's theme it is.
}
