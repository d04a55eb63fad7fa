import type { TriggerKind } from '@recado/contracts/automation/automation-events'
import type { Ctx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { liveAutomations } from '#server/modules/automation/automations/index.ts'
import { insertEvents } from '../queries/events.ts'

/** Something that happened, as automations know it. */
export type NewEvent = {
  kind: TriggerKind
  contactId: string | null
  conversationId: string | null
  fields: Record<string, unknown>
  /** What is noted twice by one key happened once. */
  key: string | null
  at: Date
  /** Meant for this automation alone. */
  automationId?: string
  parentId?: string | null
  depth?: number
}

/** Whether anything of a company starts by events of a kind, or waits for them. Known without a query as a rule. */
export const listensTo = async (tx: Ctx, companyId: string, kinds: readonly TriggerKind[]): Promise<boolean> => {
  const { listens } = await liveAutomations(tx.deps, companyId, tx)
  return listens.size > 0 && kinds.some((kind) => listens.has(kind))
}

const LONGEST = 4000

/** Texts of strangers are kept up to a length, and the whole within bounds. */
const bounded = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, LONGEST) : value]),
  )

/** Has automations work off what happened, in the transaction of the fact. */
export const noteEvents = async (tx: Ctx, companyId: string, events: readonly NewEvent[]): Promise<void> => {
  if (events.length === 0) return
  await insertEvents(
    tx,
    companyId,
    events.map((event) => ({ ...event, id: newId(), fields: bounded(event.fields) })),
  )
  wakeAutomations(tx)
}

/** Has the engine look at once, after the commit. */
export const wakeAutomations = (tx: Pick<Ctx, 'afterCommit' | 'deps'>): void =>
  tx.afterCommit(() => tx.deps.bus.publish('automations.wake', {}))
