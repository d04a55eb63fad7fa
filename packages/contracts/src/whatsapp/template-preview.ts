import { componentOf, fillText, isRecord, recordsOf, type TemplateComponent, textOf, wordOf } from './template-parts.ts'
import {
  cardsOf,
  type HeaderMediaKind,
  headerVariables,
  isAuthentication,
  type MediaValue,
  place,
  type SendableTemplate,
  type TemplateValues,
  textsUnder,
} from './template-variables.ts'

export type TemplatePreview = {
  header:
    | { kind: 'text'; text: string }
    | { kind: 'media'; mediaKind: HeaderMediaKind; media: MediaValue | null }
    | { kind: 'location' | 'product' }
    | null
  body: string
  footer: string | null
  buttons: { type: string; text: string; url: string | null; code: string | null }[]
  cards: Omit<TemplatePreview, 'cards' | 'footer'>[]
}

const previewHeader = (
  components: readonly TemplateComponent[],
  card: number | null,
  values: TemplateValues,
): TemplatePreview['header'] => {
  const header = componentOf(components, 'HEADER')
  if (!header) return null
  const [variable] = headerVariables(header, card)
  if (variable?.mediaKind) {
    const media = values[variable.key]
    return { kind: 'media', mediaKind: variable.mediaKind, media: isRecord(media) ? (media as MediaValue) : null }
  }
  if (variable?.kind === 'location' || variable?.kind === 'product') return { kind: variable.kind }
  return { kind: 'text', text: fillText(textOf(header.text), textsUnder(`${place(card)}header.`, values)) }
}

/** A button that fills the code in by itself shows what it says for that. */
const captionOf = (button: Record<string, unknown>): string => {
  const fills = wordOf(button.type) === 'OTP' && wordOf(button.otp_type) === 'ONE_TAP'
  return (fills && textOf(button.autofill_text)) || textOf(button.text)
}

const previewButtons = (
  components: readonly TemplateComponent[],
  card: number | null,
  values: TemplateValues,
): TemplatePreview['buttons'] =>
  recordsOf(componentOf(components, 'BUTTONS')?.buttons).map((button, index) => {
    const value = values[`${place(card)}button.${index}`] ?? values.code
    const text = typeof value === 'string' ? value : ''
    const url = textOf(button.url)
    const type = wordOf(button.type)
    const filledUrl = url === '' ? null : text === '' ? url : url.replace(/\{\{[^}]*\}\}/, () => text)
    return {
      type,
      text: captionOf(button),
      url: filledUrl,
      code: type === 'COPY_CODE' || type === 'OTP' ? text || null : null,
    }
  })

const previewPart = (components: readonly TemplateComponent[], card: number | null, values: TemplateValues) => ({
  header: previewHeader(components, card, values),
  body: fillText(textOf(componentOf(components, 'BODY')?.text), textsUnder(`${place(card)}body.`, values)),
  buttons: previewButtons(components, card, values),
})

/** How the message will look. Variables without a value stay as they are written; a code fills `{{1}}` of its text. */
export const renderTemplatePreview = (template: SendableTemplate, values: TemplateValues): TemplatePreview => {
  const given =
    isAuthentication(template) && typeof values.code === 'string' ? { ...values, 'body.1': values.code } : values
  const part = previewPart(template.components, null, given)
  const code = isAuthentication(template) && part.body === '' && typeof values.code === 'string' ? values.code : null
  return {
    ...part,
    body: code ?? part.body,
    footer: textOf(componentOf(template.components, 'FOOTER')?.text) || null,
    cards: cardsOf(template.components).map((card, index) => previewPart(recordsOf(card.components), index, values)),
  }
}
