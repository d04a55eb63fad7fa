// What the app was set to holds here too; otherwise the device decides.
;(() => {
  const root = document.documentElement
  root.classList.add('js')
  try {
    const chosen = localStorage.getItem('mantine-color-scheme-value')
    if (chosen === 'light' || chosen === 'dark') root.style.colorScheme = chosen
  } catch {}
})()
