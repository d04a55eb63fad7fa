import type { HeldMessage } from '@recado/contracts/inbox/held-messages'
import type { MediaKind } from '@recado/contracts/whatsapp/media-rules'
import { useEffect, useRef } from 'react'
import { browserStore } from '#web/lib/ui/browser-store.ts'
import { keepDraft } from '../drafts.ts'

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

export type GivenBack = { text: string; file: { fileId: string; name: string; kind: MediaKind } | null }
const takers = new Set<(back: GivenBack) => void>()

/** Restores the text and file of an undone message to its composer; forwards have no composer to return to. */
export const giveBack = (conversationId: string, { kind, contents, forward }: HeldMessage): void => {
  const [content] = contents
  if (kind !== 'message' || forward || !content || content.type === 'template') return
  const text = content.text ?? ''
  if (takers.size === 0 && text) keepDraft(browserStore(), conversationId, text, 'reply')
  for (const taker of takers) taker({ text, file: content.file })
}

/** Hears what is given back to the composer while mounted. */
export const useGivenBack = (handler: (back: GivenBack) => void): void => {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    const taker = (back: GivenBack) => latest.current(back)
    takers.add(taker)
    return () => void takers.delete(taker)
  }, [])
}
