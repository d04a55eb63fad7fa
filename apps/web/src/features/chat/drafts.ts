/** A place for small texts by key: local storage, or a stand-in where that is forbidden. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const memory = new Map<string, string>()
const memoryStore: TextStore = {
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, value) => void memory.set(key, value),
  removeItem: (key) => void memory.delete(key),
}

/** Local storage where it can be used. */
export const browserStore = (): TextStore => {
  try {
    localStorage.setItem('recado.probe', '1')
    localStorage.removeItem('recado.probe')
    return localStorage
  } catch {
    return memoryStore
  }
}

const keyOf = (conversationId: string): string => `recado.draft.${conversationId}`

export const readDraft = (store: TextStore, conversationId: string): string =>
  store.getItem(keyOf(conversationId)) ?? ''

/** Keeps what was typed for a conversation; nothing typed leaves nothing behind. */
export const keepDraft = (store: TextStore, conversationId: string, text: string): void => {
  try {
    if (text.trim() === '') store.removeItem(keyOf(conversationId))
    else store.setItem(keyOf(conversationId), text)
  } catch {
    // A full storage loses the draft on reload only.
  }
}

const enterKey = 'recado.chat.enterSends'

export const readEnterSends = (store: TextStore): boolean => store.getItem(enterKey) !== 'false'
export const keepEnterSends = (store: TextStore, value: boolean): void => store.setItem(enterKey, String(value))
