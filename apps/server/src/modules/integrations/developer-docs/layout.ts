import type { Locale } from '@recado/contracts/shared'
import { type PageName, pageGroups, pageNames, pathOf, type Texts } from './content.ts'
import { escapeHtml } from './html.ts'
import type { Article } from './render.ts'

type Shown = {
  locale: Locale
  /** Null for an address that leads nowhere. */
  name: PageName | null
  article: Article
  texts: Texts
  titles: Record<PageName, string>
  brand: string
  /** Addresses of the style, of the scripts and of the font. */
  assets: { style: string; theme: string; script: string }
}

const mark =
  '<svg width="26" height="26" viewBox="0 0 32 32" fill="none" aria-hidden="true"><path fill="#0c7d86" d="M7.5 3h11.6L28 11.9v9.6a5 5 0 0 1-5 5h-9.2l-5.6 3.9c-.7.5-1.7 0-1.7-.9v-3.1A5 5 0 0 1 2.5 21.5V8a5 5 0 0 1 5-5Z"/><path fill="#f2a07b" d="M19.1 3 28 11.9h-6.4a2.5 2.5 0 0 1-2.5-2.5V3Z"/><path stroke="#fff" stroke-width="2.6" stroke-linecap="round" d="M9 14.3h7M9 19.5h12"/></svg>'

const languageNames = { en: 'English', pt: 'Português' } as const

const menu = ({ locale, name, texts, titles }: Shown): string =>
  Object.entries(pageGroups)
    .map(([group, names]) => {
      const links = names.map(
        (one) =>
          `<li><a href="${pathOf(locale, one)}"${one === name ? ' aria-current="page"' : ''}>${escapeHtml(titles[one])}</a></li>`,
      )
      return `<h2>${escapeHtml(texts.groups[group as keyof Texts['groups']])}</h2><ul>${links.join('')}</ul>`
    })
    .join('')

const languages = ({ locale, name, texts }: Shown): string =>
  `<nav class="languages" aria-label="${escapeHtml(texts.ui.language)}">${(['en', 'pt'] as const)
    .map(
      (one) =>
        `<a href="${pathOf(one, name ?? 'index')}" lang="${one}" hreflang="${one}" title="${languageNames[one]}"${one === locale ? ' aria-current="true"' : ''}>${one.toUpperCase()}</a>`,
    )
    .join('')}</nav>`

const contents = ({ article: { headings }, texts }: Shown): string => {
  const parts = headings.filter(({ depth }) => depth === 2 || headings.length > 20)
  if (parts.length < 2) return ''
  const links = parts.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`)
  return `<nav class="contents" aria-labelledby="contents-title"><h2 id="contents-title">${escapeHtml(texts.ui.onThisPage)}</h2><ul>${links.join('')}</ul></nav>`
}

const neighbours = ({ locale, name, texts, titles }: Shown): string => {
  const place = name === null ? -2 : pageNames.indexOf(name)
  const link = (one: PageName | undefined, word: string, rel: string) =>
    one
      ? `<a rel="${rel}" href="${pathOf(locale, one)}"><small>${escapeHtml(word)}</small>${escapeHtml(titles[one])}</a>`
      : '<span></span>'
  if (place < 0) return ''
  return `<nav class="neighbours" aria-label="${escapeHtml(`${texts.ui.previous}, ${texts.ui.next}`)}">${link(pageNames[place - 1], texts.ui.previous, 'prev')}${link(pageNames[place + 1], texts.ui.next, 'next')}</nav>`
}

/** A whole page: its article within the menu of all pages. */
export const layOut = (shown: Shown): string => {
  const { locale, name, article, texts, brand, assets } = shown
  const { ui } = texts
  const others = (['en', 'pt'] as const).map(
    (one) => `<link rel="alternate" hreflang="${one}" href="${pathOf(one, name ?? 'index')}">`,
  )
  return `<!doctype html>
<html lang="${locale === 'pt' ? 'pt-BR' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#0a6972">
<meta name="description" content="${escapeHtml(article.description)}">
<title>${escapeHtml(name === 'index' ? article.title : `${article.title} · ${brand} ${ui.docs}`)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${others.join('\n')}
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.theme}"></script>
<script src="${assets.script}" defer></script>
</head>
<body>
<a class="skip" href="#main">${escapeHtml(ui.skip)}</a>
<header class="top">
<a class="brand" href="${pathOf(locale, 'index')}">${mark}<span>${escapeHtml(brand)}</span> <span class="docs">${escapeHtml(ui.docs)}</span></a>
<button type="button" class="menu-button" aria-expanded="false" aria-controls="menu">${escapeHtml(ui.menu)}</button>
<div class="links"><a class="wide" href="/docs/api">${escapeHtml(ui.reference)}</a><a class="wide" href="/">${escapeHtml(ui.app)}</a>${languages(shown)}</div>
</header>
<div class="page">
<nav class="menu" id="menu" aria-label="${escapeHtml(ui.pages)}">${menu(shown)}<ul class="narrow"><li><a href="/docs/api">${escapeHtml(ui.reference)}</a></li><li><a href="/">${escapeHtml(ui.app)}</a></li></ul></nav>
<main id="main" tabindex="-1"><article>
${article.html}
</article>${neighbours(shown)}</main>
${contents(shown)}
</div>
</body>
</html>
`
}
