import { Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Fact, FactList } from '#web/components/content/fact-list.tsx'
import { CopyButton } from '#web/components/feedback/copy-button.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { DetailDrawer } from '#web/components/form/detail-drawer.tsx'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { type AuditRow, auditRowQuery } from './api.ts'
import { Changes } from './changes.tsx'
import { Actor, useActionText } from './labels.tsx'

const Facts = ({ row }: { row: AuditRow }) => {
  const { t, i18n } = useTranslation('shared/audit')
  const textOf = useActionText()
  const kind = row.target && t(`target.${row.target.type}`, { defaultValue: row.target.type })
  const target = row.target ? [kind, row.target.label ?? row.target.id].filter(Boolean).join(' · ') : '–'
  const rows: Fact[] = [
    [t('column.time'), dateTime(row.at, i18n.language)],
    [t('column.actor'), <Actor key="actor" row={row} />],
    [t('column.action'), textOf(row.action)],
    [t('column.target'), target],
    row.company ? [t('column.company'), row.company.name] : null,
    [t('column.source'), t(`source.${row.source}`)],
    [t('column.ip'), row.ip ?? '–'],
    [t('column.userAgent'), row.userAgent ?? '–'],
    [t('column.requestId'), row.requestId ?? '–'],
  ]
  return <FactList narrow rows={rows} />
}

type Props = { id: string; companyId: string | null; onClose: () => void }

/** One row of the audit log with what it changed. Its address leads back here. */
export const AuditDrawer = ({ id, companyId, onClose }: Props) => {
  const { t } = useTranslation('shared/audit')
  const textOf = useActionText()
  const { data: row, error, refetch } = useQuery(auditRowQuery(id, companyId))
  return (
    <DetailDrawer onClose={onClose} title={row ? textOf(row.action) : t('title')}>
      {error && !row ? <RetryState error={error} onRetry={refetch} compact /> : null}
      {row ? (
        <Stack gap="md">
          <Facts row={row} />
          <Group gap={4}>
            <CopyButton value={window.location.href} label={t('copyLink')} />
            <Text size="sm">{t('copyLink')}</Text>
          </Group>
          <section aria-label={t('diff')}>
            <Title order={3} fz="sm" mb={8}>
              {t('diff')}
            </Title>
            {row.diff ? <Changes diff={row.diff} label={t('diff')} /> : <Text size="sm">{t('noDiff')}</Text>}
          </section>
        </Stack>
      ) : error ? null : (
        <Skeleton height={320} radius="md" />
      )}
    </DetailDrawer>
  )
}
