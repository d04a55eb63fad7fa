import { Button, Group, Paper, Select, Skeleton, Stack } from '@mantine/core'
import {
  listContactTimeline,
  type TimelineEntry,
  type TimelineType,
  timelineTypes,
} from '@recado/contracts/contacts/contact-timeline'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NoteForm } from '#web/components/contact/note-form.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { call } from '#web/lib/api/api.ts'
import { useTimes } from '#web/lib/i18n/times.ts'
import { useCan } from '#web/lib/session/session.ts'
import { contactKeys } from '#web/queries/contacts.ts'
import { ContactAside } from './contact-aside.tsx'
import classes from './timeline.module.css'
import { Entry } from './timeline-entry.tsx'

const useTimeline = (id: string, show: TimelineType | undefined) =>
  useInfiniteQuery({
    queryKey: [...contactKeys(id).timeline, show ?? null],
    queryFn: ({ pageParam, signal }) =>
      call(
        listContactTimeline,
        { params: { id }, query: { ...(show && { types: show }), ...(pageParam && { cursor: pageParam }), limit: 30 } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.next,
    placeholderData: keepPreviousData,
  })

/** Entries by the day on which they were, both newest first. */
const daysOf = (entries: readonly TimelineEntry[], dayOf: (at: string) => string) => {
  const days: { day: string; entries: TimelineEntry[] }[] = []
  for (const entry of entries) {
    const day = dayOf(entry.at)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

type EntriesProps = {
  contactId: string
  show: TimelineType | undefined
  onShow: (show: TimelineType | undefined) => void
}

const Entries = ({ contactId, show, onShow }: EntriesProps) => {
  const { t } = useTranslation('contacts/contact')
  const times = useTimes()
  const readable = useCan()('conversations.view')
  const query = useTimeline(contactId, show)
  if (query.error && !query.data) return <RetryState error={query.error} onRetry={query.refetch} />
  if (!query.data) return <Skeleton height={280} radius="md" />
  const entries = query.data.pages.flatMap(({ data }) => data)
  if (entries.length === 0)
    return (
      <EmptyState
        compact
        icon={IconHistory}
        title={t(show ? 'timeline.noneOf' : 'timeline.none')}
        description={show ? undefined : t('timeline.noneText')}
        action={
          show ? (
            <Button variant="default" onClick={() => onShow(undefined)}>
              {t('timeline.showAll')}
            </Button>
          ) : undefined
        }
      />
    )
  return (
    <div aria-busy={query.isPlaceholderData}>
      {daysOf(entries, times.day).map(({ day, entries: some }) => (
        <section key={day} aria-label={day}>
          <h2 className={classes.day}>{day}</h2>
          <ol className={classes.entries}>
            {some.map((entry) => (
              <Entry key={`${entry.type} ${entry.id}`} entry={entry} contactId={contactId} readable={readable} />
            ))}
          </ol>
        </section>
      ))}
      {query.hasNextPage ? (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('timeline.more')}
        </Button>
      ) : null}
    </div>
  )
}

type Props = {
  contact: ContactCard
  show: TimelineType | undefined
  onShow: (show: TimelineType | undefined) => void
  /** Opens the form of the contact; null for whoever may not change it. */
  onEdit: (() => void) | null
}

/** What there was with a contact, and beside it what is known of them. */
export const TimelineTab = ({ contact, show, onShow, onEdit }: Props) => {
  const { t } = useTranslation('contacts/contact')
  const can = useCan()
  const types = timelineTypes.filter((type) => type !== 'campaigns' || can('campaigns.view'))
  const mayWrite = can('contacts.edit') && contact.deletedAt === null && contact.erasedAt === null
  return (
    <div className={classes.page}>
      <Stack gap="md" miw={0}>
        {mayWrite ? (
          <Paper withBorder p="md">
            <NoteForm key={contact.id} contactId={contact.id} />
          </Paper>
        ) : null}
        <Group justify="flex-end">
          <Select
            size="sm"
            w={220}
            aria-label={t('timeline.filter')}
            allowDeselect={false}
            data={['all', ...types].map((value) => ({ value, label: t(`timeline.types.${value}`) }))}
            value={show ?? 'all'}
            onChange={(value) => onShow(types.find((one) => one === value))}
          />
        </Group>
        <Entries contactId={contact.id} show={show} onShow={onShow} />
      </Stack>
      <ContactAside contact={contact} onEdit={onEdit} />
    </div>
  )
}
