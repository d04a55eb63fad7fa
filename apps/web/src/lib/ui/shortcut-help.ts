import { createOpenState } from './open-state.ts'

const help = createOpenState()

/** Shows which keys do what. */
export const openShortcutHelp = (): void => help.set(true)
export const closeShortcutHelp = (): void => help.set(false)
export const useShortcutHelp = help.useOpen
