import { Group, Radio, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
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

const DeliveryTime = ({ content, issues, disabled, onChange }: FormProps) => {
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
      disabled={disabled}
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

/** Delivery time and the kind of variables. */
export const AdvancedFields = (props: FormProps) => {
  const { content, disabled, onChange } = props
  const { t } = useTranslation('whatsapp/templates')
  const { category } = content
  return (
    <Part title={t('editor.advanced')}>
      <DeliveryTime {...props} />
      {category === 'AUTHENTICATION' ? null : (
        <Radio.Group
          label={t('editor.variables')}
          value={content.parameterFormat}
          onChange={(next) => onChange(renamed(content, next === 'NAMED' ? 'NAMED' : 'POSITIONAL'))}
        >
          <Group mt="xs">
            <Radio value="POSITIONAL" disabled={disabled} label={t('editor.positional', { variable: '{{1}}' })} />
            <Radio value="NAMED" disabled={disabled} label={t('editor.named')} />
          </Group>
        </Radio.Group>
      )}
    </Part>
  )
}
