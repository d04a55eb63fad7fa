import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AdminUser } from './api.ts'

const colors = { new: 'clay', active: 'petrol', suspended: 'red', deleted: 'gray' } as const

export const UserStatusBadge = ({ status }: { status: AdminUser['status'] }) => {
  const { t } = useTranslation('admin/accounts')
  return (
    <Badge variant="light" color={colors[status]}>
      {t(`userStatus.${status}`)}
    </Badge>
  )
}
