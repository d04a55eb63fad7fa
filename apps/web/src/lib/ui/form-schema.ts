import { useEffect, useRef, useState } from 'react'
import { loadOnce } from './load-once.ts'

/** The part of a zod schema that forms need. */
export type Schema = {
  safeParse: (
    value: unknown,
  ) => { success: true; data: unknown } | { success: false; error: { issues: readonly unknown[] } }
}

export type GivenSchema = Schema | (() => Promise<Schema>) | undefined

/** The schema of a form once it is there; `onHere` is called when one that is loaded later has come. */
export const useSchema = (given: GivenSchema, onHere: () => void) => {
  const isLater = typeof given === 'function'
  const source = useRef(given)
  source.current = given
  const told = useRef(onHere)
  told.current = onHere
  const [later] = useState(() =>
    loadOnce(async () => {
      const { current } = source
      return typeof current === 'function' ? await current() : current
    }),
  )
  useEffect(() => {
    if (!isLater || later.here()) return
    const stop = () => document.removeEventListener('focusin', ahead)
    // What cannot be loaded now is loaded at the next field, or when the form is sent, which says so when it fails again.
    const ahead = () =>
      void later.load().then(
        () => {
          stop()
          told.current()
        },
        () => {},
      )
    document.addEventListener('focusin', ahead)
    return stop
  }, [isLater, later])
  return {
    current: () => (typeof given === 'function' ? later.here() : given),
    isAwaited: () => isLater && !later.here(),
    load: later.load,
  }
}
