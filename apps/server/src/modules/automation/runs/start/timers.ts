import { type CompanyCtx, type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { safeMessageOf } from '#server/lib/safe-error.ts'
import { type LiveAutomation, readLive } from '#server/modules/automation/automations/index.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { type NewEvent, noteEvents } from '../events/note.ts'
import {
  endTimers,
  findDueTimers,
  findLastWritten,
  findUnassigned,
  lockDueTimers,
  postponeTimers,
  type Timer,
} from '../queries/timers.ts'

const AT_ONCE = 500
const MINUTE = 60_000

const keyOf = ({ kind, automationId, subject, since }: Timer): string =>
  kind === 'conversation_unassigned'
    ? `unassigned:${automationId}:${subject}:${new Date(since).getTime()}`
    : `unanswered:${automationId}:${subject}`

/** Those of which the time has passed without what would have ended it, and whose automation still starts by it. */
const stillTrue = async (tx: CompanyCtx, due: readonly Timer[]): Promise<Timer[]> => {
  const live = new Map((await readLive(tx)).list.map((one): [string, LiveAutomation] => [one.id, one]))
  const wanted = due.filter(({ automationId, kind }) => live.get(automationId)?.graph.trigger?.kind === kind)
  const of = (kind: Timer['kind']) => wanted.filter((one) => one.kind === kind)
  const unassigned = await findUnassigned(
    tx,
    of('conversation_unassigned').map(({ subject }) => subject),
  )
  const written = await findLastWritten(
    tx,
    of('campaign_unanswered').map(({ contactId }) => contactId),
  )
  return wanted.filter(({ kind, subject, contactId, since }) =>
    kind === 'conversation_unassigned'
      ? unassigned.has(subject)
      : (written.get(contactId)?.getTime() ?? 0) < new Date(since).getTime(),
  )
}

type Due = Awaited<ReturnType<typeof findDueTimers>>

/** Has automations started by what has lasted long enough in a company. */
const startDueIn = (ctx: CompanyCtx, keys: Due): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const due = await lockDueTimers(tx, keys)
    const events = (await stillTrue(tx, due)).map((timer): NewEvent => {
      const { kind, contactId, conversationId, fields, automationId } = timer
      return { kind, contactId, conversationId, fields, key: keyOf(timer), at: tx.now(), automationId }
    })
    await noteEvents(tx, tx.company.id, events)
    await endTimers(tx, due)
  })

/**
 * Has automations started by what has lasted long enough. What cannot be done now is looked at again a minute later, and
 * holds up nobody else.
 */
export const startLasting = async (deps: Deps, isStopped: () => boolean = () => false): Promise<void> => {
  const ctx = systemCtx(deps, 'automations')
  while (!isStopped()) {
    const due = await findDueTimers(ctx, AT_ONCE)
    for (const [companyId, own] of Map.groupBy(due, (one) => one.companyId)) {
      const settings = await settingsOf(deps, companyId)
      try {
        if (settings) {
          await startDueIn(automationCtx(deps, settings), own)
          continue
        }
      } catch (error) {
        deps.log.warn({ error: safeMessageOf(error), companyId }, 'what lasted long enough could not start automations')
      }
      await postponeTimers(ctx, own, new Date(deps.now().getTime() + MINUTE))
    }
    if (due.length < AT_ONCE) return
  }
}
