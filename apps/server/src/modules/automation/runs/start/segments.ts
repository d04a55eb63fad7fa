import type { AutomationTrigger, ContactEventMatch } from '@recado/contracts/automation/automation-events'
import type { AutomationGraph } from '@recado/contracts/automation/automation-graph'
import { type CompanyCtx, type Deps, forBulk, inTransaction } from '#server/context.ts'
import { safeMessageOf } from '#server/lib/safe-error.ts'
import { readLive } from '#server/modules/automation/automations/index.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { compileFilter, withinTime } from '#server/modules/contacts/filters/index.ts'
import { type NewEvent, noteEvents } from '../events/note.ts'
import * as queries from '../queries/segments.ts'

// Who is in a segment is computed, so that nothing tells of those who come and go: it is looked at again and again, for
// segments that automations concern, and compared with who was there the last time.

/** How long a segment rests, and how many times as long as looking at it took. */
const REST_MS = 2 * 60_000
const REST_TIMES = 20
const TIMEOUT_MS = 120_000
const PORTION = 1000

const segmentsIn = (event: AutomationTrigger | ContactEventMatch | null): readonly string[] =>
  event?.kind === 'segment_entered' || event?.kind === 'segment_left' ? event.segmentIds : []

const awaitedIn = ({ goal, nodes }: AutomationGraph): readonly string[] => [
  ...segmentsIn(goal),
  ...nodes.flatMap((node) => (node.kind === 'wait_event' ? segmentsIn(node.event) : [])),
]

/** Segments that automations start by, and those that runs wait for or end by, paused ones included. */
const findConcerned = async (ctx: CompanyCtx): Promise<string[]> => {
  const { list } = await readLive(ctx)
  const starting = list.flatMap(({ state, graph }) => (state === 'active' ? segmentsIn(graph.trigger) : []))
  const graphs = [...list.map(({ graph }) => graph), ...(await queries.listEarlierGraphs(ctx))]
  return [...new Set([...starting, ...graphs.flatMap(awaitedIn)])]
}

const eventOf = (
  { id, name }: queries.WatchedSegment,
  { contactId, kind, since }: queries.SegmentChange,
  at: Date,
): NewEvent => ({
  ...{ kind, contactId, conversationId: null, fields: { segment: id, segment_name: name }, at },
  key: `${kind}:${id}:${contactId}:${new Date(since).getTime()}`,
})

/** Notes events for the changes found, a portion per transaction, until none is left. */
const tellChanges = async (ctx: CompanyCtx, id: string): Promise<void> => {
  const tellSome = async (tx: CompanyCtx): Promise<number> => {
    const segment = await queries.lockSegment(tx, id)
    if (!segment) return 0
    const changes = await queries.takeUntold(tx, id, PORTION)
    const events = changes.map((change) => eventOf(segment, change, tx.now()))
    await noteEvents(tx, tx.company.id, events)
    return changes.length
  }
  while ((await inTransaction(ctx, tellSome)) === PORTION);
}

/** Compares who is in a segment with who was. Under new conditions everyone is kept anew, and nobody enters or leaves. */
const compare = (ctx: CompanyCtx, id: string): Promise<void> =>
  withinTime(
    ctx,
    async (tx) => {
      const segment = await queries.lockSegment(tx, id)
      if (!segment) return
      const where = await compileFilter(tx, segment.filter, { personalData: true })
      if (segment.known === segment.current) await queries.updateContacts(tx, segment, where)
      else await queries.beginContacts(tx, segment, where)
    },
    { milliseconds: TIMEOUT_MS },
  )

const lookAt = async (ctx: CompanyCtx, id: string): Promise<void> => {
  const begun = performance.now()
  try {
    await tellChanges(ctx, id)
    await compare(ctx, id)
    await tellChanges(ctx, id)
  } catch (error) {
    // Conditions that name what is gone, or take too long: others are looked at all the same.
    ctx.log.warn({ error: safeMessageOf(error), segmentId: id }, 'a segment could not be looked at for automations')
  }
  const rest = Math.max(REST_MS, (performance.now() - begun) * REST_TIMES)
  await queries.setCheckAt(ctx, id, new Date(ctx.now().getTime() + rest))
}

/**
 * Has automations of a company start by those who entered or left segments since the last time. Safe to repeat, and to end
 * anywhere: who is in a segment and whose coming is still to be told are written together, as are the latter and what is
 * told.
 */
export const lookAtSegments = async (given: Deps, companyId: string, signal?: AbortSignal): Promise<void> => {
  const deps = forBulk(given)
  const settings = await settingsOf(deps, companyId)
  if (!settings) return
  const ctx = automationCtx(deps, settings)
  const concerned = await findConcerned(ctx)
  await inTransaction(ctx, (tx) => queries.setSegments(tx, concerned))
  for (const id of await queries.listDueSegments(ctx)) {
    if (signal?.aborted) return
    await lookAt(ctx, id)
  }
}
