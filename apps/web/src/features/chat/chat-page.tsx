import { useMediaQuery } from '@mantine/hooks'
import { IconMessages } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state.tsx'
import { conversationQuery, keys } from './api.ts'
import classes from './chat.module.css'
import { OutboxProvider, useOwnOutbox } from './chat-context.tsx'
import { ContactPane } from './contact/contact-pane.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import { ConversationList } from './list/conversation-list.tsx'
import { ListFilters } from './list/list-filters.tsx'
import type { ListData } from './list-cache.ts'
import { useChatLive } from './live.ts'
import { type ChatSearch, listFilterOf } from './search.ts'
import { StartConversation } from './start-conversation.tsx'

type Props = {
  search: ChatSearch
  /** Changes the address; a parameter given as undefined goes away. */
  onSearch: (part: { [key in keyof ChatSearch]?: ChatSearch[key] | undefined }, options?: { replace?: boolean }) => void
  onBack: () => void
}

const paneKey = 'recado.chat.pane'
const storedPane = (): boolean => {
  try {
    return localStorage.getItem(paneKey) !== 'closed'
  } catch {
    return true
  }
}

const useKnown = (id: string | undefined) => {
  const queryClient = useQueryClient()
  return useMemo(() => {
    for (const [, data] of queryClient.getQueriesData<ListData>({ queryKey: keys.lists })) {
      const found = data?.pages.flatMap((page) => page.data).find((item) => item.id === id)
      if (found) return found
    }
    return undefined
  }, [queryClient, id])
}

/** The filter of an address; a new one only when a part of it changed. */
const useFilter = ({ view, status, channel, search, sort }: ChatSearch) =>
  useMemo(
    () =>
      listFilterOf({
        ...(view && { view }),
        ...(status && { status }),
        ...(channel && { channel }),
        ...(search && { search }),
        ...(sort && { sort }),
      }),
    [view, status, channel, search, sort],
  )

/** The contact's pane: a setting that stays on a wide window, a page of its own on a phone. */
const usePane = (search: ChatSearch, onSearch: Props['onSearch'], onBack: () => void) => {
  const narrow = useMediaQuery('(max-width: 75em)') ?? false
  const [wide, setWide] = useState(storedPane)
  const open = narrow ? search.pane === 'contact' : wide
  const toggle = () => {
    if (narrow) return open ? onBack() : onSearch({ pane: 'contact' })
    setWide(!wide)
    try {
      localStorage.setItem(paneKey, wide ? 'closed' : 'open')
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
  }
  return { open, toggle }
}

/** Team chat: conversations, the messages of one, and its contact. */
export const ChatPage = ({ search, onSearch, onBack }: Props) => {
  const { t } = useTranslation('chat')
  const { conversation: openId } = search
  const filter = useFilter(search)
  const outbox = useOwnOutbox()
  const known = useKnown(openId)
  const detail = useQuery({ ...conversationQuery(openId ?? ''), enabled: openId !== undefined })
  const pane = usePane(search, onSearch, onBack)
  const paneOpen = openId !== undefined && pane.open && !detail.error
  const [starting, setStarting] = useState(false)
  const templatesFor = useRef<string | null>(null)
  useChatLive(filter, openId)

  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  const open = useCallback((id: string) => {
    templatesFor.current = null
    latest.current({ conversation: id, pane: undefined })
  }, [])
  const close = () => onSearch({ conversation: undefined, pane: undefined })

  return (
    <OutboxProvider value={outbox}>
      <h1 className={classes.hidden}>{t('title')}</h1>
      <div className={classes.page} data-open={openId ? true : undefined} data-pane={paneOpen || undefined}>
        <div className={classes.left}>
          <ListFilters
            search={search}
            onChange={(part) => onSearch(part, { replace: true })}
            onNew={() => setStarting(true)}
          />
          <ConversationList
            filter={filter}
            activeId={openId}
            onOpen={open}
            onClear={() => onSearch({ view: undefined, status: undefined, channel: undefined, search: undefined })}
          />
        </div>
        <section className={classes.centre} aria-label={t('conversation')}>
          {openId ? (
            <ConversationPane
              key={openId}
              id={openId}
              known={known}
              paneOpen={pane.open}
              templatesAtOnce={templatesFor.current === openId}
              onTogglePane={pane.toggle}
              onBack={close}
            />
          ) : (
            <EmptyState icon={IconMessages} title={t('choose.title')} description={t('choose.text')} />
          )}
        </section>
        {openId && paneOpen ? <ContactPane conversationId={openId} detail={detail.data} onClose={pane.toggle} /> : null}
      </div>
      <StartConversation
        opened={starting}
        onClose={() => setStarting(false)}
        onStarted={(id) => {
          setStarting(false)
          templatesFor.current = id
          onSearch({ conversation: id, pane: undefined })
        }}
      />
    </OutboxProvider>
  )
}
