import { Button, Group, Select, Stack } from '@mantine/core'
import {
  type ContactFile,
  type ContactFileKind,
  contactFileKinds,
  listContactFiles,
} from '@recado/contracts/contacts/contact-history'
import { IconFiles } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListCard } from '#web/components/chart/list-card.tsx'
import { PastFiles } from '#web/components/contact/history-sections.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { call } from '#web/lib/api/api.ts'
import { useTimes } from '#web/lib/i18n/times.ts'
import { contactKeys } from '#web/queries/contacts.ts'
import { useOpenConversation } from './use-open-conversation.ts'

const pageSize = 48

const useFiles = (id: string, kind: ContactFileKind | undefined) =>
  useInfiniteQuery({
    queryKey: [...contactKeys(id).files, kind ?? null],
    queryFn: ({ pageParam, signal }) =>
      call(
        listContactFiles,
        { params: { id }, query: { ...(kind && { kind }), ...(pageParam && { cursor: pageParam }), limit: pageSize } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next,
    placeholderData: keepPreviousData,
  })

/** Files by the month in which they were sent, both newest first. */
const monthsOf = (files: readonly ContactFile[], monthOf: (at: string) => string) =>
  [...Map.groupBy(files, ({ occurredAt }) => monthOf(occurredAt))].map(([month, items]) => ({ month, items }))

type Props = {
  contactId: string
  kind: ContactFileKind | undefined
  onKind: (kind: ContactFileKind | undefined) => void
}

const Files = ({ contactId, kind, onKind }: Props) => {
  const { t } = useTranslation('contacts/contact')
  const { month } = useTimes()
  const open = useOpenConversation()
  const query = useFiles(contactId, kind)
  if (!query.data) return <RecordFallback query={query} />
  const files = query.data.pages.flatMap(({ data }) => data)
  if (files.length === 0)
    return (
      <EmptyState
        icon={IconFiles}
        title={t(kind ? 'timeline.noneOf' : 'past.noFiles')}
        description={kind ? undefined : t('past.noFilesText')}
        action={
          kind ? (
            <Button variant="default" onClick={() => onKind(undefined)}>
              {t('timeline.showAll')}
            </Button>
          ) : undefined
        }
      />
    )
  return (
    <Stack gap="md" aria-busy={query.isPlaceholderData}>
      {monthsOf(files, month).map(({ month, items }) => (
        <ListCard key={month} title={month}>
          <PastFiles items={items} onOpen={open} roomy />
        </ListCard>
      ))}
      {query.hasNextPage ? (
        <Group>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('timeline.more')}
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}

/** What a contact and the company sent each other; each opens at its message. */
export const FilesTab = (props: Props) => {
  const { t } = useTranslation('contacts/contact')
  const { kind, onKind } = props
  return (
    <Stack maw={960} gap="md">
      <Group justify="flex-end">
        <Select
          size="sm"
          w={220}
          aria-label={t('timeline.filter')}
          allowDeselect={false}
          data={['all' as const, ...contactFileKinds].map((value) => ({ value, label: t(`past.kinds.${value}`) }))}
          value={kind ?? 'all'}
          onChange={(value) => onKind(contactFileKinds.find((one) => one === value))}
        />
      </Group>
      <Files {...props} />
    </Stack>
  )
}
