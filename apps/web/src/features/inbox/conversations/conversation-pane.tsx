import { Button } from '@mantine/core'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import type { Message } from '@recado/contracts/inbox/messages'
import { IconMessageOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type DragEvent,
  type KeyboardEvent,
  memo,
  Suspense,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { lazyCode } from '#web/components/page/lazy-component.tsx'
import { lazyWindow } from '#web/components/page/lazy-window.tsx'
import { isNotFound } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import { useChatCommand } from '#web/lib/ui/chat-commands.ts'
import { useStable } from '#web/lib/ui/use-stable.ts'
import { MessageDetails } from '#web/queries/messages.ts'
import { useViewers } from './actions/use-viewers.ts'
import { conversationQuery, messagesQuery, useReadConversation } from './api.ts'
import classes from './chat.module.css'
import { barrierOf } from './composer/barrier.ts'
import { askComposer } from './composer/commands.ts'
import composer from './composer/composer.module.css'
import { Composer } from './composer/composer.tsx'
import { useKept } from './composer/kept.ts'
import { useAttachments } from './composer/use-attachments.ts'
import { ConversationHeader } from './conversation-header.tsx'
import type { MessageCache } from './message-cache.ts'
import { ReadOnlyFoot } from './read-only-foot.tsx'
import type { StartWith } from './start/start-conversation.tsx'
import { FailedList } from './timeline/failed-list.tsx'
import { FindBar } from './timeline/find-bar.tsx'
import { LoadingTimeline } from './timeline/loading-timeline.tsx'
import { ScheduledList } from './timeline/scheduled-list.tsx'
import { Timeline } from './timeline/timeline.tsx'
import { TimelineActionsProvider } from './timeline/timeline-actions.ts'
import { firstUnread } from './timeline/timeline-rows.ts'
import type { Unread } from './timeline/use-rows.ts'
import { toastsHere } from './toasts-here.ts'
import { useMessageActions } from './use-message-actions.ts'
import { useSteady } from './use-steady.ts'
import { isWindowOpen, useWindowTime } from './window-time.ts'

const ForwardDialog = lazyCode(async () => (await import('./forward-dialog.tsx')).ForwardDialog)
const SaveCanned = lazyCode(async () => (await import('./composer/save-canned.tsx')).SaveCanned)

type Props = {
  id: string
  /** What the list knows already, to show at once. */
  known: ConversationSummary | undefined
  paneOpen: boolean
  /** Message that the address asks to show. */
  messageId: string | undefined
  onTogglePane: () => void
  onStart: (given: StartWith) => void
  onBack: () => void
}

/** Messages that arrive within this time are marked as read together, in milliseconds. */
const readPause = 1500

/** Tells the server that the team has read, once for each new state, and only while the page is really looked at. */
const useReadMark = (conversation: ConversationSummary | undefined, ready: boolean, mark: () => void): void => {
  const done = useRef('')
  const last = useRef(Number.NEGATIVE_INFINITY)
  const latest = useRef(mark)
  useEffect(() => {
    latest.current = mark
  })
  const state =
    conversation && conversation.unreadCount > 0
      ? `${conversation.id} ${conversation.lastMessageAt} ${conversation.unreadCount}`
      : ''
  useEffect(() => {
    if (!ready || state === '') return
    const run = () => {
      if (document.visibilityState !== 'visible' || done.current === state) return
      done.current = state
      last.current = performance.now()
      latest.current()
    }
    const timer = setTimeout(run, Math.max(0, last.current + readPause - performance.now()))
    document.addEventListener('visibilitychange', run)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', run)
    }
  }, [state, ready])
}

/** Where the unread messages begin, as it was when the conversation was opened. */
const useUnread = (count: number | null, messages: readonly Message[] | undefined): Unread => {
  const [unread, setUnread] = useState<Unread | undefined>(undefined)
  if (unread === undefined && messages && count !== null) {
    const found = firstUnread(messages, count)
    setUnread(found)
    return found
  }
  return unread ?? null
}

const newestOwn = (cache: MessageCache | undefined): string | null =>
  cache?.messages.findLast(({ clientKey }) => clientKey !== null)?.clientKey ?? null

/** The messages to render: typing takes precedence over messages of others, and messages sent here over both. */
const useDrawn = (latest: MessageCache | undefined): MessageCache | undefined => {
  const deferred = useDeferredValue(latest)
  return newestOwn(latest) === newestOwn(deferred) ? deferred : latest
}

/** The messages as another component reads them: renders only when what is selected of them changes. */
const useOfMessages = <T,>(conversationId: string, select: (cache: MessageCache) => T): T | undefined => {
  const queryClient = useQueryClient()
  return useQuery({ ...messagesQuery(queryClient, conversationId), enabled: false, select }).data
}

/** A message with what its writer made of it since it was chosen. */
const useAsItIsNow = (conversationId: string, chosen: Message | null): Message | null =>
  useOfMessages(conversationId, ({ messages }) => messages.find(({ id }) => id === chosen?.id) ?? chosen) ?? chosen

const hasFiles = (event: DragEvent): boolean => [...event.dataTransfer.types].includes('Files')

/** Escape gives the keys back to the list, where nothing in the field wanted it. */
const leaveField = (event: KeyboardEvent): void => {
  if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof HTMLTextAreaElement)) return
  event.stopPropagation()
  event.target.blur()
}

const Gone = ({ onBack }: { onBack: () => void }) => {
  const { t } = useTranslation('inbox/conversations')
  const back = (
    <Button variant="light" onClick={onBack}>
      {t('backToList')}
    </Button>
  )
  return <EmptyState icon={IconMessageOff} title={t('gone.title')} description={t('gone.text')} action={back} />
}

/** Keys and menus that begin an answer. */
const useComposerCommands = (canReply: boolean): void => {
  useChatCommand('reply', () => askComposer('reply'), canReply)
  useChatCommand('note', () => askComposer('note'), canReply)
  useChatCommand('template', () => askComposer('template'), canReply)
}

type OpenedBy = Pick<Props, 'messageId' | 'onStart'> & {
  channelId: string
  reply: (message: Message | null) => void
}

/** What is opened from the timeline, and how its messages open it. */
const useOpened = ({ messageId, channelId, reply, onStart }: OpenedBy) => {
  const [image, setImage] = useState<Message | null>(null)
  const [detailed, setDetailed] = useState<Message | null>(null)
  const [forwarding, setForwarding] = useState<Message | null>(null)
  const [canned, setCanned] = useState<string | null>(null)
  const [jump, setJump] = useState<{ id: string; at: number } | null>(null)
  useEffect(() => {
    if (messageId) setJump({ id: messageId, at: Date.now() })
  }, [messageId])
  const [templatesOpen, setTemplatesOpen] = useState(false)
  const ports = useMemo(
    () => ({
      reply,
      showImage: setImage,
      showDetails: setDetailed,
      forward: setForwarding,
      saveCanned: setCanned,
      jumpTo: (id: string) => setJump({ id, at: Date.now() }),
      openTemplates: () => setTemplatesOpen(true),
      startChat: (person: { name: string; phone: string }) => onStart({ ...person, channelId }),
    }),
    [onStart, channelId, reply],
  )
  const closeForwarding = () => setForwarding(null)
  const closeCanned = () => setCanned(null)
  return {
    image,
    detailed,
    forwarding,
    closeForwarding,
    canned,
    closeCanned,
    jump,
    templatesOpen,
    setTemplatesOpen,
    ports,
  }
}

/** Dialogs that messages and the composer open. */
const Dialogs = ({ opened }: { opened: ReturnType<typeof useOpened> }) => {
  const Details = useContext(MessageDetails)
  const { detailed, forwarding, closeForwarding, canned, closeCanned, ports } = opened
  return (
    <Suspense fallback={null}>
      {detailed ? <Details id={detailed.id} inChat onClose={() => ports.showDetails(null)} /> : null}
      {forwarding ? <ForwardDialog message={forwarding} onClose={closeForwarding} /> : null}
      {canned === null ? null : <SaveCanned text={canned} onClose={closeCanned} />}
    </Suspense>
  )
}

/** Files that are dropped on the conversation, by whoever may answer. */
const useFileDrop = (allowed: boolean, add: (files: FileList) => void) => {
  const [dragging, setDragging] = useState(false)
  return {
    dragging,
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event) || !allowed) return
      event.preventDefault()
      setDragging(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragging(false)
    },
    onDrop: (event: DragEvent) => {
      setDragging(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      if (allowed) add(event.dataTransfer.files)
    },
  }
}

type MessagesProps = {
  conversationId: string
  contactName: string
  enabled: boolean
  /** Whether the conversation is known as it is now, or cannot be. */
  settled: boolean
  /** How many messages were unread when the conversation was opened; null until that is known. */
  unreadCount: number | null
  jump: { id: string; at: number } | null
}

const Messages = memo(({ enabled, settled, unreadCount, jump, ...conversation }: MessagesProps) => {
  const queryClient = useQueryClient()
  const query = messagesQuery(queryClient, conversation.conversationId)
  const { data, error, refetch } = useQuery({ ...query, enabled, refetchOnMount: false })
  const drawn = useDrawn(data)
  const unread = useUnread(unreadCount, data?.messages)
  if (drawn && settled) return <Timeline {...conversation} cache={drawn} unread={unread} jump={jump} />
  if (!error || data) return <LoadingTimeline />
  return (
    <div className={classes.failed}>
      <RetryState error={error} onRetry={refetch} />
    </div>
  )
})

const minute = 60_000

const Header = memo(ConversationHeader)
const Images = lazyWindow(async () => (await import('./lightbox.tsx')).Lightbox)

/** One conversation: header, messages, and where to answer. Keyed by the conversation. */
export const ConversationPane = (props: Props) => {
  const { id, known, paneOpen, messageId, onTogglePane, onStart, onBack } = props
  const { t } = useTranslation('inbox/conversations')
  const can = useCan()
  const enabled = can('conversations.view')
  const detail = useQuery({ ...conversationQuery(id), enabled, refetchOnMount: false })
  const hasMessages = useOfMessages(id, Boolean) ?? false
  const unreadCount = useRef<number | null>(null)
  unreadCount.current ??= detail.data?.unreadCount ?? null
  const conversation: ConversationSummary | undefined = useDeferredValue(detail.data) ?? known
  const shown = useSteady(conversation, minute)
  const answered = useSteady(conversation, 10 * minute)
  const open = isWindowOpen(useWindowTime(conversation?.windowExpiresAt ?? null))
  const canReply = can('conversations.reply')
  const { mutate: markRead } = useReadConversation(id)
  const { viewers, noteTyping } = useViewers(id, enabled)
  useComposerCommands(canReply)
  const attachments = useAttachments(id)
  const [chosen, setReplyTo] = useKept<Message | null>(id, 'replyTo', null)
  const replyTo = useAsItIsNow(id, chosen)
  const opened = useOpened({
    messageId,
    channelId: conversation?.channel.id ?? '',
    reply: setReplyTo,
    onStart,
  })
  const drop = useFileDrop(canReply, attachments.add)
  const actions = useMessageActions(id, conversation?.contact.displayName ?? '', opened.ports)
  const back = useStable(onBack)
  const togglePane = useStable(onTogglePane)
  const cancelReply = useStable(() => setReplyTo(null))
  const closeImage = useStable(() => opened.ports.showImage(null))
  useReadMark(detail.data, canReply && hasMessages, () => markRead(true))

  if (isNotFound(detail.error)) return <Gone onBack={onBack} />
  if (!conversation || !shown || !answered) {
    return detail.error ? <RetryState error={detail.error} onRetry={detail.refetch} /> : <LoadingTimeline />
  }

  return (
    <TimelineActionsProvider value={actions}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here, and chosen with a button */}
      <div
        className={classes.conversation}
        onDragOver={drop.onDragOver}
        onDragLeave={drop.onDragLeave}
        onDrop={drop.onDrop}
      >
        <Header
          conversation={shown}
          viewers={viewers}
          paneOpen={paneOpen}
          onBack={back}
          onTogglePane={togglePane}
          onTemplates={opened.ports.openTemplates}
        />
        <FailedList id={id} failedAt={conversation.failedAt} />
        <ScheduledList conversation={shown} canReply={canReply} />
        <FindBar conversationId={id} onJump={opened.ports.jumpTo} />
        <div ref={toastsHere} className={classes.messages}>
          <Messages
            conversationId={id}
            contactName={conversation.contact.displayName}
            enabled={enabled}
            settled={detail.data !== undefined || detail.error !== null}
            unreadCount={unreadCount.current}
            jump={opened.jump}
          />
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the fields inside */}
        <div className={classes.foot} onInput={noteTyping} onKeyDown={leaveField}>
          {canReply ? (
            <Composer
              conversation={answered}
              open={open}
              barrier={barrierOf(detail.data, open)}
              replyTo={replyTo}
              onReplied={cancelReply}
              attachments={attachments}
              templatesOpen={opened.templatesOpen}
              onTemplates={opened.setTemplatesOpen}
            />
          ) : (
            <ReadOnlyFoot conversationId={id} />
          )}
        </div>
        {drop.dragging ? <div className={composer.drop}>{t('attachments.drop')}</div> : null}
        <Images
          conversationId={id}
          message={opened.image}
          opened={Boolean(opened.image?.media?.url)}
          onShow={opened.ports.showImage}
          onClose={closeImage}
        />
        <Dialogs opened={opened} />
      </div>
    </TimelineActionsProvider>
  )
}
