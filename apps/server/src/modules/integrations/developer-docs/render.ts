import { apiScopes } from '@recado/contracts/api-scopes'
import { webhookEventNames, webhookEvents } from '@recado/contracts/integrations/webhook-events'
import type { Locale } from '@recado/contracts/shared'
import { Marked, type Tokens } from 'marked'
import { tools } from '#server/modules/integrations/mcp/index.ts'
import { codeBlock, codeTabs } from './code.ts'
import {
  isPageName,
  type PageName,
  type ProgramLanguage,
  pathOf,
  programs,
  readClientExample,
  readPage,
  readProgram,
  readTexts,
  stepOf,
  type Texts,
} from './content.ts'
import { escapeHtml } from './html.ts'
import { publicErrors } from './public-errors.ts'

/** A page as it is shown. `headings` are those of its parts. */
export type Article = { title: string; description: string; html: string; headings: readonly Heading[] }
type Heading = { id: string; text: string; depth: number }

/** Where this installation is, and how many calls a second it takes from a key. */
export type Installation = { origin: string; limits: string }

/** The address that pages and programs name, in whose place that of the installation is shown. */
const SAMPLE_ORIGIN = 'http://localhost:5000'

const table = (headings: readonly string[], rows: readonly (readonly string[])[]) =>
  `<div class="table" tabindex="0"><table><thead><tr>${headings.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('')}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`

const idOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}_.]+/gu, '-')
    .replace(/^-|-$/g, '')

const plain = (tokens: readonly Tokens.Generic[]): string =>
  tokens.map(({ text, raw, tokens: inner }) => (inner ? plain(inner) : String(text ?? raw))).join('')

/** What stands between `{{` and `}}` on a line of its own: `errors`, `quick-start 2`. */
const DIRECTIVE = /^\{\{([a-z-]+)(?: (\w+))?\}\}(?:\n+|$)/

type NewHeading = { depth: number; text: string; html: string; id?: string }
type Page = { locale: Locale; texts: Texts; installation: Installation; headings: Heading[] }

const heading = ({ headings, texts }: Page, { depth, text, html, id = idOf(text) }: NewHeading): string => {
  if (depth === 1) return `<h1>${html}</h1>\n`
  headings.push({ id, text, depth })
  const label = escapeHtml(texts.ui.linkTo.replace('{{heading}}', text))
  return `<h${depth} id="${id}">${html}<a class="anchor" href="#${id}" aria-label="${label}">#</a></h${depth}>\n`
}

const errorList = (page: Page, inline: (text: string) => string): string =>
  publicErrors
    .map(({ code, status }) => {
      const [meaning = '', todo = ''] = page.texts.errors[code] ?? []
      return `<section class="entry">${heading(page, { depth: 3, text: code, html: `<code>${code}</code> <span class="badge">${status}</span>`, id: code })}<p>${inline(meaning)}</p><p><strong>${escapeHtml(page.texts.ui.todo)}:</strong> ${inline(todo)}</p></section>`
    })
    .join('\n')

const scopeTable = ({ texts: { ui, scopes } }: Page): string =>
  table(
    [ui.scope, ui.allows],
    apiScopes.map((scope) => [`<code>${scope}</code>`, escapeHtml(scopes[scope] ?? '')]),
  )

const toolTable = ({ texts: { ui, tools: does } }: Page): string =>
  table(
    [ui.tool, ui.does, ui.scope],
    tools.map(({ name, scope }) => [`<code>${name}</code>`, escapeHtml(does[name] ?? ''), `<code>${scope}</code>`]),
  )

const eventList = (page: Page, inline: (text: string) => string): string =>
  webhookEventNames
    .map((name) => {
      const example = { type: name, timestamp: '2026-11-28T12:00:00.000Z', data: webhookEvents[name].example }
      const shown = codeBlock(JSON.stringify(example, null, 2), 'json', page.texts)
      return `<section class="entry">${heading(page, { depth: 3, text: name, html: `<code>${name}</code>`, id: name })}<p>${inline(page.texts.events[name] ?? '')}</p>${shown}</section>`
    })
    .join('\n')

const createMarked = (page: Page): Marked => {
  const { texts, installation } = page
  const marked = new Marked({ gfm: true })
  const here = (text: string) => text.replaceAll(SAMPLE_ORIGIN, installation.origin)
  const inline = (text: string) => marked.parseInline(text, { async: false })
  let tabs = 0
  const tabsOf = (name: keyof typeof programs, step: string | undefined) => {
    const shown = Object.entries(programs[name]).map(([language, file]): [ProgramLanguage, string] => {
      const program = here(readProgram(file))
      return [language as ProgramLanguage, step ? stepOf(program, step) : program]
    })
    return codeTabs(shown, `code-${++tabs}`, texts)
  }
  const directives: Record<string, (argument: string | undefined) => string> = {
    'quick-start': (step) => tabsOf('quick-start', step),
    webhook: (step) => tabsOf('webhook', step),
    client: (place) => codeBlock(readClientExample(Number(place)), 'typescript', texts),
    errors: () => errorList(page, inline),
    events: () => eventList(page, inline),
    scopes: () => scopeTable(page),
    tools: () => toolTable(page),
  }
  marked.use({
    extensions: [
      {
        name: 'directive',
        level: 'block',
        start: (source) => source.match(/^\{\{[a-z]/m)?.index,
        tokenizer: (source) => {
          const [raw, name = '', argument] = DIRECTIVE.exec(source) ?? []
          return raw === undefined || !directives[name] ? undefined : { type: 'directive', raw, name, argument }
        },
        renderer: ({ name, argument }) => directives[String(name)]?.(argument as string | undefined) ?? '',
      },
    ],
    renderer: {
      code: ({ text, lang = '' }) => codeBlock(here(text), lang, texts),
      link({ href, tokens }) {
        const [, name = '', hash = ''] = /^([a-z-]+)(#.*)?$/.exec(href) ?? []
        const target = isPageName(name) ? `${pathOf(page.locale, name)}${hash}` : href
        return `<a href="${escapeHtml(target)}">${this.parser.parseInline(tokens)}</a>`
      },
      codespan: ({ text }) => `<code>${escapeHtml(here(text))}</code>`,
      heading({ depth, tokens }) {
        return heading(page, { depth, text: plain(tokens), html: this.parser.parseInline(tokens) })
      },
      table({ header, rows }) {
        const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => this.parser.parseInline(tokens))
        return table(
          header.map(({ text }) => text),
          rows.map(cells),
        )
      },
    },
  })
  return marked
}

/** The first paragraph without its marks, as search engines and previews show it. */
const descriptionOf = (source: string): string =>
  (source.split('\n\n')[1] ?? '')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll('\n', ' ')

/** A page in a language, with what it prints of the contracts and of the programs. */
export const renderPage = (locale: Locale, name: PageName, installation: Installation): Article => {
  const source = readPage(locale, name).replaceAll('{{limits}}', installation.limits)
  const headings: Heading[] = []
  const marked = createMarked({ locale, texts: readTexts(locale), installation, headings })
  const html = marked.parse(source, { async: false })
  return { title: /^# (.+)$/m.exec(source)?.[1] ?? name, description: descriptionOf(source), html, headings }
}
