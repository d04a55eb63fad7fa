import { createRequire } from 'node:module'
import { type ProgramLanguage, programNames, type Texts } from './content.ts'
import { escapeHtml } from './html.ts'

type Highlighter = {
  registerLanguage: (name: string, language: unknown) => void
  getLanguage: (name: string) => unknown
  highlight: (code: string, options: { language: string }) => { value: string }
}

// Its own types bring those of the browser into the whole server.
const require = createRequire(import.meta.url)
const hljs: Highlighter = require('highlight.js/lib/core')
hljs.registerLanguage('bash', require('highlight.js/lib/languages/bash'))
hljs.registerLanguage('http', require('highlight.js/lib/languages/http'))
hljs.registerLanguage('json', require('highlight.js/lib/languages/json'))
hljs.registerLanguage('php', require('highlight.js/lib/languages/php'))
hljs.registerLanguage('python', require('highlight.js/lib/languages/python'))
hljs.registerLanguage('typescript', require('highlight.js/lib/languages/typescript'))

const highlighted = (code: string, language: string): string =>
  hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : escapeHtml(code)

// Whoever reads by keyboard can move what is wider than the page.
const block = (code: string, language: string) => `<pre tabindex="0"><code>${highlighted(code, language)}</code></pre>`

const copy = ({ ui }: Texts) =>
  `<button type="button" class="copy" data-done="${escapeHtml(ui.copied)}">${escapeHtml(ui.copy)}</button>`

const labels: Record<string, string> = { bash: 'cURL', http: 'HTTP', json: 'JSON', php: 'PHP', python: 'Python' }

/** A piece of code with a button that copies it. */
export const codeBlock = (code: string, language: string, texts: Texts): string => {
  const label = labels[language] ?? programNames[language as ProgramLanguage] ?? language
  return `<figure class="code"><div class="bar"><span>${escapeHtml(label)}</span>${copy(texts)}</div>${block(code, language)}</figure>`
}

/** The same thing in several languages, one of which is shown. `id` tells these tabs from others of the page. */
export const codeTabs = (programs: readonly [ProgramLanguage, string][], id: string, texts: Texts): string => {
  const tabs = programs.map(
    ([language], place) =>
      `<button type="button" role="tab" id="${id}-${language}" aria-controls="${id}-${language}-code" aria-selected="${place === 0}" tabindex="${place === 0 ? 0 : -1}" data-language="${language}">${programNames[language]}</button>`,
  )
  // What is hidden is found by the browser's search, which then shows it.
  const panels = programs.map(
    ([language, code], place) =>
      `<div role="tabpanel" id="${id}-${language}-code" aria-labelledby="${id}-${language}"${place === 0 ? '' : ' hidden="until-found"'}>${block(code, language === 'curl' ? 'bash' : language)}</div>`,
  )
  return `<figure class="code tabs"><div class="bar"><div role="tablist" aria-label="${escapeHtml(texts.ui.languages)}">${tabs.join('')}</div>${copy(texts)}</div>${panels.join('')}</figure>`
}
