import type { SourceDefinition } from '@recado/contracts/integrations/webhook-definition'
import type { ShownDefinition } from '@recado/contracts/integrations/webhook-templates'
import { createContext, useContext } from 'react'

/** What is being written, and what of it was refused, by its place. */
export type Draft = {
  definition: ShownDefinition
  change: (part: Partial<SourceDefinition>) => void
  errorAt: (path: string) => string | null
}

export const DraftContext = createContext<Draft | null>(null)

/** The system that the page is about, as it stands in its fields. */
export const useDraft = (): Draft => {
  const draft = useContext(DraftContext)
  if (!draft) throw new Error('a part of a system outside of its page')
  return draft
}
