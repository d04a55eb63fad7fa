import { useEffect, useRef } from 'react'

/** What keys, menus and the command palette ask of the open conversation. */
export const chatCommands = [
  'reply',
  'note',
  'template',
  'assign',
  'labels',
  'priority',
  'snooze',
  'macros',
  'resolve',
  'unread',
  'pane',
  'next',
] as const
export type ChatCommand = (typeof chatCommands)[number]

const handlers = new Map<ChatCommand, Set<() => void>>()

/** Runs a command in the conversation that is open; answers whether anything there knows it. */
export const runCommand = (command: ChatCommand): boolean => {
  const known = [...(handlers.get(command) ?? [])]
  known.at(-1)?.()
  return known.length > 0
}

/** Which commands something on the page knows at the moment. */
export const knownCommands = (): ChatCommand[] =>
  chatCommands.filter((command) => (handlers.get(command)?.size ?? 0) > 0)

/** Does what a command asks while mounted; nothing while `enabled` is false. */
export const useChatCommand = (command: ChatCommand, handler: () => void, enabled = true): void => {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    if (!enabled) return
    const run = () => latest.current()
    const known = handlers.get(command) ?? new Set()
    handlers.set(command, known.add(run))
    return () => void known.delete(run)
  }, [command, enabled])
}
