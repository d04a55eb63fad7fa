import type { TextStore } from '#web/lib/ui/browser-store.ts'

/** What is being written: an answer to the customer, or a note for the team. Each has a draft of its own. */
export type DraftMode = 'reply' | 'note'

const keyOf = (conversationId: string, mode: DraftMode): string =>
  `recado.draft.${conversationId}${mode === 'note' ? '.note' : ''}`

export const readDraft = (store: TextStore, conversationId: string, mode: DraftMode = 'reply'): string =>
  store.getItem(keyOf(conversationId, mode)) ?? ''

/** Keeps what was typed for a conversation; nothing typed leaves nothing behind. */
export const keepDraft = (store: TextStore, conversationId: string, text: string, mode: DraftMode = 'reply'): void => {
  const key = keyOf(conversationId, mode)
  try {
    if (text.trim() === '') store.removeItem(key)
    else store.setItem(key, text)
  } catch {
    // A full storage loses the draft on reload only.
  }
}

const enterKey = 'recado.chat.enterSends'

export const readEnterSends = (store: TextStore): boolean => store.getItem(enterKey) !== 'false'
export const keepEnterSends = (store: TextStore, value: boolean): void => store.setItem(enterKey, String(value))

const signKey = 'recado.chat.signed'

/** Whether messages begin with the name of whoever writes them. */
export const readSigned = (store: TextStore): boolean => store.getItem(signKey) === 'true'
export const keepSigned = (store: TextStore, value: boolean): void => store.setItem(signKey, String(value))
