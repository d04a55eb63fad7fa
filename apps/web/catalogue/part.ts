import type { ReactNode } from 'react'

/** One component of the kit and its states. Each state is shown in a frame. */
export type Part = {
  name: string
  group: 'Page' | 'Form' | 'List' | 'Feedback' | 'Content' | 'Chart'
  /** When to use it, and when to use something else. */
  use: string
  states: Record<string, () => ReactNode>
}

/** Every part that a file in `parts` exports as `part`. */
export const parts: readonly Part[] = Object.values(
  import.meta.glob<Part>('./parts/*.tsx', { eager: true, import: 'part' }),
).toSorted((a, b) => a.name.localeCompare(b.name))
