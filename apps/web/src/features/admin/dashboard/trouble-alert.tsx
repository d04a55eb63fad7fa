import { Alert, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconEyeExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { troublesQuery } from './api.ts'

/** Says to a platform admin that something is wrong, and where to mend it; nothing while all is well. */
export const TroubleAlert = () => {
  const { t } = useTranslation('admin/dashboard')
  const { data } = useQuery(troublesQuery)
  const troubles = data?.troubles ?? []
  if (troubles.length === 0) return null
  const bad = troubles.filter(({ severity }) => severity === 'bad').length
  return (
    <Alert
      role="status"
      color={bad > 0 ? 'red' : 'yellow'}
      icon={bad > 0 ? <IconAlertTriangle size={18} /> : <IconEyeExclamation size={18} />}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" fw={600}>
          {bad > 0 ? t('trouble.bad', { count: bad }) : t('trouble.watch', { count: troubles.length })}
        </Text>
        <LinkButton to="/admin/system" size="compact-sm">
          {t('trouble.look')}
        </LinkButton>
      </Group>
    </Alert>
  )
}
