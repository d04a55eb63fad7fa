import { createElement, type ReactElement, type ReactNode } from 'react'

const kept = new Set(['b', 'strong', 'i', 'em', 'u', 'br', 'code', 'p', 'span', 'ul', 'ol', 'li'])
/** Elements whose text is not meant for people. */
const dropped = new Set([
  ...['script', 'style', 'svg', 'math', 'iframe', 'object', 'embed', 'template', 'noscript', 'title', 'textarea'],
  ...['select', 'audio', 'video', 'canvas'],
])
const linked = ['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'whatsapp:']
const run = ['javascript:', 'data:', 'vbscript:', 'blob:']
/** No one writes notifications that are nested deeper. */
const DEEPEST = 50

const read = (address: string): URL | undefined =>
  URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI) : undefined

/** A link to another site opens a tab of its own; what is not a usual address is no link. */
const link = (address: string | null, key: number, children: ReactNode[]): ReactElement => {
  const url = address === null ? undefined : read(address)
  if (!address || !url || !linked.includes(url.protocol)) return createElement('a', { key }, ...children)
  const isElsewhere = url.protocol.startsWith('http') && url.origin !== location.origin
  return createElement(
    'a',
    { key, href: address, rel: 'noopener', ...(isElsewhere && { target: '_blank' }) },
    ...children,
  )
}

const showNode = (node: Node, key: number, depth: number): ReactNode => {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue
  if (!(node instanceof Element) || depth > DEEPEST) return null
  const name = node.localName
  if (dropped.has(name)) return null
  const children = [...node.childNodes].map((child, place) => showNode(child, place, depth + 1))
  if (name === 'a') return link(node.getAttribute('href'), key, children)
  return kept.has(name) ? createElement(name, { key }, ...children) : children
}

/**
 * The HTML of a notification as elements: text, its formatting and links. The text is parsed apart from the page, where
 * nothing runs or loads, and never becomes HTML again: whatever is not named here cannot come through.
 */
export const showContent = (html: string): ReactNode => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.childNodes].map((node, place) => showNode(node, place, 0))
}

/** Whether there is a link in the HTML of a notification, or something very much like it. */
export const mayHoldLinks = (html: string): boolean => /<a[\s/>]/i.test(html)

/** An address that a click may go to: anything but those that would run a script in the page. */
export function safeAddress(address: string | null | undefined): string | undefined {
  const url = address ? read(address) : undefined
  return !address || !url || run.includes(url.protocol) ? undefined : address
}
