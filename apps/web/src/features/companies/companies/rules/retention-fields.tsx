import { Stack } from '@mantine/core'
import { type Retention, retentionMax, retentionMin } from '@recado/contracts/companies/company-rules'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#web/components/form/form-section.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'

type Props = {
  value: Retention
  onChange: (value: Retention) => void
  isWrong: (kind: keyof Retention) => boolean
}

/** For how many days messages and files are kept; empty for good. */
export const RetentionFields = ({ value, onChange, isWrong }: Props) => {
  const { t } = useTranslation('companies/companies')
  const field = (kind: keyof Retention) => (
    <NumberInput
      label={t(`retention.${kind}`)}
      placeholder={t('retention.forever')}
      suffix={t('retention.suffix')}
      min={retentionMin}
      max={retentionMax}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      value={value[kind] ?? ''}
      onChange={(days) => onChange({ ...value, [kind]: days === '' ? null : Number(days) })}
      error={isWrong(kind) ? t('retention.range', { min: retentionMin, max: retentionMax }) : undefined}
    />
  )
  return (
    <FormSection
      title={t('retention.title')}
      description={t('retention.text', { min: retentionMin, max: retentionMax })}
    >
      <Stack gap="md">
        {field('messages')}
        {field('media')}
      </Stack>
    </FormSection>
  )
}
