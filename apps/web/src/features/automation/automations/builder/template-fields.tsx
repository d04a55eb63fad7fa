import { Text } from '@mantine/core'
import type { NodeOf } from '@recado/contracts/automation/automation-graph'
import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import { componentOf, type TemplateComponent, textOf } from '@recado/contracts/whatsapp/template-parts'
import { type TemplateVariable, templateVariables } from '@recado/contracts/whatsapp/template-variables'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { languageName } from '#web/components/contact/languages.ts'
import { FormattedText } from '#web/components/content/formatted-text.tsx'
import { Select } from '#web/components/form/select.tsx'
import { useVariableLabel } from '#web/components/form/variable-label.ts'
import { channelTemplatesQuery } from '#web/queries/channel-templates.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import classes from './builder.module.css'
import { useEditing } from './editing.ts'
import { FilledText } from './fields.tsx'

type Template = NonNullable<NodeOf<'send_template'>['template']>
type Props = { template: Template | null; channelId: string | null; at: string; onChange: (template: Template) => void }

const keyOf = ({ name, language }: { name: string; language: string }): string => `${name} ${language}`

const sendableOf = ({ components, parameterFormat, category }: TemplateSummary) => ({
  components: components as TemplateComponent[],
  parameterFormat,
  category,
})
const inputsOf = (template: TemplateSummary): TemplateVariable[] =>
  templateVariables(sendableOf(template)).filter(({ kind, required }) => kind !== 'media' && required)

/** Whether only words are missing in it. */
const isFillable = (template: TemplateSummary): boolean =>
  templateVariables(sendableOf(template)).every(
    ({ kind, required, mediaKind }) => !required || (!mediaKind && ['text', 'url_suffix', 'code'].includes(kind)),
  )

const useTemplates = (channelId: string | null): TemplateSummary[] | null => {
  const { data } = useQuery(channelsQuery)
  const channels = (data?.data ?? []).filter(({ id }) => channelId === null || id === channelId)
  return useQueries({
    queries: channels.map(({ id }) => channelTemplatesQuery(id)),
    combine: (results) => {
      if (!data || results.some(({ isPending }) => isPending)) return null
      const all = results.flatMap((result) => result.data?.data ?? [])
      return [...new Map(all.map((one) => [keyOf(one), one])).values()].filter(isFillable)
    },
  })
}

/** The name, where the template greets with it. */
const firstValues = (template: TemplateSummary): Record<string, string> =>
  Object.fromEntries(
    inputsOf(template).map(({ key, label }) => [
      key,
      /^(first_?name|name|nome|primeiro_?nome|cliente)$/i.test(label) ? '{{contact.first_name}}' : '',
    ]),
  )

/** Which template is sent, and what stands in its variables. */
export const TemplateFields = ({ template, channelId, at, onChange }: Props) => {
  const { t, i18n } = useTranslation(['automation/automations', 'inbox/conversations'])
  const { errorAt } = useEditing()
  const labelOf = useVariableLabel()
  const templates = useTemplates(channelId)
  const chosen = template ? templates?.find((one) => keyOf(one) === keyOf(template)) : undefined
  const gone = template && !chosen ? [{ value: keyOf(template), label: template.name }] : []
  const body = chosen ? textOf(componentOf(sendableOf(chosen).components, 'BODY')?.text) : ''
  return (
    <>
      <Select
        label={t('template.title')}
        searchable
        allowDeselect={false}
        placeholder={templates ? t('template.choose') : t('common:loading')}
        nothingFoundMessage={t('template.none')}
        error={errorAt(at)}
        data={[
          ...(templates ?? []).map((one) => ({
            value: keyOf(one),
            label: `${one.name} · ${languageName(one.language, i18n.language)}`,
          })),
          ...gone,
        ]}
        value={template ? keyOf(template) : null}
        onChange={(key) => {
          const picked = templates?.find((one) => keyOf(one) === key)
          if (picked) onChange({ name: picked.name, language: picked.language, values: firstValues(picked) })
        }}
      />
      {template && !chosen && templates ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('template.gone')}
        </Text>
      ) : null}
      {body ? (
        <div className={classes.bubble}>
          <FormattedText text={body} />
        </div>
      ) : null}
      {template && chosen
        ? inputsOf(chosen).map((variable) => (
            <FilledText
              key={variable.key}
              label={labelOf(variable)}
              at={`${at}.values.${variable.key}`}
              maxLength={1024}
              {...(variable.example ? { placeholder: variable.example } : {})}
              value={template.values[variable.key] ?? ''}
              onChange={(value) => onChange({ ...template, values: { ...template.values, [variable.key]: value } })}
            />
          ))
        : null}
    </>
  )
}
