import {
  type ComponentType,
  createElement,
  type FunctionComponent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { loadOnce } from '#web/lib/ui/load-once.ts'
import { toastError } from '#web/lib/ui/toasts.ts'
import { RetryState } from '../feedback/retry-state.tsx'

type Load<Props extends object> = () => Promise<ComponentType<Props>>
type Code<Props extends object> = ReturnType<typeof loadOnce<ComponentType<Props>>>

/** How to close it, if it can be closed. */
const closing = (props: object): (() => void) | null => {
  const onClose: unknown = 'onClose' in props ? props.onClose : null
  return typeof onClose === 'function' ? () => onClose() : null
}

/** Loads the code once more, by itself, on a press, and when the connection is back; meanwhile says that it is missing. */
const Missing = <Props extends object>({ code, props }: { code: Code<Props>; props: Props }) => {
  const { i18n } = useTranslation('errors', { useSuspense: false })
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const [, setHere] = useState(false)
  const latest = useRef(props)
  latest.current = props
  const isShown = useRef(false)
  const tryAgain = useCallback(async () => {
    try {
      await code.load()
      setHere(true)
    } catch (error) {
      if (!isShown.current) return
      const close = closing(latest.current)
      if (!close) return setFailure({ error })
      toastError(i18n, error)
      close()
    }
  }, [code, i18n])
  useEffect(() => {
    isShown.current = true
    void tryAgain()
    window.addEventListener('online', tryAgain)
    return () => {
      isShown.current = false
      window.removeEventListener('online', tryAgain)
    }
  }, [tryAgain])
  const content = code.here()
  if (content) return createElement(content, props)
  return failure ? <RetryState compact error={failure.error} onRetry={tryAgain} /> : null
}

/**
 * A part of a page whose code comes when it is shown first. The page outlives code that does not come: what can be closed
 * closes, and a toast says why; anything else says so in its place, and can be tried again. Until then it suspends.
 */
export const lazyCode = <Props extends object>(load: Load<Props>): FunctionComponent<Props> => {
  const code = loadOnce(load)
  return lazy(async () => {
    const content: ComponentType<Props> = await code
      .load()
      .catch(() => (props: Props) => <Missing code={code} props={props} />)
    return { default: content }
  })
}

/** The same for a drawer or a tab; `waiting` stands there until the code has come. */
export const lazyComponent = <Props extends object>(
  load: Load<Props>,
  waiting: ReactNode = null,
): FunctionComponent<Props> => {
  const Content = lazyCode(load)
  return (props) => <Suspense fallback={waiting}>{createElement(Content, props)}</Suspense>
}
