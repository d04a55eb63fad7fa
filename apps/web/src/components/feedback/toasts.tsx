import { Notification, Portal } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { type Toast, toasts as toastsOfApp } from '#web/lib/ui/toast-list.ts'
import classes from './toasts.module.css'

/** The number of visible toasts; further ones are queued. */
const MOST = 5

/** Stays while it is hovered or focused. */
const ShownToast = ({ toast, onHide }: { toast: Toast; onHide: (id: string) => void }) => {
  const { t } = useTranslation()
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const { id, message, color, icon, milliseconds } = toast
  useEffect(() => {
    if (milliseconds === null || isPointed || isFocused) return
    const timer = setTimeout(onHide, milliseconds, id)
    return () => clearTimeout(timer)
  }, [id, milliseconds, isPointed, isFocused, onHide])
  return (
    <Notification
      className={classes.toast}
      color={color}
      icon={icon}
      withBorder
      closeButtonProps={{ 'aria-label': t('close') }}
      onClose={() => onHide(id)}
      onMouseEnter={() => setPointed(true)}
      onMouseLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {message}
    </Notification>
  )
}

/** Short-lived messages in a corner of the window. */
export const Toasts = ({ toasts = toastsOfApp }) => {
  const list = useSyncExternalStore(toasts.subscribe, toasts.list)
  return (
    <Portal>
      <div className={classes.toasts}>
        {list.slice(0, MOST).map((toast) => (
          <ShownToast key={toast.id} toast={toast} onHide={toasts.hide} />
        ))}
      </div>
    </Portal>
  )
}
