import type { EmailBlock, StepTemplate } from '@recado/contracts/notifications/domain'
import { escapeHtml, type RenderContext } from './compile.ts'
import { defaultLayout } from './email-layout.ts'
import { htmlToText } from './html-to-text.ts'
import { renderLine, renderPlainText } from './plain.ts'
import { renderText } from './render.ts'
import { absoluteUrl } from './safe-url.ts'
import { sanitiseEmail } from './sanitise.ts'
import { textOf, valueAt } from './values.ts'

export type RenderedEmail = { subject: string; html: string; text: string; preheader: string; senderName: string }

const hasBlockTags = (html: string) => /<(p|br|div|ul|ol|table|h[1-6]|blockquote|pre)\b/i.test(html)

const textBlock = (content: string, context: RenderContext) => {
  const html = renderText(content, context)
  return sanitiseEmail(hasBlockTags(content) ? html : html.replace(/\r?\n/g, '<br>'))
}

/** Black on a light color, white on a dark one. */
const readableOn = (color: string) => {
  const [, red = '0', green = '0', blue = '0'] = /^#(..)(..)(..)$/.exec(color) ?? []
  const light =
    Number.parseInt(red, 16) * 0.299 + Number.parseInt(green, 16) * 0.587 + Number.parseInt(blue, 16) * 0.114
  return light > 150 ? '#212529' : '#ffffff'
}

const buttonBlock = ({ content, url, styles }: EmailBlock, context: RenderContext) => {
  const label = escapeHtml(renderLine(content, context))
  const address = escapeHtml(absoluteUrl(renderPlainText(url ?? '', context), ['http', 'https', 'mailto', 'tel']))
  if (!address) return label
  const color = escapeHtml(textOf(valueAt(context, 'branding.color')))
  const link = `<a href="${address}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${color};color:${readableOn(color)};font-size:16px;line-height:24px;font-weight:600;text-decoration:none">${label}</a>`
  return `<table role="presentation" cellpadding="0" cellspacing="0" align="${styles?.textAlign ?? 'left'}" style="border-collapse:separate"><tr><td align="center" bgcolor="${color}" style="border-radius:8px;background:${color}">${link}</td></tr></table>`
}

const blockRow = (block: EmailBlock, context: RenderContext) => {
  const align = block.styles?.textAlign ?? 'left'
  const html = block.type === 'button' ? buttonBlock(block, context) : textBlock(block.content, context)
  return `<tr><td align="${align}" style="padding:0 0 16px;text-align:${align}">${html}</td></tr>`
}

const editorBody = (content: StepTemplate['content'], context: RenderContext) => {
  const blocks: EmailBlock[] = typeof content === 'string' ? [{ type: 'text', content }] : content
  const rows = blocks.map((block) => blockRow(block, context)).join('\n')
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">\n${rows}\n</table>`
}

const renderBody = (template: StepTemplate, context: RenderContext, layout: { content: string } | null) => {
  const { content, contentType } = template
  if (contentType !== 'customHtml' || typeof content !== 'string')
    return renderText(layout?.content ?? defaultLayout, { ...context, body: editorBody(content, context) })
  const body = renderText(content, context)
  return layout ? renderText(layout.content, { ...context, body }) : body
}

/**
 * What an e-mail step sends. Editor content goes into the layout given, or a built-in one; HTML of the author's own
 * goes into a layout only when one is given. Throws TemplateError.
 */
export const renderEmail = (
  template: StepTemplate,
  context: RenderContext,
  layout: { content: string } | null,
): RenderedEmail => {
  const preheader = renderLine(template.preheader, context)
  const html = renderBody(template, { ...context, preheader }, layout)
  return {
    subject: renderLine(template.subject, context),
    html,
    text: htmlToText(html),
    preheader,
    senderName: renderLine(template.senderName, context),
  }
}
