import { Parser } from 'htmlparser2'
import { assertFewTags } from './tag-count.ts'

const skipped = new Set(['script', 'style', 'head', 'title', 'template', 'noscript'])
const paragraphs = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'blockquote', 'pre', 'hr'])
const lines = new Set(['div', 'tr', 'li', 'section', 'article', 'header', 'footer', 'center', 'dt', 'dd'])
const voidTags = new Set(['br', 'img', 'hr', 'meta', 'link', 'input', 'col', 'wbr', 'area', 'base', 'embed', 'source'])

const isHidden = (name: string, attributes: Record<string, string>) =>
  skipped.has(name) || /display\s*:\s*none/i.test(attributes['style'] ?? '')

const LINE_END = '\v'

/** The gap between two words: a paragraph's end counts for more than a line's, and that for more than a space. */
const gapOf = (run: string) => {
  if (run.indexOf('\n') !== run.lastIndexOf('\n')) return '\n\n'
  return /[\n\v]/.test(run) ? '\n' : ' '
}
const tidy = (text: string) => text.replace(/\s+/g, gapOf).trim()

/** A mail's HTML as a text to read: paragraphs apart, lists with dashes, links with their address behind them. Throws TemplateError. */
export const htmlToText = (html: string): string => {
  assertFewTags(html)
  const parts: string[] = []
  const links: { href: string; from: number }[] = []
  let hiddenDepth = 0

  const breakAround = (name: string) => {
    if (paragraphs.has(name)) parts.push('\n\n')
    else if (lines.has(name)) parts.push(LINE_END)
    else if (name === 'td' || name === 'th') parts.push(' ')
  }
  const endLink = () => {
    const link = links.pop()
    if (!link) return
    const label = tidy(parts.slice(link.from).join(''))
    if (/^(https?|mailto|tel):/i.test(link.href) && label !== link.href && label !== link.href.replace(/^\w+:/, ''))
      parts.push(label ? ` (${link.href})` : link.href)
  }

  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (hiddenDepth > 0 || isHidden(name, attributes)) {
        if (!voidTags.has(name)) hiddenDepth += 1
        return
      }
      if (name === 'br') parts.push('\n')
      breakAround(name)
      if (name === 'li') parts.push('- ')
      if (name === 'img' && attributes['alt']) parts.push(attributes['alt'])
      if (name === 'a') links.push({ href: attributes['href'] ?? '', from: parts.length })
    },
    ontext: (text) => {
      if (hiddenDepth === 0) parts.push(text.replace(/\s+/g, ' '))
    },
    onclosetag: (name) => {
      if (hiddenDepth > 0) {
        if (!voidTags.has(name)) hiddenDepth -= 1
        return
      }
      if (name === 'a') endLink()
      breakAround(name)
    },
  })
  parser.end(html)
  return tidy(parts.join(''))
}
