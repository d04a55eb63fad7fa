import { Button, Group, Stack, Text } from '@mantine/core'
import type { ContactChangeRecord } from '@recado/contracts/contacts/address-book'
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useUndoChange } from '#web/components/contact/changes.ts'
import { useStages } from '#web/components/contact/stages.ts'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { DetailDrawer } from '#web/components/form/detail-drawer.tsx'
import { changesQuery } from './api.ts'

/** What a change did, in words. */
const useChangeText = () => {
  const { t } = useTranslation('contacts/list')
  const stages = useStages()
  return ({ change, subject }: ContactChangeRecord): string => {
    const title = t(`change.title.${change.type}`)
    if ('tags' in change) return `${title}: ${change.tags.join(', ')}`
    if (change.type === 'lifecycle')
      return `${title}: ${change.lifecycle ? stages.nameOf(change.lifecycle) : t('lifecycle.none')}`
    if (change.type === 'owner' && change.ownerId === null) return `${title}: ${t('owner.nobody')}`
    return subject ? `${title}: ${subject}` : title
  }
}

const Change = ({ record }: { record: ContactChangeRecord }) => {
  const { t, i18n } = useTranslation('contacts/list')
  const textOf = useChangeText()
  const undo = useUndoChange()
  const { actor, count, createdAt, undoUntil, undoneAt, undoing } = record
  const state = undoneAt ? t('changes.undone') : undoing ? t('changes.undoing') : null
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {textOf(record)}
        </Text>
        <Text size="sm" c="dimmed">
          {t('changes.count', { count, formatted: new Intl.NumberFormat(i18n.language).format(count) })}
          {actor ? ` · ${actor.name}` : ''} · <RelativeTime value={createdAt} />
        </Text>
      </div>
      {undoUntil ? (
        <Button
          size="compact-sm"
          variant="default"
          style={{ flex: 'none' }}
          leftSection={<IconArrowBackUp size={16} />}
          loading={undo.isPending}
          onClick={() => undo.mutate(record.id)}
        >
          {t('common:undo')}
        </Button>
      ) : state ? (
        <Text size="sm" c="dimmed" style={{ flex: 'none' }}>
          {state}
        </Text>
      ) : null}
    </Group>
  )
}

/** The latest changes of many contacts, each to be taken back within a day. */
export const ChangesDrawer = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('contacts/list')
  const query = useQuery(changesQuery(undefined))
  const records = query.data?.data ?? []
  return (
    <DetailDrawer opened title={t('changes.title')} onClose={onClose}>
      {query.error ? <RetryState error={query.error} onRetry={query.refetch} /> : null}
      {query.data && records.length === 0 ? (
        <EmptyState icon={IconHistory} title={t('changes.empty')} description={t('changes.text')} compact />
      ) : null}
      <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {records.map((record) => (
          <Change key={record.id} record={record} />
        ))}
      </Stack>
    </DetailDrawer>
  )
}
