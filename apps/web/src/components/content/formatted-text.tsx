import { memo, type ReactNode } from 'react'
import { type Block, parseFormat } from '#web/lib/ui/parse-format.ts'
import type { Inline } from '#web/lib/ui/parse-inline.ts'
import classes from './formatted-text.module.css'

const tags = { bold: 'strong', italic: 'em', strike: 's' } as const

const inline = (node: Inline, key: number): ReactNode => {
  if (node.type === 'text') return node.text
  if (node.type === 'code') return <code key={key}>{node.text}</code>
  if (node.type === 'link') {
    return (
      <a key={key} href={node.href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {node.text}
      </a>
    )
  }
  const Tag = tags[node.type]
  return <Tag key={key}>{node.children.map(inline)}</Tag>
}

const lines = (content: Inline[][]): ReactNode[] =>
  content.flatMap((line, index) => {
    const nodes = line.map((node, at) => inline(node, index * 1000 + at))
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text never move
    return index === 0 ? nodes : [<br key={`break-${index}`} />, ...nodes]
  })

const block = (content: Block, key: number): ReactNode => {
  if (content.type === 'code') return <pre key={key}>{content.text}</pre>
  if (content.type === 'quote') return <blockquote key={key}>{lines(content.lines)}</blockquote>
  if (content.type === 'paragraph') return <p key={key}>{lines(content.lines)}</p>
  // biome-ignore lint/suspicious/noArrayIndexKey: items of one text never move
  const items = content.items.map((item, index) => <li key={index}>{item.map(inline)}</li>)
  return content.ordered ? (
    <ol key={key} start={content.start}>
      {items}
    </ol>
  ) : (
    <ul key={key}>{items}</ul>
  )
}

/** A text with WhatsApp's formatting, as elements. */
export const FormattedText = memo(({ text }: { text: string }) => (
  <div className={classes.text} dir="auto" data-words>
    {parseFormat(text).map(block)}
  </div>
))
