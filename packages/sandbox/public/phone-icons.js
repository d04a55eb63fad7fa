const svg = (inner, box = '0 0 24 24') => {
  const holder = document.createElement('template')
  holder.innerHTML = `<svg viewBox="${box}" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${inner}</svg>`
  return holder.content.firstChild
}

export const icons = {
  back: () => svg('<path d="M15 5l-7 7 7 7"/>'),
  settings: () =>
    svg(
      '<circle cx="12" cy="5" r="1.4" fill="currentColor"/><circle cx="12" cy="12" r="1.4" fill="currentColor"/><circle cx="12" cy="19" r="1.4" fill="currentColor"/>',
    ),
  attach: () => svg('<path d="M12 5v14M5 12h14"/>'),
  send: () => svg('<path d="M5 12h13M12 5l7 7-7 7"/>'),
  close: () => svg('<path d="M6 6l12 12M18 6L6 18"/>'),
  more: () => svg('<path d="M6 9l6 6 6-6"/>'),
  file: () => svg('<path d="M7 3h7l4 4v14H7z"/><path d="M14 3v4h4"/>'),
  pin: () =>
    svg('<path d="M12 21s7-6.2 7-11.5A7 7 0 0 0 5 9.5C5 14.8 12 21 12 21z"/><circle cx="12" cy="9.5" r="2.5"/>'),
  person: () => svg('<circle cx="12" cy="8" r="4"/><path d="M4.5 20.5c1.5-4 13.5-4 15 0"/>'),
  one: () => svg('<path d="M4 6.5l3.5 3.5L14 3"/>', '0 0 18 13'),
  two: () => svg('<path d="M1.5 6.5L5 10l6.5-7M8.5 9.7l.3.3L15.5 3"/>', '0 0 18 13'),
}
