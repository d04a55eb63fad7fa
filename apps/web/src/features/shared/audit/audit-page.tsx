import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { integrityQuery } from './api.ts'
import { AuditPanel } from './audit-panel.tsx'
import type { AuditSearch } from './audit-search.ts'

const Integrity = () => {
  const { t } = useTranslation('shared/audit')
  const { data } = useQuery(integrityQuery)
  if (!data?.checkedAt) return null
  const count = data.broken.length
  return count > 0 ? (
    <Alert color="red" mb="md" icon={<IconAlertTriangle size={18} />} role="alert">
      {t('broken', { count })}
    </Alert>
  ) : (
    <Text size="sm" c="dimmed" mb="md">
      <IconShieldCheck size={15} aria-hidden="true" style={{ verticalAlign: '-2px' }} />{' '}
      <Trans t={t} i18nKey="whole" components={{ time: <RelativeTime value={data.checkedAt} /> }} />
    </Text>
  )
}

/** What was done anywhere on the platform. */
export const AuditPage = ({ search, onSearch }: { search: AuditSearch; onSearch: (next: AuditSearch) => void }) => (
  <AuditPanel companyId={null} search={search} onSearch={onSearch} notice={<Integrity />} />
)
