import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ReasonField } from '#web/components/form/reason-field.tsx'

const dayMs = 86_400_000
const lasting = ['', '1', '7', '30', '90'] as const

/** When something that lasts so many days ends; null for until it is changed. */
export const endOf = (days: string): string | null =>
  days ? new Date(Date.now() + Number(days) * dayMs).toISOString() : null

type Props = { reason: string; onReason: (reason: string) => void; days: string; onDays: (days: string) => void }

/** Why access is changed, and for how long. */
export const AccessTerms = ({ reason, onReason, days, onDays }: Props) => {
  const { t } = useTranslation('admin/accounts')
  return (
    <>
      <ReasonField least={3} value={reason} onChange={(event) => onReason(event.currentTarget.value)} />
      <Select
        label={t('access.lasts')}
        allowDeselect={false}
        value={days}
        data={lasting.map((value) => ({
          value,
          label: value ? t('days', { count: Number(value) }) : t('access.untilChanged'),
        }))}
        onChange={(value) => onDays(value ?? '')}
      />
    </>
  )
}
