import type { apiOutcomes } from '@recado/contracts/integrations/api-usage'

type Outcome = (typeof apiOutcomes)[number]

// Addresses are read before anything else: the contract gives its words as types here, without its schemas.
const outcomes = { done: true, refused: true, limited: true, failed: true } satisfies Record<Outcome, true>
export const outcomeNames = Object.keys(outcomes) as Outcome[]

/** What the address of the page of usage says. */
export type UsageSearch = { key?: string; outcome?: Outcome; search?: string }

const isOutcome = (value: unknown): value is Outcome => typeof value === 'string' && Object.hasOwn(outcomes, value)

export const validateUsageSearch = ({ key, outcome, search }: Record<string, unknown>): UsageSearch => ({
  ...(typeof key === 'string' && { key }),
  ...(isOutcome(outcome) && { outcome }),
  ...(typeof search === 'string' && search !== '' && { search }),
})
