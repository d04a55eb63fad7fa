import type { CampaignContent, CampaignVariant, ValueSource } from '@recado/contracts/campaigns/content'
import { linkButtonsOf } from '@recado/contracts/campaigns/tracked-links'
import { webAddress } from '@recado/contracts/shared/web-address'
import type { TemplateComponent } from '@recado/contracts/whatsapp/template-parts'
import { type SendableTemplate, templateVariables } from '@recado/contracts/whatsapp/template-variables'
import type { CompanyCtx } from '#server/context.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import { formatted } from './formats.ts'
import {
  type ContentChannel,
  findContentChannels,
  findCurrency,
  findHeaderFiles,
  findTemplates,
  type HeaderFile,
  type TemplateRow,
} from './queries/templates.ts'
import { sameSource, trackedValue } from './queries/values.ts'

/** A template in one language, as an account has it. */
export type PlannedTemplate = SendableTemplate & Pick<TemplateRow, 'name' | 'language' | 'category' | 'status'>

/** What a campaign sends, with everything that writing a message takes. */
export type ContentPlan = {
  content: CampaignContent
  channels: ContentChannel[]
  /** By account, name and language. */
  templates: ReadonlyMap<string, PlannedTemplate>
  files: ReadonlyMap<string, HeaderFile>
  /** Whether a variant is marketing. */
  marketing: boolean
  timezone: string
  currency: string
  /** Each source of a text once, in the order of the columns that `valueColumns` selects. */
  sources: ValueSource[]
  campaignId: string
  /** Buttons that lead over the product, by the names of templates and the keys of their values. */
  linkButtons: ReadonlySet<string>
}

const keyOf = (accountId: string, name: string, language: string) => `${accountId} ${name} ${language}`
const isVarying = (source: ValueSource) => source.from === 'field' || source.from === 'column'

const planned = ({ components, parameterFormat, category, name, language, status }: TemplateRow): PlannedTemplate => ({
  ...{ parameterFormat, category, name, language, status },
  components: components as TemplateComponent[],
})

/** Reads what the content of a campaign names. */
export const planContent = async (
  ctx: CompanyCtx,
  campaignId: string,
  content: CampaignContent,
): Promise<ContentPlan> => {
  const channels = await findContentChannels(
    ctx,
    content.channels.map(({ channelId }) => channelId),
  )
  const accountIds = [...new Set(channels.map(({ accountId }) => accountId))]
  const rows = await findTemplates(ctx, accountIds, [...new Set(content.variants.map(({ template }) => template))])
  const all = content.variants.flatMap(({ values }) => Object.values(values))
  const files = await findHeaderFiles(
    ctx,
    all.flatMap((source) => (source.from === 'file' ? [source.fileId] : [])),
  )
  const varying = new Map(all.filter(isVarying).map((source) => [sameSource(source), source]))
  return {
    ...{ content, channels, campaignId, timezone: ctx.company.timezone },
    currency: await findCurrency(ctx),
    templates: new Map(rows.map((row) => [keyOf(row.accountId, row.name, row.language), planned(row)])),
    files: new Map(files.map((file) => [file.id, file])),
    marketing: rows.some(({ category }) => category === 'MARKETING'),
    sources: [...varying.values()],
    linkButtons: new Set(
      rows.flatMap((row) =>
        linkButtonsOf(planned(row), publicOrigin(ctx.deps.config)).flatMap(({ key, tracked }) =>
          tracked ? [trackedValue(row.name, key)] : [],
        ),
      ),
    ),
  }
}

/** The language in which a contact gets a variant by a number: their own where the template is approved in it. */
export const languageFor = (
  { templates }: ContentPlan,
  { template, language }: CampaignVariant,
  accountId: string,
  own: string | null,
): string => {
  if (language.strategy === 'fixed') return language.language
  const wanted = (own ?? '').replace('-', '_')
  const base = wanted.split('_')[0] ?? ''
  const approved = [...templates.values()].filter(
    (one) =>
      one.name === template && one.status === 'APPROVED' && templates.get(keyOf(accountId, template, one.language)),
  )
  const names = approved.map((one) => one.language)
  const fits = (test: (name: string) => boolean) => names.find(test)
  return (
    fits((name) => name === wanted) ??
    (base === '' ? undefined : fits((name) => name === base || name.startsWith(`${base}_`))) ??
    language.fallback
  )
}

/** The template of a variant in a language, as the account of a number has it. */
export const templateFor = (
  { templates }: ContentPlan,
  accountId: string,
  name: string,
  language: string,
): PlannedTemplate | undefined => templates.get(keyOf(accountId, name, language))

/** The place of the variant whose share a draw of 10,000 falls into. */
export const variantAt = ({ variants }: CampaignContent, draw: number): number => {
  let upTo = 0
  for (const [index, { share }] of variants.entries()) {
    upTo += share * 100
    if (draw < upTo) return index
  }
  return variants.length - 1
}

type Values = { params: Record<string, string>; missing: { key: string; skipped: boolean }[] }

/** Values of a variant's variables for one contact, from the raw texts of `valueColumns`, and which of them are missing. */
export const valuesOf = (
  plan: ContentPlan,
  variant: CampaignVariant,
  raw: readonly (string | null)[],
  language: string,
): Values => {
  const texts = new Map(plan.sources.map((source, index) => [sameSource(source), raw[index] ?? null]))
  const params: Record<string, string> = {}
  const missing: Values['missing'] = []
  for (const [key, source] of Object.entries(variant.values)) {
    if (source.from === 'text') params[key] = source.text
    else if (source.from === 'file') params[key] = source.fileId
    else {
      const text = texts.get(sameSource(source)) ?? null
      const place = { language, timezone: plan.timezone, currency: plan.currency }
      const given = text === null ? '' : formatted(text, source.format, place)
      // Who has no address to be led to has no value for a button that leads there.
      const isLost = plan.linkButtons.has(trackedValue(variant.template, key)) && webAddress(given) === null
      const value = isLost ? '' : given
      const skipped = source.missing.action === 'skip'
      if (value === '') missing.push({ key, skipped })
      if (value !== '') params[key] = value
      else if (source.missing.action === 'text') params[key] = source.missing.text
    }
  }
  return { params, missing }
}

/** Raw texts by their sources, so that they can be read once the sources stand in another order. */
export const textsOf = ({ sources }: ContentPlan, raw: readonly (string | null)[]): Record<string, string> =>
  Object.fromEntries(sources.flatMap((source, index) => (raw[index] ? [[sameSource(source), raw[index]]] : [])))

/** The raw texts of `textsOf` in the order of the sources. */
export const rawOf = ({ sources }: ContentPlan, texts: Record<string, string>): (string | null)[] =>
  sources.map((source) => texts[sameSource(source)] ?? null)

/** The same values; null where one is missing that the contact gets nothing without. */
export const paramsOf = (
  plan: ContentPlan,
  variant: CampaignVariant,
  raw: readonly (string | null)[],
  language: string,
): Record<string, string> | null => {
  const { params, missing } = valuesOf(plan, variant, raw, language)
  return missing.some(({ skipped }) => skipped) ? null : params
}

/** Variables of a variant's template that no source is named for. */
export const unfilledVariables = (template: PlannedTemplate, { values }: CampaignVariant): string[] =>
  templateVariables(template)
    .filter(({ key, required }) => required && !Object.hasOwn(values, key))
    .map(({ key }) => key)
