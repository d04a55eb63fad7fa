import { Alert } from '@mantine/core'
import { IconLock, IconMessages } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  memo,
  type RefObject,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useConflictQuestion } from '#web/components/contact/conflict-questions.ts'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { lazyCode, lazyComponent } from '#web/components/page/lazy-component.tsx'
import { useSocketClient } from '#web/lib/realtime/socket.ts'
import { useOwner } from '#web/lib/session/owner.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { useChatCommand } from '#web/lib/ui/chat-commands.ts'
import { useShortcutHelp } from '#web/lib/ui/shortcut-help.ts'
import { useMedia } from '#web/lib/ui/use-media.ts'
import { useStable } from '#web/lib/ui/use-stable.ts'
import { useLeaving } from './actions/use-leaving.ts'
import { useTakeNext } from './actions/use-take-next.ts'
import { AlertsOffer } from './alerts/alerts-offer.tsx'
import { useAlerts } from './alerts/use-alerts.ts'
import { assigneesQuery, conversationQuery, keys } from './api.ts'
import { useSelection } from './bulk/use-selection.ts'
import classes from './chat.module.css'
import { type ChatPlace, ChatPlaceProvider, OutboxProvider, useOwnOutbox } from './chat-context.tsx'
import { ConversationList, type ListHandle } from './list/conversation-list.tsx'
import { ListFilters } from './list/list-filters.tsx'
import { useConversations } from './list/use-conversations.ts'
import { itemsOf, type ListData, type Reader } from './list-cache.ts'
import { listFilterOf, noFilters } from './list-filter.ts'
import { readOpened } from './read-opened.ts'
import type { ChatSearch, SearchChange } from './search.ts'
import { useChatShortcuts } from './shortcuts/use-chat-shortcuts.ts'
import type { StartWith } from './start/start-conversation.tsx'
import { LoadingTimeline } from './timeline/loading-timeline.tsx'
import { useChatLive } from './use-chat-live.ts'

const loadPane = () => import('./conversation-pane.tsx')
const Pane = lazyComponent(async () => (await loadPane()).ConversationPane, <LoadingTimeline />)
const ContactPane = lazyCode(async () => (await import('./contact/contact-pane.tsx')).ContactPane)
const ConflictDialog = lazyCode(
  async () => (await import('#web/components/contact/conflict-dialog.tsx')).ConflictDialog,
)
const StartConversation = lazyCode(async () => (await import('./start/start-conversation.tsx')).StartConversation)
const BulkBar = lazyCode(async () => (await import('./bulk/bulk-bar.tsx')).BulkBar)
const HelpDialog = lazyCode(async () => (await import('./shortcuts/help-dialog.tsx')).HelpDialog)

/** Memoized: they render only when what they show changes, not with every message that arrives. */
const Filters = memo(ListFilters)
const List = memo(ConversationList)
const ConversationPane = memo(Pane)

type Props = {
  search: ChatSearch
  /** Changes the address; a parameter given as undefined goes away. */
  onSearch: (part: SearchChange, options?: { replace?: boolean }) => void
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
      const found = itemsOf(data).find((item) => item.id === id)
      if (found) return found
    }
    return undefined
  }, [queryClient, id])
}

/** The filter of an address; a new one only when a part of it changed. */
const useFilter = (search: ChatSearch) => {
  const filter = listFilterOf(search)
  const kept = useRef(filter)
  if (JSON.stringify(kept.current) !== JSON.stringify(filter)) kept.current = filter
  return kept.current
}

/**
 * The contact pane: a lasting setting on wide windows; below 1440 px it covers the messages until the member returns to
 * them; on a phone it is a separate page.
 */
const usePane = (search: ChatSearch, onSearch: Props['onSearch'], onBack: () => void) => {
  const narrow = useMedia('(max-width: 89.99em)')
  const [wide, setWide] = useState(storedPane)
  const open = narrow ? search.pane === 'contact' : wide
  const toggle = useStable(() => {
    if (narrow) return open ? onBack() : onSearch({ pane: 'contact' })
    setWide(!wide)
    try {
      localStorage.setItem(paneKey, wide ? 'closed' : 'open')
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
  })
  const close = () => {
    if (!open) return
    toggle()
    // Returns the focus to the control that opened the pane.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-pane-toggle]')?.focus())
  }
  return { open, toggle, close, covers: narrow && open }
}

/** Closes the overlay once the member returns to the messages. */
const useCovered = (covers: boolean, close: () => void) => {
  const centre = useRef<HTMLElement>(null)
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!covers) return
    const onClick = ({ target }: Event) => {
      if (!(target instanceof Element) || !centre.current?.contains(target)) return
      // The button that shows the contact also hides it.
      if (!target.closest('header')) latest.current()
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [covers])
  return centre
}

/** Who looks at the lists: decides what belongs to "mine" and to the queues of their teams. */
const useReader = (): Reader => {
  const { user } = useSignedIn()
  const { data } = useQuery(assigneesQuery({ id: user.id }))
  return useMemo(() => ({ userId: user.id, teamIds: data?.data[0]?.teamIds ?? [] }), [user.id, data])
}

/** Reads a conversation as soon as it is opened, while it is rendered; what renders it reads nothing by itself. */
const useOpening = (id: string | undefined, mayView: boolean) => {
  const queryClient = useQueryClient()
  const socket = useSocketClient()
  useEffect(() => {
    if (id !== undefined && mayView) readOpened({ queryClient, socket }, id)
  }, [queryClient, socket, id, mayView])
}

/**
 * The conversation that is rendered. Whoever walks through the list sees at once where they are, and the conversation
 * follows; where they do anything with it before, `catchUp` renders it first.
 */
const useShown = (openId: string | undefined, walkedTo: RefObject<string | null>) => {
  const before = useDeferredValue(openId)
  const [caughtUp, setCaughtUp] = useState(openId)
  const follows = walkedTo.current === openId && before !== undefined && caughtUp !== openId
  const shownId = follows ? before : openId
  const catchUp = useStable(() => {
    if (shownId !== openId) flushSync(() => setCaughtUp(openId))
  })
  return { shownId, catchUp }
}

/** Whom a new conversation is with: as far as a card in a conversation says, or the contact of the address. */
const givenOf = (starting: StartWith | 'anybody' | null, contactId: string | undefined): { given?: StartWith } => {
  if (starting) return starting === 'anybody' ? {} : { given: starting }
  return contactId ? { given: { contactId } } : {}
}

/** The list with what stands around it: what is shown, what is chosen, and the ways from one conversation to another. */
const useChatPage = ({ search, onSearch }: Props) => {
  const { conversation: openId } = search
  const filter = useFilter(search)
  const reader = useReader()
  const conversations = useConversations(filter, openId)
  const selection = useSelection(conversations.items, filter)
  const phone = useMedia('(max-width: 48em)')
  const list = useRef<ListHandle>(null)
  const latest = useRef({ onSearch, items: conversations.items, phone, openId })
  useEffect(() => {
    latest.current = { onSearch, items: conversations.items, phone, openId }
  })
  const writingIn = useRef<string | null>(null)
  const walkedTo = useRef<string | null>(null)
  const { shownId, catchUp } = useShown(openId, walkedTo)
  const open = useCallback((id: string, toWrite = false) => {
    writingIn.current = toWrite ? id : null
    walkedTo.current = toWrite ? null : id
    latest.current.onSearch({ conversation: id, message: undefined, pane: undefined, write: undefined })
  }, [])
  const close = useStable(() => onSearch({ conversation: undefined, message: undefined, pane: undefined }))
  const place = useMemo<ChatPlace>(() => {
    const goOn = (id: string, toWrite = false) => {
      writingIn.current = toWrite ? id : null
      walkedTo.current = null
      latest.current.onSearch({ conversation: id, message: undefined, pane: undefined }, { replace: true })
    }
    const advance = (fromId: string) => {
      const { items, phone: narrow } = latest.current
      const at = items.findIndex(({ id }) => id === fromId)
      const next = at < 0 || narrow ? undefined : (items[at + 1] ?? items[at - 1])
      if (next) goOn(next.id)
      else close()
      return next?.id ?? null
    }
    const comeBack = (id: string, leftFor: string | null) => {
      if (latest.current.openId === (leftFor ?? undefined)) goOn(id)
    }
    return { filter, reader, openId: shownId, advance, close, comeBack, goOn, writingIn }
  }, [filter, reader, shownId, close])
  return { filter, conversations, selection, list, open, place, shownId, catchUp }
}

const Choose = () => {
  const { t } = useTranslation('inbox/conversations')
  return <EmptyState icon={IconMessages} title={t('choose.title')} description={t('choose.text')} />
}

type LeftProps = { page: ReturnType<typeof useChatPage>; props: Props; onNew: () => void; onLeave: () => boolean }

const Left = ({ page, props, onNew, onLeave }: LeftProps) => {
  const { search, onSearch } = props
  const { filter, conversations, selection, list, open, place } = page
  const can = useCan()
  const { take, takeToWrite, taking } = useTakeNext(search.view === 'team' ? search.team : undefined, open)
  const change = useStable((part: SearchChange) => onSearch(part, { replace: true }))
  const next = useStable(take)
  const clear = useStable(() => onSearch(filter.search ? { search: undefined } : { ...noFilters, view: search.view }))
  const create = useStable(onNew)
  const toList = useStable(() => list.current?.focus(0))
  useChatCommand('next', takeToWrite, can('conversations.reply'))
  useChatShortcuts({
    items: conversations.items,
    openId: search.conversation,
    list,
    selection,
    selectable: can('conversations.bulk'),
    onOpen: open,
    onClose: () => onLeave() || place.close(),
    onNext: () => can('conversations.reply') && take(),
    onSearch: change,
    onCommand: page.catchUp,
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: who is at the list is about to open something of it
    <div className={classes.left} onPointerEnter={loadPane} onFocus={loadPane}>
      <Filters search={search} onChange={change} onNew={create} onNext={next} taking={taking} onToList={toList} />
      {can('conversations.reply') && conversations.items.length > 0 ? <AlertsOffer /> : null}
      <List
        ref={list}
        filter={filter}
        conversations={conversations}
        activeId={search.conversation}
        selection={selection}
        onOpen={open}
        onClear={clear}
        onNext={next}
      />
      {selection.selected.size > 0 ? (
        <Suspense>
          <BulkBar
            filter={filter}
            selection={selection}
            known={conversations.items.length}
            more={conversations.hasNextPage}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

/** The chat was taken from the company while the page was open. */
const AccessLost = () => {
  const { t } = useTranslation('inbox/conversations')
  return (
    <Alert color="clay" radius={0} icon={<IconLock size={20} />} title={t('accessLost.title')} role="status">
      {t('accessLost.text')}
    </Alert>
  )
}

/**
 * Team chat: conversations, the messages of one, and its contact. It fills the window with columns that scroll each on
 * their own, so it is a frame of its own and none of the kit's.
 */
export const ChatPage = (props: Props) => {
  const { search, onSearch, onBack } = props
  const { t } = useTranslation('inbox/conversations')
  const { conversation: openId } = search
  const outbox = useOwnOutbox()
  const page = useChatPage(props)
  const { shownId, catchUp } = page
  const known = useKnown(shownId)
  const mayView = useCan()('conversations.view')
  useOpening(openId, mayView)
  const detail = useQuery({ ...conversationQuery(shownId ?? ''), enabled: false })
  const pane = usePane(search, onSearch, onBack)
  const paneOpen = shownId !== undefined && pane.open && !detail.error
  const centre = useCovered(paneOpen && pane.covers, pane.toggle)
  const leavePane = () => {
    if (!paneOpen || !pane.covers) return false
    pane.close()
    return true
  }
  const [starting, setStarting] = useState<StartWith | 'anybody' | null>(null)
  const helping = useShortcutHelp()
  const question = useConflictQuestion(useOwner())
  useChatLive(page.filter, openId, mayView)
  useLeaving(detail.data, page.place, outbox)
  useAlerts(openId, page.open)

  return (
    <OutboxProvider value={outbox}>
      <ChatPlaceProvider value={page.place}>
        <h1 className={classes.hidden}>{t('title')}</h1>
        {mayView ? null : <AccessLost />}
        <div
          className={classes.page}
          data-open={openId ? true : undefined}
          data-pane={paneOpen || undefined}
          data-takes-phone={openId ? true : undefined}
          data-toasts={openId ? undefined : 'bar'}
        >
          <Left page={page} props={props} onNew={() => setStarting('anybody')} onLeave={leavePane} />
          <section
            ref={centre}
            className={classes.centre}
            aria-label={t('conversation')}
            onPointerDownCapture={catchUp}
            onKeyDownCapture={catchUp}
          >
            {shownId ? (
              <ConversationPane
                key={shownId}
                id={shownId}
                known={known}
                paneOpen={pane.open}
                messageId={search.message}
                onTogglePane={pane.toggle}
                onStart={setStarting}
                onBack={page.place.close}
              />
            ) : (
              <Choose />
            )}
          </section>
          {shownId && paneOpen ? (
            <Suspense fallback={<aside />}>
              <ContactPane conversationId={shownId} detail={detail.data} covers={pane.covers} onClose={pane.close} />
            </Suspense>
          ) : null}
        </div>
        <Suspense>
          {starting || search.write ? (
            <StartConversation
              {...givenOf(starting, search.write)}
              onClose={() => {
                setStarting(null)
                if (search.write) onSearch({ write: undefined }, { replace: true })
              }}
              onOpen={(id, write) => {
                setStarting(null)
                page.open(id, write)
              }}
            />
          ) : null}
          {helping ? <HelpDialog /> : null}
          {question ? <ConflictDialog question={question} /> : null}
        </Suspense>
      </ChatPlaceProvider>
    </OutboxProvider>
  )
}
