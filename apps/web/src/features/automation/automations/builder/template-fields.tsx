import { Text } from '@mantine/core'
import type { NodeOf } from '@recado/contracts/automation/automation-graph'
import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import { type TemplateVariable, templateVariables } from '@recado/contracts/whatsapp/template-variables'
import { useTranslation } from 'react-i18next'
import { languageName } from '#web/components/contact/languages.ts'
import { Select } from '#web/components/form/select.tsx'
import { useVariableLabel } from '#web/components/form/variable-label.ts'
import { TemplateText } from '../shared/template-text.tsx'
import { keyOf, sendableOf, useTemplates } from '../shared/use-templates.ts'
import { useEditing } from './editing.ts'
import { FilledText } from './fields.tsx'

type Template = NonNullable<NodeOf<'send_template'>['template']>
type Props = { template: Template | null; channelId: string | null; at: string; onChange: (template: Template) => void }

const inputsOf = (template: TemplateSummary): TemplateVariable[] =>
  templateVariables(sendableOf(template)).filter(({ kind, required }) => kind !== 'media' && required)

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
      {template && chosen ? <TemplateText template={chosen} values={template.values} /> : null}
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
