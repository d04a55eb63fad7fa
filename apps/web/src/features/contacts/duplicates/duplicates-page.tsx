import { Button, Checkbox, Group, Paper, Skeleton, Text, Title, UnstyledButton } from '@mantine/core'
import { type DuplicatePair, searchDuplicates } from '@recado/contracts/contacts/duplicates'
import { IconArrowsJoin2, IconSearch } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountBadge } from '#web/components/feedback/count-badge.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { PageHeader } from '#web/components/page/page-header.tsx'
import { call } from '#web/lib/api/api.ts'
import { useChangeEvents, useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { duplicatePairsKey, duplicatePairsQuery, useDismiss } from './api.ts'
import classes from './duplicates.module.css'
import { Reasons, Review } from './review.tsx'
import { useQueue } from './use-queue.ts'

/** A search may take longer, but its button does not wait for it (milliseconds). */
const longestWait = 20_000

const SearchButton = () => {
  const client = useQueryClient()
  const { t } = useTranslation('contacts/duplicates')
  const [looking, setLooking] = useState(false)
  const search = useMutation({
    mutationFn: () => call(searchDuplicates, {}),
    onMutate: () => setLooking(true),
    onError: () => setLooking(false),
  })
  useChangeEvents(({ event, ids }) => {
    // Decisions about single pairs name them.
    if (!looking || event !== 'duplicate.updated' || ids) return
    setLooking(false)
    toastSuccess(t('searched'))
  })
  // Without the live line nothing tells the end.
  useEffect(() => {
    if (!looking) return
    const timer = setTimeout(() => {
      setLooking(false)
      void client.invalidateQueries({ queryKey: duplicatePairsKey })
    }, longestWait)
    return () => clearTimeout(timer)
  }, [looking, client])
  return (
    <Button variant="default" loading={looking} leftSection={<IconSearch size={17} />} onClick={() => search.mutate()}>
      {t('search')}
    </Button>
  )
}

type QueueProps = {
  queue: readonly DuplicatePair[]
  current: DuplicatePair
  busy: boolean
  onChoose: (id: string) => void
  onDismiss: (ids: readonly string[]) => void
}

/** What waits, to go to or to put aside together. */
const Queue = ({ queue, current, busy, onChoose, onDismiss }: QueueProps) => {
  const { t } = useTranslation('contacts/duplicates')
  const [picked, setPicked] = useState<readonly string[]>([])
  const chosen = picked.filter((id) => queue.some((pair) => pair.id === id))
  const all = chosen.length === queue.length
  return (
    <Paper withBorder radius="lg" component="section" aria-labelledby="duplicate-queue" className={classes.queue ?? ''}>
      <Group justify="space-between" wrap="nowrap" className={classes.queueHead ?? ''}>
        <Checkbox
          size="xs"
          aria-label={t('selectAll')}
          checked={all}
          indeterminate={chosen.length > 0 && !all}
          onChange={() => setPicked(all ? [] : queue.map(({ id }) => id))}
        />
        <Title order={2} fz="sm" id="duplicate-queue" flex={1}>
          {chosen.length > 0 ? t('selected', { count: chosen.length }) : t('queue')}
        </Title>
        {chosen.length > 0 ? (
          <Button size="compact-xs" variant="default" disabled={busy} onClick={() => onDismiss(chosen)}>
            {t('notSame')}
          </Button>
        ) : null}
      </Group>
      <ul className={classes.list}>
        {queue.map(({ id, contacts: [first, second], reasons }) => {
          const label = t('pair', { first: first.displayName, second: second.displayName })
          return (
            <li key={id} className={classes.item} data-current={id === current.id || undefined}>
              <Checkbox
                size="xs"
                aria-label={t('select', { pair: label })}
                checked={chosen.includes(id)}
                onChange={() => setPicked(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
              />
              <UnstyledButton
                className={classes.open ?? ''}
                aria-current={id === current.id || undefined}
                onClick={() => onChoose(id)}
              >
                <Text size="sm" fw={550} truncate>
                  {label}
                </Text>
                <Reasons reasons={reasons} />
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
    </Paper>
  )
}

/** Pairs of contacts that may be one person, one after another. */
export const DuplicatesPage = () => {
  const { t } = useTranslation('contacts/duplicates')
  const query = useQuery(duplicatePairsQuery)
  const pairs = query.data?.data ?? []
  const { queue, current, choose, leave, comeBack, skip } = useQueue(pairs)
  const [looked, setLooked] = useState(false)
  const { busy, dismiss } = useDismiss()
  useInvalidateOn(['duplicate.updated'], [duplicatePairsKey])
  const total = (query.data?.page.total ?? 0) - (pairs.length - queue.length)
  const onDismiss = (ids: readonly string[]) => {
    setLooked(true)
    dismiss(ids, { done: () => leave(ids), undone: () => comeBack(ids) })
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        status={total > 0 ? <CountBadge count={total} /> : null}
        description={t('text')}
        actions={<SearchButton />}
      />
      {query.error ? (
        <RetryState error={query.error} onRetry={query.refetch} compact={query.data !== undefined} />
      ) : null}
      {query.isPending ? <Skeleton height={420} radius="lg" role="status" aria-label={t('common:loading')} /> : null}
      {query.data && !current ? (
        <EmptyState icon={IconArrowsJoin2} title={t('empty')} description={t('emptyText')} />
      ) : null}
      {current ? (
        <div className={classes.columns}>
          <Review
            key={current.id}
            pair={current}
            follows={looked}
            busy={busy}
            onMerged={() => {
              setLooked(true)
              leave([current.id])
            }}
            onDismiss={() => onDismiss([current.id])}
            onSkip={() => {
              setLooked(true)
              skip(current.id)
            }}
          />
          <Queue queue={queue} current={current} busy={busy} onChoose={choose} onDismiss={onDismiss} />
        </div>
      ) : null}
    </>
  )
}
