import { Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = {
  /** Which end of a span of days it is. */
  end: 'from' | 'to'
  /** Names the field for screen readers. */
  label: string
  value: string | undefined
  onChange: (day: string | null) => void
}

/** A day that a list is filtered by, `YYYY-MM-DD`; the field says which end of the span it is. */
export const DayField = ({ end, label, value, onChange }: Props) => {
  const { t } = useTranslation()
  return (
    <TextInput
      type="date"
      aria-label={label}
      leftSection={
        <Text size="xs" c="dimmed">
          {t(`dayEnd.${end}`)}
        </Text>
      }
      leftSectionWidth={48}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  )
}
