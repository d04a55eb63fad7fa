type State = { names: ReadonlySet<string>; givenUp: boolean }

const none: State = { names: new Set(), givenUp: false }
let state = none
const readers = new Set<() => void>()

const become = (next: State): void => {
  state = next
  for (const read of readers) read()
}

/** Files of texts that neither the reader's language nor English has at the moment. */
export const missingTexts = {
  state: (): State => state,
  subscribe: (read: () => void) => {
    readers.add(read)
    return () => void readers.delete(read)
  },
  add: (name: string): void => {
    if (!state.names.has(name)) become({ ...state, names: new Set([...state.names, name]) })
  },
  /** They were asked for as often as they are; what misses them stays so until the page is loaded again. */
  giveUp: (name: string): void => {
    if (state.names.has(name)) become({ ...state, givenUp: true })
  },
  remove: (name: string): void => {
    if (!state.names.has(name)) return
    const names = new Set([...state.names].filter((other) => other !== name))
    become(names.size > 0 ? { ...state, names } : none)
  },
  clear: (): void => become(none),
}
