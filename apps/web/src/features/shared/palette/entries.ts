import type { ComponentType } from 'react'

/** One line of the palette. */
export type PaletteEntry = {
  id: string
  group: 'actions' | 'conversations' | 'pages' | 'settings'
  text: string
  /** A second, smaller text. */
  hint?: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  run: () => void
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The entries whose text has a word that begins with each word searched for; accents and case do not matter. */
export const matchingEntries = (entries: readonly PaletteEntry[], search: string): PaletteEntry[] => {
  const wanted = folded(search).split(/\s+/).filter(Boolean)
  return entries.filter(({ text, hint = '' }) => {
    const words = folded(`${text} ${hint}`).split(/[^\p{L}\p{N}+]+/u)
    return wanted.every((part) => words.some((word) => word.startsWith(part)))
  })
}
