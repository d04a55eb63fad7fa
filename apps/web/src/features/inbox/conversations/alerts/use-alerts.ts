import { type ConversationSummary, listConversations } from '@recado/contracts/inbox/conversations'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useChangeEvents } from '#web/lib/realtime/socket.ts'
import { plainText } from '#web/lib/ui/parse-format.ts'
import { useAlertSettings } from './alert-settings.ts'
import { chime } from './chime.ts'
import { newsIn } from './news.ts'

/** Messages are looked for at most this often (milliseconds), however many arrive. */
const pause = 1500
const mostAtOnce = 3

/** Runs in one tab of the browser only, however many are open. */
const inOneTab = (run: () => void): void => {
  if (!navigator.locks) {
    run()
    return
  }
  void navigator.locks.request('recado.chat.alert', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    run()
    await new Promise((resolve) => setTimeout(resolve, pause))
  })
}

/** Tells of messages of customers while the chat is open in a tab, by a notice of the desktop and by a sound. */
export const useAlerts = (openId: string | undefined, onOpen: (id: string) => void): void => {
  const { t } = useTranslation('inbox/conversations')
  const settings = useAlertSettings()
  const on = settings.desktop || settings.sound
  const known = useRef(new Map<string, string>())
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latest = useRef({ settings, openId, onOpen, t })
  useEffect(() => {
    latest.current = { settings, openId, onOpen, t }
  })

  const show = (item: ConversationSummary): void => {
    const { lastPreview, lastType, contact, id } = item
    const kind = lastType ? latest.current.t(`kind.${lastType}`) : ''
    const body = plainText(lastPreview.slice(0, 300)) || kind
    const notice = new Notification(contact.displayName, { body, tag: id, icon: '/favicon.svg' })
    notice.onclick = () => {
      window.focus()
      latest.current.onOpen(id)
      notice.close()
    }
  }

  const look = async (since: number): Promise<void> => {
    timer.current = undefined
    const { desktop, sound, mine } = latest.current.settings
    const query = { view: mine ? ('mine' as const) : ('all' as const), unread: 'true' as const, limit: 20 }
    const { data } = await call(listConversations, { query })
    const seen = document.visibilityState === 'visible' && document.hasFocus()
    const news = newsIn(data, known.current, { since, lookedAt: seen ? (latest.current.openId ?? null) : null })
    for (const { id, lastMessageAt } of data) known.current.set(id, lastMessageAt)
    if (news.length === 0) return
    inOneTab(() => {
      // Browsers allow no sound before the first click on the page; the list still marks the conversation as unread.
      if (sound) void chime().catch(() => undefined)
      if (desktop && 'Notification' in window && Notification.permission === 'granted')
        for (const item of news.slice(0, mostAtOnce)) show(item)
    })
  }

  useChangeEvents(({ event }) => {
    if (!on || event !== 'message.created' || timer.current !== undefined) return
    // What is read is a little older than its event.
    const since = Date.now() - 60_000
    // A failed check is repeated with the next message, and no one waits for it.
    timer.current = setTimeout(() => void look(since).catch(() => undefined), pause)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
