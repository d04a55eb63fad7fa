import { isRunField } from '@recado/contracts/automation/automation-fields'
import { conditionsOf, type FilterCondition, type FilterGroup } from '@recado/contracts/shared/filter'
import type { SQL } from 'drizzle-orm'
import { type CompanyCtx, type Deps, inTransaction, systemCtx } from '#server/context.ts'
import type { JobDefinition } from '#server/jobs/define.ts'
import {
  findAutomation,
  findDueSchedules,
  graphOf,
  nextTime,
  saveNextAt,
} from '#server/modules/automation/automations/index.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { compileFilter } from '#server/modules/contacts/filters/index.ts'
import { type NewEvent, noteEvents } from '../events/note.ts'
import { isTheirDay, listMatching } from '../queries/schedules.ts'

type Due = { companyId: string; automationId: string; at: Date }

const AT_ONCE = 200
/** Contacts that one time of a schedule starts at most, and those that are taken at once. */
const MOST_CONTACTS = 50_000
const PORTION = 1000

/** Times that passed while nothing ran are made up for by the last of them, if it is not too long ago. */
const LATEST_MS = 6 * 3_600_000

/** Puts a job for each automation whose time has come, and notes when it comes next. */
export const startDue = async (deps: Deps, job: JobDefinition<Due>): Promise<void> => {
  const now = deps.now()
  for (const { id, companyId, nextAt } of await findDueSchedules(systemCtx(deps, 'automations'), now, AT_ONCE)) {
    const settings = await settingsOf(deps, companyId)
    if (!settings) continue
    await inTransaction(automationCtx(deps, settings), async (tx) => {
      const row = await findAutomation(tx, id)
      if (row?.state !== 'active' || row.nextAt?.getTime() !== nextAt.getTime() || row.liveVersion === null) return
      const graph = await graphOf(tx, id, row.liveVersion)
      await saveNextAt(tx, id, nextTime(graph?.trigger ?? null, now, tx.company.timezone))
      if (now.getTime() - nextAt.getTime() > LATEST_MS) return
      await tx.deps.jobs.enqueueAll(tx.db, [
        { job, input: { companyId, automationId: id, at: nextAt }, options: { companyId } },
      ])
      tx.afterCommit(() => tx.deps.jobs.wake(job.queue))
    })
  }
}

const eventsFor = (
  { automationId, at }: Due,
  kind: 'schedule' | 'date_attribute',
  contactIds: readonly (string | null)[],
): NewEvent[] =>
  contactIds.map((contactId) => ({
    ...{ kind, contactId, conversationId: null, fields: { at: at.toISOString() }, at, automationId },
    key: `at:${automationId}:${at.getTime()}:${contactId ?? ''}`,
  }))

const startForContacts = async (
  ctx: CompanyCtx,
  due: Due,
  { kind, where }: { kind: 'schedule' | 'date_attribute'; where: readonly SQL[] },
) => {
  let after: string | null = null
  for (let started = 0; started < MOST_CONTACTS; started += PORTION) {
    const ids: string[] = await listMatching(ctx, where, { after, limit: PORTION })
    await inTransaction(ctx, (tx) => noteEvents(tx, due.companyId, eventsFor(due, kind, ids)))
    if (ids.length < PORTION) return
    after = ids.at(-1) ?? null
  }
}

/** Conditions on contacts that all have to hold, whatever the run is. */
const surelyAsked = (tree: FilterGroup): FilterGroup => {
  const isOfContact = (node: FilterGroup | FilterCondition) =>
    conditionsOf({ value: 'AND', children: [node] }).every(({ field }) => !isRunField(field))
  if (tree.value === 'AND') return { ...tree, children: tree.children.filter(isOfContact) }
  return tree.children.every(isOfContact) ? tree : { value: 'AND', children: [] }
}

/** Starts a scheduled automation for whom it is meant. Safe to repeat: each time starts it once for each contact. */
export const startScheduled = async (deps: Deps, due: Due): Promise<void> => {
  const settings = await settingsOf(deps, due.companyId)
  if (!settings) return
  const ctx = automationCtx(deps, settings)
  const row = await findAutomation(ctx, due.automationId)
  const graph = row?.state === 'active' && row.liveVersion !== null ? await graphOf(ctx, row.id, row.liveVersion) : null
  const trigger = graph?.trigger
  if (!graph || (trigger?.kind !== 'schedule' && trigger?.kind !== 'date_attribute')) return
  const isForAll = trigger.kind === 'schedule' && !trigger.perContact
  if (isForAll) return inTransaction(ctx, (tx) => noteEvents(tx, due.companyId, eventsFor(due, 'schedule', [null])))
  // Conditions on contacts leave out most of them here; all are asked again of each that is left.
  const conditions = await compileFilter(ctx, surelyAsked(graph.conditions), { personalData: true })
  const day = trigger.kind === 'date_attribute' ? [isTheirDay(trigger, due.at, ctx.company.timezone)] : []
  await startForContacts(ctx, due, { kind: trigger.kind, where: [conditions, ...day] })
}
