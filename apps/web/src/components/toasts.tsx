import { Notification } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Toast, toasts, useToastList } from '../lib/toast-list.ts'
import classes from './toasts.module.css'

/** More than these wait until one of them has gone. */
const room = 5

const ToastCard = ({ toast, isHeld }: { toast: Toast; isHeld: boolean }) => {
  const { t } = useTranslation()
  const { id, milliseconds } = toast
  useEffect(() => {
    if (isHeld || milliseconds === null) return
    const timer = setTimeout(() => toasts.hide(id), milliseconds)
    return () => clearTimeout(timer)
  }, [isHeld, milliseconds, id])
  return (
    <Notification
      className={classes.toast ?? ''}
      withBorder
      color={toast.color}
      icon={toast.icon}
      closeButtonProps={{ 'aria-label': t('close') }}
      onClose={() => toasts.hide(id)}
    >
      {toast.message}
    </Notification>
  )
}

const ToastStack = ({ list }: { list: readonly Toast[] }) => {
  const region = useRef<HTMLDivElement>(null)
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  // A focused toast that goes does not say that it loses the focus.
  useEffect(() => setFocused(list.length > 0 && region.current?.contains(document.activeElement) === true), [list])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is watched, not worked
    <div
      ref={region}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {list.slice(0, room).map((toast) => (
        <ToastCard key={toast.id} toast={toast} isHeld={isHovered || isFocused} />
      ))}
    </div>
  )
}

/** What happened, in a corner and for a while; none goes while a person is at one of them. */
export const Toasts = () => {
  const list = useToastList()
  return <div className="toasts">{list.length > 0 ? <ToastStack list={list} /> : null}</div>
}
