import { buildTemplateComponents } from '@recado/contracts/whatsapp/template-build'
import { renderTemplatePreview } from '@recado/contracts/whatsapp/template-preview'
import {
  type SendableTemplate,
  type TemplateValue,
  type TemplateValues,
  templateVariables,
} from '@recado/contracts/whatsapp/template-variables'

/** Values arrive as text; an instant becomes milliseconds and a place its parts, as the validator wants them. */
const typedValue = (kind: string | undefined, text: string): TemplateValue => {
  if (kind === 'instant') return Number.isFinite(Number(text)) ? Number(text) : Date.parse(text)
  if (kind !== 'location') return text
  const [latitude, longitude, name, address] = text.split('|').map((part) => part.trim())
  return {
    latitude: Number(latitude),
    longitude: Number(longitude),
    ...(name && { name }),
    ...(address && { address }),
  }
}

/** Values that arrived as texts, as the kinds of their variables want them. */
export const templateValuesOf = (
  template: SendableTemplate,
  given: Record<string, string>,
): Record<string, TemplateValue> => {
  const kinds = new Map(templateVariables(template).map((variable) => [variable.key, variable.kind]))
  return Object.fromEntries(Object.entries(given).map(([key, text]) => [key, typedValue(kinds.get(key), text)]))
}

type NamedTemplate = SendableTemplate & { name: string; language: string }

/** The text and the payload of a message that sends a template. The values must have passed `validateTemplateValues`. */
export const templateMessageOf = (template: NamedTemplate, values: TemplateValues) => {
  const { body, header, footer, buttons, cards } = renderTemplatePreview(template, values)
  const payload = {
    template: {
      name: template.name,
      language: template.language,
      category: template.category,
      /** As WhatsApp wants them; the header's file stands in them by our id until it is uploaded. */
      components: buildTemplateComponents(template, values),
      header: header?.kind === 'media' ? { kind: 'media' as const, mediaKind: header.mediaKind } : header,
      footer,
      buttons,
      cards,
    },
  }
  return { body, payload, mediaKind: header?.kind === 'media' ? header.mediaKind : null }
}
