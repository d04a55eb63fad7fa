import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { auditQuery } from './api.ts'
import classes from './audit.module.css'
import { useActionText, useActorText } from './labels.tsx'

const SHOWN = 8

/** The latest of what was done in a company, as the platform's admins see it. */
export const AuditList = ({ companyId }: { companyId: string }) => {
  const { t } = useTranslation('shared/audit')
  const textOf = useActionText()
  const actorText = useActorText()
  const { data, error, refetch } = useQuery(auditQuery({ companyId }, null))
  if (error && !data) return <RetryState error={error} onRetry={refetch} compact />
  return (
    <>
      <ul className={classes.list}>
        {data?.data.slice(0, SHOWN).map((row) => (
          <li key={row.id}>
            <Text size="sm">{textOf(row.action)}</Text>
            <Text size="xs" c="dimmed">
              {actorText(row.actor)} · <RelativeTime value={row.at} />
            </Text>
          </li>
        ))}
      </ul>
      <TextLink to="/admin/audit" search={{ companyId }} size="sm">
        {t('seeAll')}
      </TextLink>
    </>
  )
}
