import { ActionIcon, Loader, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { searchMessages } from '@recado/contracts/shared/search'
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import classes from './timeline.module.css'

type Props = { conversationId: string; onJump: (messageId: string) => void }

const typingPause = 250
const pageSize = 50
const shortest = 2

/** Messages of the whole conversation that hold what is looked for, the newest first, by the pages read so far. */
const useFound = (conversationId: string, q: string) => {
  const query = useInfiniteQuery({
    queryKey: ['conversations', 'found-inside', conversationId, q],
    queryFn: ({ pageParam, signal }) =>
      call(
        searchMessages,
        { query: { q, conversationId, limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => (page.has_more ? page.next : null),
    placeholderData: keepPreviousData,
    enabled: q.length >= shortest,
  })
  const ids = q.length < shortest ? [] : (query.data?.pages.flatMap(({ data }) => data.map(({ id }) => id)) ?? [])
  return { query, ids, known: !query.isPlaceholderData && query.data !== undefined && q.length >= shortest }
}

const Bar = ({ conversationId, onJump, onClose }: Props & { onClose: () => void }) => {
  const { t } = useTranslation(['inbox/conversations', 'errors'])
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), typingPause)
  const [at, setAt] = useState(0)
  const { query, ids, known } = useFound(conversationId, q)
  const { hasNextPage, fetchNextPage, isFetching } = query
  const shownFor = useRef('')

  useEffect(() => {
    if (!known || shownFor.current === q) return
    shownFor.current = q
    setAt(0)
    if (ids[0]) onJump(ids[0])
  }, [known, q, ids, onJump])

  const go = async (to: number) => {
    let all = ids
    if (to >= ids.length && hasNextPage) {
      const { data } = await fetchNextPage()
      all = data?.pages.flatMap((page) => page.data.map(({ id }) => id)) ?? ids
    }
    if (all.length === 0) return
    const next = (to + all.length) % all.length
    setAt(next)
    const id = all[next]
    if (id) onJump(id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter') void go(event.shiftKey ? at - 1 : at + 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const count = `${ids.length}${hasNextPage ? '+' : ''}`
  return (
    <search className={classes.find}>
      <TextInput
        flex={1}
        size="sm"
        autoFocus
        value={text}
        maxLength={200}
        aria-label={t('timeline.find')}
        placeholder={t('timeline.find')}
        leftSection={isFetching ? <Loader size={14} /> : <IconSearch size={15} />}
        error={query.error && q.length >= shortest ? t('errors:unexpected') : null}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span className={classes.findCount} role="status">
        {known ? (ids.length === 0 ? t('timeline.notFound') : t('timeline.found', { at: at + 1, count })) : ''}
      </span>
      <ActionIcon
        size={30}
        disabled={ids.length === 0}
        aria-label={t('timeline.findNext')}
        onClick={() => void go(at + 1)}
      >
        <IconChevronUp size={18} />
      </ActionIcon>
      <ActionIcon
        size={30}
        disabled={ids.length === 0}
        aria-label={t('timeline.findPrevious')}
        onClick={() => void go(at - 1)}
      >
        <IconChevronDown size={18} />
      </ActionIcon>
      <ActionIcon size={30} aria-label={t('common:close')} onClick={onClose}>
        <IconX size={17} />
      </ActionIcon>
    </search>
  )
}

/**
 * Looks for words, and for operators of the search, in the whole history of the open conversation: Ctrl F opens it, a
 * second Ctrl F is the browser's own.
 */
export const FindBar = (props: Props) => {
  const [opened, setOpened] = useState(false)
  const isOpen = useRef(opened)
  isOpen.current = opened
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (isOpen.current) return
      event.preventDefault()
      setOpened(true)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return opened ? <Bar {...props} onClose={() => setOpened(false)} /> : null
}
