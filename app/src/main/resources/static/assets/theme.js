// Runs before the first paint, so that a chosen appearance does not flash.
(() => {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') {
    document.documentElement.dataset.theme = chosen;
  }
})();
