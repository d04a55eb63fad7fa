/** A place for small texts by key: local storage, or a stand-in where that is forbidden. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const memory = new Map<string, string>()
const memoryStore: TextStore = {
  getItem: (key) => memory.get(key) ?? null,
  setItem: (key, value) => void memory.set(key, value),
  removeItem: (key) => void memory.delete(key),
}

const isUsable = (): boolean => {
  try {
    localStorage.setItem('recado.probe', '1')
    localStorage.removeItem('recado.probe')
    return true
  } catch {
    return false
  }
}

let usable: boolean | undefined

/** Local storage, if available. */
export const browserStore = (): TextStore => {
  usable ??= isUsable()
  return usable ? localStorage : memoryStore
}
