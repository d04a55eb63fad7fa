export type Inline =
  | { type: 'text'; text: string }
  | { type: 'code'; text: string }
  | { type: 'link'; text: string; href: string }
  | { type: 'bold' | 'italic' | 'strike'; children: Inline[] }

const marks = { '*': 'bold', _: 'italic', '~': 'strike' } as const
type Mark = keyof typeof marks

const isMark = (letter: string): letter is Mark => letter in marks
const isWordCharacter = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}]/u.test(letter)
const isBlank = (letter: string | undefined): boolean => letter === undefined || /\s/.test(letter)

const linkPattern = /^(?:https?:\/\/|www\.)[^\s<>"']+/i
const emailPattern = /^[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/

/** A closing bracket or full stop after an address belongs to the sentence. */
const trimLink = (raw: string): string => {
  let text = raw.replace(/[.,;:!?*_~]+$/, '')
  while (text.endsWith(')') && text.split('(').length < text.split(')').length) text = text.slice(0, -1)
  return text.replace(/[.,;:!?]+$/, '')
}

const linkAt = (text: string, at: number): Inline | null => {
  if (isWordCharacter(text[at - 1])) return null
  const rest = text.slice(at, at + 2100)
  const raw = linkPattern.exec(rest)?.[0]
  if (raw) {
    const link = trimLink(raw)
    const href = /^www\./i.test(link) ? `https://${link}` : link
    return URL.canParse(href) ? { type: 'link', text: link, href } : null
  }
  const address = /[\w]/.test(rest[0] ?? '') ? emailPattern.exec(rest)?.[0] : undefined
  return address ? { type: 'link', text: address, href: `mailto:${address}` } : null
}

/** Index of the mark that closes the one at `at`, or -1. An opening mark touches its text, and so does a closing one. */
const closingOf = (text: string, at: number): number => {
  const mark = text[at]
  if (isWordCharacter(text[at - 1]) || isBlank(text[at + 1]) || text[at + 1] === mark) return -1
  for (let index = at + 2; index < text.length; index++) {
    if (text[index] === '\n') return -1
    if (text[index] === mark && !isBlank(text[index - 1]) && !isWordCharacter(text[index + 1])) return index
  }
  return -1
}

type Found = { node: Inline; end: number }

const codeAt = (text: string, at: number): Found | null => {
  const end = text.indexOf('`', at + 1)
  return end > at + 1 ? { node: { type: 'code', text: text.slice(at + 1, end) }, end: end + 1 } : null
}

const nodeAt = (text: string, at: number, active: string): Found | null => {
  const letter = text[at] ?? ''
  if (letter === '`') return codeAt(text, at)
  if (isMark(letter)) {
    const end = active.includes(letter) ? -1 : closingOf(text, at)
    if (end < 0) return null
    return {
      node: { type: marks[letter], children: parseInline(text.slice(at + 1, end), active + letter) },
      end: end + 1,
    }
  }
  if (!/[\w]/.test(letter)) return null
  const link = linkAt(text, at)
  return link?.type === 'link' ? { node: link, end: at + link.text.length } : null
}

/** Reads WhatsApp's marks inside a line: `*bold*`, `_italic_`, `~struck~`, code in backticks, links and e-mail addresses. */
export const parseInline = (text: string, active = ''): Inline[] => {
  const nodes: Inline[] = []
  let plain = ''
  let at = 0
  const flush = () => {
    if (plain !== '') nodes.push({ type: 'text', text: plain })
    plain = ''
  }
  while (at < text.length) {
    const found = nodeAt(text, at, active)
    if (found) {
      flush()
      nodes.push(found.node)
      at = found.end
      continue
    }
    plain += text[at]
    at += 1
  }
  flush()
  return nodes
}
