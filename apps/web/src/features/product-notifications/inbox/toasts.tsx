import { Text, UnstyledButton } from '@mantine/core'
import { type IMessage, useMarkNotificationsAs, useSocket } from '@recado/inbox'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { toastMilliseconds, toasts } from '#web/lib/ui/toast-list.ts'
import { destinationOf, isShownAt } from './destination.ts'
import classes from './inbox.module.css'
import { inOneTab } from './one-tab.ts'

const isImportant = ({ payload }: IMessage): boolean => payload['important'] === true

const plainText = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent

const toast = (message: IMessage, onOpen: () => void): void => {
  const isTrouble = message.actor?.data === 'error' || message.actor?.data === 'warning'
  const Icon = isTrouble ? IconAlertTriangle : IconInfoCircle
  toasts.show({
    id: message._id,
    color: isTrouble ? 'red' : 'petrol',
    icon: <Icon size={20} stroke={1.8} aria-hidden="true" />,
    message: (
      <UnstyledButton
        className={classes.toast}
        onClick={() => {
          toasts.hide(message._id)
          onOpen()
        }}
      >
        <Text span size="sm" lineClamp={4}>
          {plainText(message.content)}
        </Text>
      </UnstyledButton>
    ),
  })
}

/**
 * Shows important notifications in a corner as they arrive: in one tab that is looked at, while the bell is closed, and
 * not when the page already shows what they are about. Opening the bell takes them away.
 */
export const Toasts = ({ isBellOpen, onOpen }: { isBellOpen: boolean; onOpen: (message: IMessage) => void }) => {
  const router = useRouter()
  const { socket } = useSocket()
  const { markNotificationsAs } = useMarkNotificationsAs()
  const shown = useRef(new Set<string>())
  const hear = useRef<(event: { message?: IMessage }) => void>(() => {})
  useEffect(() => {
    hear.current = ({ message }) => {
      if (!message || !isImportant(message) || isBellOpen || document.visibilityState !== 'visible') return
      const url = destinationOf(message)
      if (url && isShownAt(url, router.state.location.href)) return
      void inOneTab(`toast ${message._id}`, toastMilliseconds, () => {
        shown.current.add(message._id)
        toast(message, () => {
          void markNotificationsAs({ messageId: message._id, seen: true, read: true })
          onOpen(message)
        })
      })
    }
  })
  useEffect(() => {
    if (!isBellOpen) return
    for (const id of shown.current) toasts.hide(id)
    shown.current.clear()
  }, [isBellOpen])
  useEffect(() => {
    const listener = (event: { message?: IMessage }) => hear.current(event)
    socket?.on('notification_received', listener)
    return () => void socket?.off('notification_received', listener)
  }, [socket])
  return null
}
