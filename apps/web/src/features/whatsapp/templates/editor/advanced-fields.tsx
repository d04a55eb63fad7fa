import { Group, Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ReadField, useReadOnly } from '#web/components/form/read-only.tsx'
import { Select } from '#web/components/form/select.tsx'
import { renamed } from './content.ts'
import type { FormProps } from './form-props.ts'
import { Part } from './part.tsx'

const ttlChoices: Readonly<Record<string, readonly number[]>> = {
  AUTHENTICATION: [30, 60, 300, 600, 900],
  UTILITY: [30, 300, 1800, 3600, 10_800, 21_600, 43_200],
  MARKETING: [43_200, 86_400, 259_200, 604_800, 2_592_000],
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

const useDuration = () => {
  const { i18n } = useTranslation()
  return (seconds: number): string => {
    const [unit, size] = units.find(([, length]) => seconds >= length && seconds % length === 0) ?? ['second', 1]
    return new Intl.NumberFormat(i18n.language, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size)
  }
}

const DeliveryTime = ({ content, issues, onChange }: FormProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const duration = useDuration()
  const own = content.ttlSeconds === null ? '' : String(content.ttlSeconds)
  const choices = ttlChoices[content.category] ?? []
  const more = content.ttlSeconds !== null && !choices.includes(content.ttlSeconds) ? [content.ttlSeconds] : []
  return (
    <Select
      label={t('editor.ttl')}
      data-field="ttlSeconds"
      description={t('editor.ttlHelp')}
      allowDeselect={false}
      value={own}
      data={[
        { value: '', label: t('editor.ttlDefault') },
        ...[...choices, ...more].map((seconds) => ({
          value: String(seconds),
          label: seconds > 0 ? duration(seconds) : t('editor.ttlDefault'),
        })),
      ]}
      error={issues.text('ttlSeconds')}
      onChange={(next) => onChange({ ...content, ttlSeconds: next ? Number(next) : null })}
    />
  )
}

/** The message validity period and the format of variables. */
export const AdvancedFields = (props: FormProps) => {
  const { content, onChange } = props
  const readOnly = useReadOnly()
  const { t } = useTranslation('whatsapp/templates')
  const { category } = content
  const kinds = [
    { value: 'POSITIONAL', label: t('editor.positional', { variable: '{{1}}' }) },
    { value: 'NAMED', label: t('editor.named') },
  ] as const
  return (
    <Part title={t('editor.advanced')}>
      <DeliveryTime {...props} />
      {category === 'AUTHENTICATION' ? null : readOnly ? (
        <ReadField label={t('editor.variables')}>
          {kinds.find(({ value }) => value === content.parameterFormat)?.label}
        </ReadField>
      ) : (
        <Radio.Group
          label={t('editor.variables')}
          value={content.parameterFormat}
          onChange={(next) => onChange(renamed(content, next === 'NAMED' ? 'NAMED' : 'POSITIONAL'))}
        >
          <Group mt="xs">
            {kinds.map((kind) => (
              <Radio key={kind.value} {...kind} />
            ))}
          </Group>
        </Radio.Group>
      )}
    </Part>
  )
}
