import { type ComponentType, createContext } from 'react'

/** The button that picks an emoji, which the page brings; null where there is none. */
export const EmojiTool = createContext<ComponentType<{ onPick: (emoji: string) => void }> | null>(null)
