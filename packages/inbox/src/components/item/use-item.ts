import { createContext, useContext, useMemo } from 'react'
import type { ButtonType, IMessage } from '../../client/wire.ts'
import { useInbox } from '../../react/context.ts'
import { useNotificationCenter } from '../../react/notification-center.ts'
import { safeAddress } from '../content.tsx'
import { useAttempt } from '../notices.tsx'

/** Closes what the list stands in, if that can be closed. */
export const CloseContext = createContext<(() => void) | null>(null)

export const isUnread = ({ read, seen }: IMessage) => !(read ?? seen)

/** What a click on a notification and on its buttons does. */
export function useItem(message: IMessage) {
  const inbox = useInbox()
  const attempt = useAttempt()
  const close = useContext(CloseContext)
  const { onNotificationClick, onUrlChange, onActionClick, closeOnNotificationClick } = useNotificationCenter()
  return useMemo(() => {
    const address = safeAddress(message.cta?.data?.url)
    /** The notification was looked at: here, or through something in it that leads elsewhere. */
    const look = () => {
      if (isUnread(message) || !message.seen) attempt(inbox.markAs(message._id, { seen: true, read: true }))
      onNotificationClick?.(message)
      inbox.logUsage('Notification Click', {
        notificationId: message._id,
        hasCta: Boolean(message.cta?.action?.buttons?.length || message.cta?.data?.url),
      })
    }
    return {
      address,
      look,
      /** The host goes to the address, if there is one; then the browser must not. */
      open() {
        look()
        if (address) onUrlChange?.(address, message)
        if (closeOnNotificationClick) close?.()
      },
      isRouted: onUrlChange !== undefined,
      press(type: ButtonType) {
        if (onActionClick) return onActionClick(message.templateIdentifier, type, message)
        attempt(inbox.updateAction({ messageId: message._id, actionButtonType: type, status: 'done' }))
      },
    }
  }, [message, inbox, attempt, close, onNotificationClick, onUrlChange, onActionClick, closeOnNotificationClick])
}
