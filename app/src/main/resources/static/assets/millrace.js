// Small helpers for all pages. Pages work without them; these make them pleasant.
(() => {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
  const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
  const steps = [['day', 86400], ['hour', 3600], ['minute', 60]];

  // Near times read as "3 minutes ago", far ones as a date; both in the reader's own zone.
  const words = (time) => {
    const seconds = (time - Date.now()) / 1000;
    if (Math.abs(seconds) > 7 * 86400) return format.format(time);
    const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
    return unit === 'second' ? (seconds > 0 ? 'in a moment' : 'just now') : relative.format(Math.trunc(seconds / size), unit);
  };

  const localTimes = (root) => root.querySelectorAll('time[datetime]').forEach((element) => {
    const time = new Date(element.dateTime);
    element.textContent = words(time);
    element.title = exact.format(time);
  });

  const themeChoice = (root) => root.querySelectorAll('[data-theme-choice]').forEach((select) => {
    select.value = localStorage.getItem('theme') ?? 'auto';
    select.addEventListener('change', () => {
      if (select.value === 'auto') {
        localStorage.removeItem('theme');
        delete document.documentElement.dataset.theme;
      } else {
        localStorage.setItem('theme', select.value);
        document.documentElement.dataset.theme = select.value;
      }
    });
  });

  const copy = async (button) => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Press Ctrl-C';
    }
  };

  document.addEventListener('click', (event) => {
    const copyButton = event.target.closest('[data-copy]');
    if (copyButton) copy(copyButton);
    const menuButton = event.target.closest('[data-menu]');
    if (menuButton) {
      const open = document.body.classList.toggle('menu-open');
      menuButton.setAttribute('aria-expanded', open);
    }
  });

  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && document.body.classList.contains('menu-open')) document.querySelector('[data-menu]').click();
  });

  document.addEventListener('htmx:afterSwap', (event) => {
    localTimes(document);
    const notice = document.querySelector('#handover, [role=alert]');
    if (notice && event.detail.requestConfig.verb !== 'get') notice.focus();
  });

  localTimes(document);
  themeChoice(document);
})();
