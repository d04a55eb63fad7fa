import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CompanyStatus } from './api.ts'

const companyColors = { active: 'petrol', trial: 'clay', past_due: 'red', suspended: 'red', deleting: 'gray' } as const

export const CompanyStatusBadge = ({ status }: { status: CompanyStatus }) => {
  const { t } = useTranslation('admin/accounts')
  return (
    <Badge variant="light" color={companyColors[status]}>
      {t(`companyStatus.${status}`)}
    </Badge>
  )
}

const qualityColors: Record<string, string> = { GREEN: 'petrol', YELLOW: 'clay', RED: 'red' }

export const Quality = ({ value }: { value: string | null }) => {
  const { t } = useTranslation('admin/accounts')
  if (!value) return '–'
  return (
    <Badge variant="light" color={qualityColors[value] ?? 'gray'}>
      {t(`quality.${value}`, { defaultValue: value })}
    </Badge>
  )
}
