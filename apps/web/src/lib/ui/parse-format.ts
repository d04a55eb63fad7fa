import { type Inline, parseInline } from './parse-inline.ts'

export type Block =
  | { type: 'paragraph'; lines: Inline[][] }
  | { type: 'quote'; lines: Inline[][] }
  | { type: 'list'; ordered: boolean; start: number; items: Inline[][] }
  | { type: 'code'; text: string }

type Line = { kind: 'text' | 'quote' | 'bullet'; text: string } | { kind: 'number'; text: string; number: number }

const lineOf = (line: string): Line => {
  const quote = /^> (.*)$/.exec(line)
  if (quote) return { kind: 'quote', text: quote[1] ?? '' }
  const bullet = /^[-*] (\S.*)$/.exec(line)
  if (bullet) return { kind: 'bullet', text: bullet[1] ?? '' }
  const number = /^(\d{1,3})\. (\S.*)$/.exec(line)
  if (number) return { kind: 'number', text: number[2] ?? '', number: Number(number[1]) }
  return { kind: 'text', text: line }
}

const addLine = (blocks: Block[], line: Line): void => {
  const last = blocks.at(-1)
  const content = parseInline(line.text)
  if (line.kind === 'text') {
    if (last?.type === 'paragraph') last.lines.push(content)
    else blocks.push({ type: 'paragraph', lines: [content] })
    return
  }
  if (line.kind === 'quote') {
    if (last?.type === 'quote') last.lines.push(content)
    else blocks.push({ type: 'quote', lines: [content] })
    return
  }
  const ordered = line.kind === 'number'
  if (last?.type === 'list' && last.ordered === ordered) last.items.push(content)
  else blocks.push({ type: 'list', ordered, start: line.kind === 'number' ? line.number : 1, items: [content] })
}

/**
 * Reads a text with WhatsApp's formatting marks into blocks. Nothing is ever treated as HTML: what is no mark stays
 * text. Marks as documented at https://faq.whatsapp.com/539178204879377.
 */
export const parseFormat = (text: string): Block[] => {
  const blocks: Block[] = []
  const parts = text.replaceAll('\r\n', '\n').split('```')
  const complete = parts.length % 2 === 1
  parts.forEach((part, index) => {
    const isCode = index % 2 === 1 && (complete || index < parts.length - 1)
    if (isCode && part.trim() !== '') {
      blocks.push({ type: 'code', text: part.replace(/^\n|\n$/g, '') })
      return
    }
    const raw = index % 2 === 1 && !complete ? `\`\`\`${part}` : part
    const trimmed = parts.length > 1 ? raw.replace(/^\n|\n$/g, '') : raw
    if (trimmed === '') return
    for (const line of trimmed.split('\n')) addLine(blocks, lineOf(line))
  })
  return blocks
}

const plainInline = (nodes: Inline[]): string =>
  nodes.map((node) => ('children' in node ? plainInline(node.children) : node.text)).join('')

/** The text without its marks, on one line: for previews and screen readers. */
export const plainText = (text: string): string =>
  parseFormat(text)
    .flatMap((block) => {
      if (block.type === 'code') return [block.text]
      return (block.type === 'list' ? block.items : block.lines).map(plainInline)
    })
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

const onlyEmoji = /^(?:\p{RGI_Emoji}\s*){1,3}$/v

/** Whether a text is nothing but one to three emoji, which are shown large. */
export const isOnlyEmoji = (text: string): boolean => text.length <= 40 && onlyEmoji.test(text)
