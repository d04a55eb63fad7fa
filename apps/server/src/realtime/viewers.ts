import type { ConversationViewers } from '@recado/contracts/realtime'
import type { Deps } from '#server/context.ts'

export type Viewer = ConversationViewers['viewers'][number]

const TYPING_MS = 8_000
const SWEEP_MS = 2_000
/** How often a process says again who looks at what, for those that started since. */
const REPEAT_MS = 20_000
/** A process that was not heard of for so long is gone, and its people with it. */
const FORGOTTEN_MS = 50_000

type Local = { conversationId: string; userId: string; name: string; typingUntil: number }
type Remote = { viewers: Viewer[]; at: number }

const mergeViewers = (lists: readonly (readonly Viewer[])[]): Viewer[] => {
  const byUser = new Map<string, Viewer>()
  for (const viewer of lists.flat()) {
    const typing = viewer.typing || byUser.get(viewer.userId)?.typing === true
    byUser.set(viewer.userId, { ...viewer, typing })
  }
  return [...byUser.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

const viewersOf = (local: Iterable<Local>, conversationId: string, now: number): Viewer[] => {
  const here: Viewer[] = []
  for (const { userId, name, typingUntil, ...place } of local)
    if (place.conversationId === conversationId) here.push({ userId, name, typing: typingUntil > now })
  return mergeViewers([here])
}

export type Viewers = {
  /** The browser behind a socket has this conversation open from now on, and no other. */
  open: (socketId: string, viewer: Omit<Viewer, 'typing'>, conversationId: string, typing: boolean) => void
  /** It has none open any more. */
  leave: (socketId: string) => void
  of: (conversationId: string) => Viewer[]
  close: () => void
}

/**
 * Who has which conversation open, in all processes: each tells the others of its own people by the bus. Nothing of it is
 * kept; `onChange` hears of conversations whose viewers changed.
 */
export const createViewers = (
  deps: Pick<Deps, 'bus' | 'processId' | 'now'>,
  onChange: (conversationId: string) => void,
): Viewers => {
  const local = new Map<string, Local>()
  /** What was told of each conversation last, so that only news travel. */
  const told = new Map<string, string>()
  const remote = new Map<string, Map<string, Remote>>()
  const now = () => deps.now().getTime()

  const tell = (conversationId: string, again = false) => {
    const viewers = viewersOf(local.values(), conversationId, now())
    const text = JSON.stringify(viewers)
    const before = told.get(conversationId) ?? '[]'
    if (viewers.length === 0) told.delete(conversationId)
    else told.set(conversationId, text)
    if (text === before && !again) return
    deps.bus.publish('viewers', { processId: deps.processId, conversationId, viewers })
    if (text !== before) onChange(conversationId)
  }

  const forget = () => {
    for (const [conversationId, byProcess] of remote) {
      for (const [processId, { at }] of byProcess) {
        if (at > now() - FORGOTTEN_MS) continue
        byProcess.delete(processId)
        onChange(conversationId)
      }
      if (byProcess.size === 0) remote.delete(conversationId)
    }
  }

  const stop = deps.bus.subscribe('viewers', ({ processId, conversationId, viewers }) => {
    if (processId === deps.processId) return
    const byProcess = remote.get(conversationId) ?? new Map<string, Remote>()
    const before = JSON.stringify(byProcess.get(processId)?.viewers ?? [])
    if (viewers.length === 0) byProcess.delete(processId)
    else byProcess.set(processId, { viewers, at: now() })
    if (byProcess.size === 0) remote.delete(conversationId)
    else remote.set(conversationId, byProcess)
    if (JSON.stringify(viewers) !== before) onChange(conversationId)
  })
  const sweep = setInterval(() => {
    for (const conversationId of [...told.keys()]) tell(conversationId)
    forget()
  }, SWEEP_MS)
  const repeat = setInterval(() => {
    for (const conversationId of [...told.keys()]) tell(conversationId, true)
  }, REPEAT_MS)
  sweep.unref()
  repeat.unref()

  const leave = (socketId: string) => {
    const before = local.get(socketId)
    local.delete(socketId)
    if (before) tell(before.conversationId)
  }

  return {
    open: (socketId, { userId, name }, conversationId, typing) => {
      if (local.get(socketId)?.conversationId !== conversationId) leave(socketId)
      local.set(socketId, { conversationId, userId, name, typingUntil: typing ? now() + TYPING_MS : 0 })
      tell(conversationId)
    },
    leave,
    of: (conversationId) =>
      mergeViewers([
        viewersOf(local.values(), conversationId, now()),
        ...[...(remote.get(conversationId)?.values() ?? [])].map(({ viewers }) => viewers),
      ]),
    close: () => {
      stop()
      clearInterval(sweep)
      clearInterval(repeat)
      for (const conversationId of [...told.keys()])
        deps.bus.publish('viewers', { processId: deps.processId, conversationId, viewers: [] })
    },
  }
}
