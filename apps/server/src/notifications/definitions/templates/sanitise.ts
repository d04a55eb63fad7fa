import sanitizeHtml from 'sanitize-html'
import { assertFewTags } from './tag-count.ts'

const formatting = [
  ...['p', 'br', 'hr', 'div', 'span', 'b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'code', 'pre', 'a'],
]
const tables = ['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'center', 'font', 'img']

const openedElsewhere = (tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag => {
  const { target: _target, rel: _rel, ...rest } = attribs
  return { tagName, attribs: attribs['target'] ? { ...rest, target: '_blank', rel: 'noopener noreferrer' } : rest }
}

const common: sanitizeHtml.IOptions = {
  allowProtocolRelative: false,
  transformTags: { a: openedElsewhere },
}

const inAppOptions: sanitizeHtml.IOptions = {
  ...common,
  allowedTags: formatting,
  allowedAttributes: { a: ['href', 'target', 'rel', 'title'] },
  allowedSchemes: ['http', 'https', 'mailto'],
}

// Nothing that loads, runs or covers: no url(), no expression(), no position.
const plainValue = [/^(?!.*(?:url|expression|image-set|var)\s*\()[\w\s#%.,()'"!/+-]*$/i]
const styleNames = [
  ...['color', 'background', 'background-color', 'font', 'font-family', 'font-size', 'font-style', 'font-weight'],
  ...['line-height', 'letter-spacing', 'text-align', 'text-decoration', 'text-transform', 'vertical-align'],
  ...['white-space', 'word-break', 'width', 'max-width', 'min-width', 'height', 'max-height', 'display'],
  ...['border', 'border-top', 'border-right', 'border-bottom', 'border-left', 'border-radius', 'border-collapse'],
  ...['border-color', 'border-style', 'border-width', 'border-spacing', 'list-style', 'list-style-type'],
  ...['margin', 'margin-top', 'margin-right', 'margin-bottom', 'margin-left'],
  ...['padding', 'padding-top', 'padding-right', 'padding-bottom', 'padding-left'],
]

const emailOptions: sanitizeHtml.IOptions = {
  ...common,
  allowedTags: [...formatting, ...tables],
  allowedAttributes: {
    '*': ['style', 'align', 'dir', 'title'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'border'],
    table: ['width', 'cellpadding', 'cellspacing', 'border', 'role', 'bgcolor'],
    td: ['width', 'colspan', 'rowspan', 'valign', 'bgcolor'],
    th: ['width', 'colspan', 'rowspan', 'valign', 'bgcolor'],
    font: ['color', 'size', 'face'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'cid'] },
  allowedStyles: { '*': Object.fromEntries(styleNames.map((name) => [name, plainValue])) },
}

const mark = /[<>&]/g
const simpleToken = /&(?:amp|lt|gt|quot|#x60|#x3D);|<br>|<(\/?)(b|strong|i|em|u|s|small|code|span)>/y

/** Whether there is nothing to clean: text, escaped characters and bare inline tags, all closed in order. */
const isSimple = (html: string): boolean => {
  const open: string[] = []
  for (let at = html.search(/[<>&]/); at !== -1; ) {
    simpleToken.lastIndex = at
    const token = simpleToken.exec(html)
    if (!token) return false
    const [text, slash, name] = token
    if (name && !slash) open.push(name)
    if (slash && open.pop() !== name) return false
    mark.lastIndex = at + text.length
    at = mark.test(html) ? mark.lastIndex - 1 : -1
  }
  return open.length === 0
}

const sanitised = (html: string, options: sanitizeHtml.IOptions): string => {
  if (isSimple(html)) return html
  assertFewTags(html)
  return sanitizeHtml(html, options)
}

/** Simple formatting and links; the inbox shows this as HTML. */
export const sanitiseInApp = (html: string): string => sanitised(html, inAppOptions)

/** What a mail may hold: formatting, tables, images and inline styles, nothing that runs. */
export const sanitiseEmail = (html: string): string => sanitised(html, emailOptions)
