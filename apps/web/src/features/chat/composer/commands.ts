import { useEffect, useRef } from 'react'
import { browserStore, keepDraft } from '../drafts.ts'
import type { Outgoing } from './outbox.ts'

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

const takers = new Set<(item: Outgoing) => void>()

/** Gives back what was taken back: its words and its file go where they were written. */
export const giveBack = (item: Outgoing): void => {
  const mode = item.draft.type === 'note' ? 'note' : 'reply'
  if (takers.size === 0 && item.text) keepDraft(browserStore(), item.conversationId, item.text, mode)
  for (const taker of takers) taker(item)
}

/** Hears what is given back to the composer while mounted. */
export const useGivenBack = (handler: (item: Outgoing) => void): void => {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    const taker = (item: Outgoing) => latest.current(item)
    takers.add(taker)
    return () => void takers.delete(taker)
  }, [])
}
