import type { Locale } from '@recado/contracts'
import type { MailContent } from './content.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** Only our own addresses become links: names in a text may hold others. */
const linked = (text: string, origin: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) =>
    url.startsWith(`${origin}/`) ? `<a href="${url}" style="color:#0b7285">${url}</a>` : url,
  )

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const linkNote = {
  en: "If the button doesn't work, open this link:",
  pt: 'Se o botão não funcionar, abra este link:',
}

const paragraph = (text: string, origin: string) =>
  `<p style="margin:0 0 16px;font-size:16px;line-height:24px;color:#343a40">${linked(text, origin)}</p>`
const codeBox = (code: string) =>
  `<p style="margin:0 0 24px;padding:16px;border-radius:8px;background:#f1f3f5;font-size:30px;line-height:36px;font-weight:700;letter-spacing:8px;text-align:center;color:#212529">${escapeHtml(code)}</p>`
const button = ({ label, url }: MailContent['action']) =>
  `<p style="margin:0 0 24px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#0b7285;color:#ffffff;font-size:16px;line-height:24px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`

/** The page of a mail: one column, readable without images, styles inline as mail readers want them. */
export const renderHtml = (content: MailContent, locale: Locale, brand: string, footer = ''): string => `<!doctype html>
<html lang="${locale === 'pt' ? 'pt-BR' : 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;padding:0;background:#f1f3f5;${font}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(content.paragraphs.at(-1) ?? '')}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f3f5"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 8px 16px;font-size:18px;line-height:24px;font-weight:700;color:#0b7285">${escapeHtml(brand)}</td></tr>
<tr><td style="padding:32px;border-radius:12px;background:#ffffff">
<h1 style="margin:0 0 16px;font-size:24px;line-height:32px;color:#212529">${escapeHtml(content.title)}</h1>
${content.paragraphs.map((text) => paragraph(text, new URL(content.action.url).origin)).join('\n')}
${content.code ? codeBox(content.code) : ''}
${button(content.action)}
<p style="margin:0 0 16px;font-size:14px;line-height:20px;color:#495057">${escapeHtml(content.note)}</p>
<p style="margin:0;font-size:13px;line-height:20px;color:#5c636a;word-break:break-all">${linkNote[locale]}<br><a href="${escapeHtml(content.action.url)}" style="color:#0b7285">${escapeHtml(content.action.url)}</a></p>
</td></tr>${footer ? `\n<tr><td style="padding:16px 8px 0;font-size:13px;line-height:20px;color:#5c636a">${escapeHtml(footer)}</td></tr>` : ''}</table>
</td></tr></table>
</body>
</html>
`

/** The mail as plain text, for readers that show nothing else. */
export const renderText = (content: MailContent, brand: string, footer = ''): string =>
  [
    content.title,
    ...content.paragraphs,
    content.code,
    `${content.action.label}: ${content.action.url}`,
    content.note,
    `-- \n${[brand, footer].filter(Boolean).join('\n')}`,
  ]
    .filter((part) => part !== undefined)
    .join('\n\n')
