import { Loader, Text, UnstyledButton } from '@mantine/core'
import { type FoundMessage, searchMessages } from '@recado/contracts/shared/search'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { call } from '#web/lib/api/api.ts'
import classes from './message-hits.module.css'

const chat = getRouteApi('/_app/integrations/whatsapp/chat')

const useHits = (q: string) =>
  useInfiniteQuery({
    queryKey: ['conversations', 'messages-found', q],
    queryFn: ({ pageParam, signal }) =>
      call(searchMessages, { query: { q, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => (page.has_more ? page.next : null),
    placeholderData: keepPreviousData,
  })

/** The same text may come twice in an excerpt: its place makes it one of its own. */
const partsOf = (excerpt: FoundMessage['excerpt']) => excerpt.map((part, place) => ({ ...part, place }))

const Hit = ({ hit }: { hit: FoundMessage }) => {
  const { t } = useTranslation('inbox/conversations')
  const navigate = chat.useNavigate()
  const open = () =>
    void navigate({ search: (known) => ({ ...known, conversation: hit.conversationId, message: hit.id }) })
  const author = hit.direction === 'in' ? null : (hit.authorName ?? t('list.ours'))
  return (
    <li>
      <UnstyledButton className={classes.hit} onClick={open}>
        <span className={classes.head}>
          <Text span size="sm" fw={600} truncate>
            {hit.contact.displayName}
          </Text>
          <Text span size="xs" c="dimmed" className={classes.time ?? ''}>
            <RelativeTime value={hit.occurredAt} />
          </Text>
        </span>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {author ? `${author}: ` : ''}
          {partsOf(hit.excerpt).map(({ text, hit: found, place }) =>
            found ? (
              <mark key={place} className={classes.mark}>
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </Text>
      </UnstyledButton>
    </li>
  )
}

/** Messages, notes and file names that hold what was searched, below the conversations of people who match. */
export const MessageHits = ({ q }: { q: string }) => {
  const { t } = useTranslation('inbox/conversations')
  const { data, isPending, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useHits(q)
  const hits = data?.pages.flatMap((page) => page.data) ?? []
  if (error || (!isPending && hits.length === 0)) return null
  return (
    <section aria-label={t('list.messagesFound')}>
      <Text className={classes.title ?? ''} size="xs" fw={600} c="dimmed">
        {t('list.messagesFound')}
      </Text>
      {isPending ? <Loader size="xs" mx="auto" display="block" /> : null}
      <ul className={classes.hits}>
        {hits.map((hit) => (
          <Hit key={hit.id} hit={hit} />
        ))}
      </ul>
      {hasNextPage ? (
        <UnstyledButton className={classes.more} disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('list.moreMessages')}
        </UnstyledButton>
      ) : null}
    </section>
  )
}
