import type { ReactNode } from 'react'

/** One part of the kit and the states that it has. Each state is shown in a window of its own. */
export type Part = {
  name: string
  group: 'Page' | 'Form' | 'List' | 'Feedback' | 'Content' | 'Chart'
  /** When to use it, and when something else. */
  use: string
  states: Record<string, () => ReactNode>
}

/** Every part that a file in `parts` exports as `part`. */
export const parts: readonly Part[] = Object.values(
  import.meta.glob<Part>('./parts/*.tsx', { eager: true, import: 'part' }),
).toSorted((a, b) => a.name.localeCompare(b.name))
