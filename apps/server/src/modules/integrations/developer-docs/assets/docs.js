const KEY = 'recado-docs-language'
const read = () => {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

const select = (figure, language) => {
  for (const tab of figure.querySelectorAll('[role=tab]')) {
    const isChosen = tab.dataset.language === language
    tab.setAttribute('aria-selected', String(isChosen))
    tab.tabIndex = isChosen ? 0 : -1
    const panel = document.getElementById(tab.getAttribute('aria-controls'))
    if (isChosen) panel.removeAttribute('hidden')
    else panel.setAttribute('hidden', 'until-found')
  }
}

/** One language is chosen for all programs of all pages; those without it keep theirs. */
const selectAll = (language) => {
  for (const figure of document.querySelectorAll('.tabs'))
    if (figure.querySelector(`[data-language="${language}"]`)) select(figure, language)
}

const choose = (tab) => {
  const before = tab.getBoundingClientRect().top
  selectAll(tab.dataset.language)
  // Programs above may be longer now: what was pressed stays where it is.
  scrollBy(0, tab.getBoundingClientRect().top - before)
  try {
    localStorage.setItem(KEY, tab.dataset.language)
  } catch {}
}

const steps = { ArrowRight: 1, ArrowLeft: -1 }
for (const list of document.querySelectorAll('[role=tablist]')) {
  const tabs = [...list.children]
  list.addEventListener('click', ({ target }) => target.role === 'tab' && choose(target))
  list.addEventListener('keydown', (event) => {
    const place = tabs.indexOf(event.target) + (steps[event.key] ?? 0)
    const next = { Home: tabs[0], End: tabs.at(-1) }[event.key] ?? (steps[event.key] && tabs.at(place % tabs.length))
    if (!next) return
    event.preventDefault()
    choose(next)
    next.focus()
  })
}
for (const panel of document.querySelectorAll('[role=tabpanel]'))
  panel.addEventListener('beforematch', () =>
    select(panel.closest('.tabs'), document.getElementById(panel.getAttribute('aria-labelledby')).dataset.language),
  )
const chosen = read()
if (chosen) selectAll(chosen)

for (const button of document.querySelectorAll('.copy')) {
  const { textContent: label } = button
  button.setAttribute('aria-live', 'polite')
  button.addEventListener('click', async () => {
    const code = button.closest('figure').querySelector('div:not([hidden]) > pre, figure > pre')
    await navigator.clipboard.writeText(code.textContent)
    button.textContent = button.dataset.done
    setTimeout(() => {
      button.textContent = label
    }, 2000)
  })
}

const menuButton = document.querySelector('.menu-button')
menuButton.addEventListener('click', () => {
  const isOpen = menuButton.getAttribute('aria-expanded') === 'true'
  menuButton.setAttribute('aria-expanded', String(!isOpen))
  document.getElementById('menu').classList.toggle('open', !isOpen)
})

// The part that is being read is marked among the contents of the page.
const links = new Map([...document.querySelectorAll('.contents a')].map((link) => [link.hash.slice(1), link]))
if (links.size > 0) {
  const headings = [...links.keys()].map((id) => document.getElementById(id))
  const mark = () => {
    const current = headings.findLast((heading) => heading.getBoundingClientRect().top < 120) ?? headings[0]
    for (const [id, link] of links)
      if (id === current.id) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
  }
  addEventListener('scroll', () => requestAnimationFrame(mark), { passive: true })
  mark()
}
