import { useEffect, useRef } from 'react'

/** What a composer can be asked for from elsewhere on the page, e.g. by a shortcut. */
export type ComposerMode = 'reply' | 'note' | 'template'

const listeners = new Set<(mode: ComposerMode) => void>()

/** Brings the open conversation's composer into a mode and puts the cursor there. */
export const askComposer = (mode: ComposerMode): void => {
  for (const listener of listeners) listener(mode)
}

/** Hears what the composer is asked for while mounted. */
export const useComposerCommands = (handler: (mode: ComposerMode) => void): void => {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    const listener = (mode: ComposerMode) => latest.current(mode)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
}
