import { type ComponentType, createElement, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadOnce } from '#web/lib/ui/load-once.ts'
import { toastError } from '#web/lib/ui/toasts.ts'
import { whenIdle } from '#web/lib/ui/when-idle.ts'

type WindowProps = { opened?: boolean; onClose: () => void }

/**
 * Opens a window that is there: the library notes where the focus was, to give it back, when a window changes from closed
 * to open, not when it is mounted open.
 */
const Opening = <Props extends WindowProps>({ content, props }: { content: ComponentType<Props>; props: Props }) => {
  const [isMounted, setMounted] = useState(false)
  useLayoutEffect(() => setMounted(true), [])
  return createElement(content, { ...props, opened: isMounted && props.opened !== false })
}

/**
 * A dialog or a drawer whose code comes once the page has come to rest, or when it is opened before. If it does not come,
 * the person is told, the window is closed, and the next opening tries again. `load` fetches the code ahead.
 */
export const lazyWindow = <Props extends WindowProps>(load: () => Promise<ComponentType<Props>>) => {
  const code = loadOnce(load)
  const LazyWindow = (props: Props) => {
    const { i18n } = useTranslation('errors', { useSuspense: false })
    const isOpen = props.opened !== false
    const [isWanted, setWanted] = useState(isOpen)
    if (isOpen && !isWanted) setWanted(true)
    const [, setHere] = useState(false)
    const close = useRef(props.onClose)
    close.current = props.onClose
    // What does not come ahead comes when it is opened, and says then why it does not.
    useEffect(() => whenIdle(() => void code.load().catch(() => {})), [])
    useEffect(() => {
      if (!isOpen || code.here()) return
      let isLeft = false
      code.load().then(
        () => setHere(true),
        (error: unknown) => {
          if (isLeft) return
          toastError(i18n, error)
          close.current()
        },
      )
      return () => {
        isLeft = true
      }
    }, [isOpen, i18n])
    const content = code.here()
    return content && isWanted ? (
      <Suspense>
        <Opening content={content} props={props} />
      </Suspense>
    ) : null
  }
  return Object.assign(LazyWindow, { load: code.load })
}
