import type { CampaignVariant, ValueSource } from '@recado/contracts/campaigns/content'
import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import { componentOf, quickReplies, type TemplateComponent, textOf } from '@recado/contracts/whatsapp/template-parts'
import { type TemplateVariable, templateVariables } from '@recado/contracts/whatsapp/template-variables'

/** The facts of a template that its form and its picture need. */
export const sendableOf = ({ components, parameterFormat, category }: TemplateSummary) => ({
  components: components as TemplateComponent[],
  parameterFormat,
  category,
})

export const bodyOf = (template: TemplateSummary): string =>
  textOf(componentOf(sendableOf(template).components, 'BODY')?.text)

const given: ReadonlySet<TemplateVariable['kind']> = new Set(['text', 'media', 'url_suffix', 'code'])

/** What has to be said before the template can be sent; a payload of a button is optional. */
export const inputsOf = (template: TemplateSummary): TemplateVariable[] =>
  templateVariables(sendableOf(template)).filter(({ kind, required }) => given.has(kind) && required)

/** Whether it has parts that a campaign cannot fill. */
export const isUnsupported = (template: TemplateSummary): boolean =>
  templateVariables(sendableOf(template)).some(({ kind, required }) => required && !given.has(kind))

/** The version of a variant's template that its own language names, else the first one. */
export const templateOf = (
  templates: readonly TemplateSummary[],
  { template, language }: Pick<CampaignVariant, 'template' | 'language'>,
): TemplateSummary | undefined => {
  const versions = templates.filter(({ name }) => name === template)
  const wanted = language.strategy === 'fixed' ? language.language : language.fallback
  return versions.find((one) => one.language === wanted) ?? versions[0]
}

const isNamed = ({ label }: TemplateVariable): boolean =>
  /^(first_?name|name|nome|primeiro_?nome|cliente)$/i.test(label)

const greeting = /(^|[\s!.,])(hi|hello|hey|dear|oi|ol[aá]|bom dia|boa tarde|boa noite|prezad[oa]|car[oa])[\s,!]*$/i

/** Whether it stands where someone is addressed: “Hi {{1}}”. */
const isGreeted = ({ part, label }: TemplateVariable, body: string): boolean => {
  const at = part === 'body' ? body.indexOf(`{{${label}}}`) : -1
  return at >= 0 && greeting.test(body.slice(0, at))
}

/** A value that is still to be given. */
export const unfilled = ({ kind }: TemplateVariable): ValueSource =>
  kind === 'media' ? { from: 'file', fileId: '' } : { from: 'text', text: '' }

const firstName: ValueSource = { from: 'field', field: 'name', format: ['first_name'], missing: { action: 'skip' } }

/** What the variables of a template are filled with at first: names from the contact, everything else is written. */
export const firstSources = (template: TemplateSummary): Record<string, ValueSource> => {
  const isWho = (variable: TemplateVariable) =>
    variable.kind === 'text' && (isNamed(variable) || isGreeted(variable, bodyOf(template)))
  return Object.fromEntries(
    inputsOf(template).map((variable) => [variable.key, isWho(variable) ? firstName : unfilled(variable)]),
  )
}

/** Texts of the quick replies that recipients can press: of every variant, in every language that it may be sent in. */
export const buttonsOf = (templates: readonly TemplateSummary[], variants: readonly CampaignVariant[]): string[] => {
  const sent = variants.flatMap((variant) =>
    variant.language.strategy === 'fixed'
      ? (templateOf(templates, variant) ?? [])
      : templates.filter(({ name }) => name === variant.template),
  )
  return [...new Set(sent.flatMap((template) => quickReplies(sendableOf(template).components)))]
}
