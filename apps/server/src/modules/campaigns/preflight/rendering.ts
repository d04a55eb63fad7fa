import type { RenderedMessage } from '@recado/contracts/campaigns/preflight'
import { renderTemplatePreview } from '@recado/contracts/whatsapp/template-preview'
import type { CompanyCtx } from '#server/context.ts'
import {
  type ContentPlan,
  languageFor,
  type PlannedTemplate,
  templateFor,
  trackedValue,
  unfilledVariables,
  valuesOf,
  variantAt,
} from '#server/modules/campaigns/content/index.ts'
import { type Definition, displayNameOf, shownEmail, shownPhone } from '#server/modules/contacts/contacts/index.ts'
import { templateValuesOf } from '#server/modules/inbox/composing/index.ts'
import { fileUrl } from '#server/modules/shared/files/index.ts'
import type { Person } from './queries/people.ts'

const HIDDEN = '•••'
const HEADER_MEDIA = 'header.media'

/** Raw texts as readers may see them who see no personal data. */
export const maskedValues = (
  { sources }: ContentPlan,
  values: readonly (string | null)[],
  definitions: readonly Definition[],
): (string | null)[] => {
  const isSensitive = (field: string) =>
    definitions.some(({ key, sensitive }) => sensitive && field === `attributes.${key}`)
  return values.map((value, index) => {
    const source = sources[index]
    if (value === null || !source) return value
    if (source.from === 'column') return HIDDEN
    if (source.from !== 'field') return value
    if (source.field === 'phone') return shownPhone(value.replace(/\D/g, ''), false)
    if (source.field === 'email') return shownEmail(value, false)
    return isSensitive(source.field) ? HIDDEN : value
  })
}

/** Which variant someone gets by the first number of the campaign, in which language, by which template. */
export const messageFor = (plan: ContentPlan, { variantDraw, language: own }: Person, wanted?: string) => {
  const named = plan.content.variants.findIndex(({ key }) => key === wanted)
  const variant = plan.content.variants[named >= 0 ? named : variantAt(plan.content, variantDraw)]
  const channel = plan.channels[0]
  if (!variant || !channel) return null
  const language = languageFor(plan, variant, channel.accountId, own)
  const template = templateFor(plan, channel.accountId, variant.template, language)
  return template ? { variant, channel, language, template } : null
}

const mediaOf = ({ deps }: CompanyCtx, plan: ContentPlan, kind: string, value: string | undefined) => {
  if (value === undefined) return { kind, url: null }
  return { kind, url: plan.files.has(value) ? fileUrl(deps, value) : /^https:/.test(value) ? value : null }
}

const textValues = (template: PlannedTemplate, { [HEADER_MEDIA]: _, ...texts }: Record<string, string>) =>
  templateValuesOf(template, texts)

/** The message as someone would get it; null where there is no template for them. */
export const renderFor = (
  ctx: CompanyCtx,
  plan: ContentPlan,
  person: Person,
  full: boolean,
): RenderedMessage | null => {
  const message = messageFor(plan, person)
  if (!message) return null
  const { variant, language, template } = message
  const { params, missing } = valuesOf(plan, variant, person.values, language)
  const { header, body, footer, buttons } = renderTemplatePreview(template, textValues(template, params))
  return {
    ...{ contactId: person.id, displayName: displayNameOf(person, full), variant: variant.key, language, body, footer },
    header: header?.kind === 'text' ? header.text : null,
    buttons: buttons.map(({ type, text, url }, index) => {
      const key = `button.${index}`
      // Where it leads, not the address on the way there.
      const isTracked = plan.linkButtons.has(trackedValue(variant.template, key))
      return { kind: type, text, url: isTracked ? (params[key] ?? null) : url }
    }),
    media: header?.kind === 'media' ? mediaOf(ctx, plan, header.mediaKind, params[HEADER_MEDIA]) : null,
    missing: [...missing, ...unfilledVariables(template, variant).map((key) => ({ key, skipped: true }))],
  }
}
