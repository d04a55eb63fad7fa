import { Select, Stack, Text, TextInput } from '@mantine/core'
import type { MacroStep } from '@recado/contracts/inbox/macros'
import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import type { TemplateComponent } from '@recado/contracts/whatsapp/template-parts'
import { templateVariables } from '@recado/contracts/whatsapp/template-variables'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { languageName } from '#web/components/contact/languages.ts'
import { useVariableLabel } from '#web/components/form/variable-label.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { channelTemplatesQuery } from '#web/queries/channel-templates.ts'
import { channelsQuery } from '#web/queries/channels.ts'

type Template = Extract<MacroStep, { type: 'send_template' }>['template']
type Props = { template: Template; error: string | undefined; onChange: (template: Template) => void }

const keyOf = ({ name, language }: { name: string; language: string }): string => `${name} ${language}`

const variablesOf = ({ components, parameterFormat, category }: TemplateSummary) =>
  templateVariables({
    components: components.filter((part): part is TemplateComponent => typeof part === 'object' && part !== null),
    parameterFormat,
    category,
  })

/** Approved templates of all numbers, once each, without those that need a file or more than words. */
const useTemplates = (): TemplateSummary[] => {
  const channels = useQuery(channelsQuery).data?.data ?? []
  const keys = channels.map(({ id }) => channelTemplatesQuery(id).queryKey)
  useInvalidateOn(['template.updated'], keys)
  return useQueries({
    queries: channels.map(({ id }) => channelTemplatesQuery(id)),
    combine: (results) => {
      const all = results.flatMap(({ data }) => data?.data ?? [])
      const once = [...new Map(all.map((template) => [keyOf(template), template])).values()]
      return once.filter((template) =>
        variablesOf(template).every(({ kind, mediaKind }) => kind === 'text' && !mediaKind),
      )
    },
  })
}

/** Which template a macro sends, and what stands in its variables. */
export const TemplateStep = ({ template, error, onChange }: Props) => {
  const { t, i18n } = useTranslation('companies/settings')
  const labelOf = useVariableLabel()
  const templates = useTemplates()
  const chosen = templates.find((one) => keyOf(one) === keyOf(template))
  const known = templates.map((one) => ({
    value: keyOf(one),
    label: `${one.name} · ${languageName(one.language, i18n.language)}`,
  }))
  const gone = template.name !== '' && !chosen ? [{ value: keyOf(template), label: template.name }] : []
  return (
    <Stack gap="xs">
      <Select
        aria-label={t('macros.steps.send_template')}
        error={error}
        searchable
        placeholder={t('macros.choose')}
        data={[...known, ...gone]}
        value={template.name === '' ? null : keyOf(template)}
        onChange={(key) => {
          const picked = templates.find((one) => keyOf(one) === key)
          if (picked) onChange({ name: picked.name, language: picked.language, values: {} })
        }}
      />
      {chosen
        ? variablesOf(chosen).map((variable) => (
            <TextInput
              key={variable.key}
              size="sm"
              label={labelOf(variable)}
              value={template.values[variable.key] ?? ''}
              onChange={(event) =>
                onChange({ ...template, values: { ...template.values, [variable.key]: event.currentTarget.value } })
              }
            />
          ))
        : null}
      {chosen && variablesOf(chosen).length > 0 ? (
        <Text size="xs" c="dimmed">
          {t('macros.templateValues', { example: '{{contact.first_name}}' })}
        </Text>
      ) : null}
    </Stack>
  )
}
