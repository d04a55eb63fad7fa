import { type CompanyCtx, type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { isOpen } from '#server/lib/business-hours.ts'
import { automationCtx, type CompanySettings, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { assignConversation, runCommand } from '#server/modules/inbox/commands/index.ts'
import * as queries from '../queries/assignment.ts'
import { fillQueues } from './assign-queued.ts'

const AT_ONCE = 200

const passOn = (ctx: CompanyCtx, settings: CompanySettings, due: queries.DueAssignment): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const team = settings.teams.get(due.teamId)
    if (team && !isOpen(settings.hours(team.businessHoursId), tx.now())) return
    await queries.lockAssignment(tx)
    if (!team || !(await queries.isUnanswered(tx, due))) return queries.forgetAssignment(tx, due.conversationId)
    await queries.notePassed(tx, due)
    await runCommand(tx, due.conversationId, assignConversation({ assigneeId: null }))
  })

/** Takes back what people were given and did not answer in time, and looks at every queue once more. */
export const sweepQueues = async (deps: Deps): Promise<void> => {
  const ctx = systemCtx(deps, 'routing')
  for (let after: queries.DueAssignment | null = null; ; ) {
    const page: queries.DueAssignment[] = await queries.findDueAssignments(ctx, deps.now(), AT_ONCE, after)
    for (const due of page) {
      const settings = await settingsOf(deps, due.companyId)
      if (settings) await passOn(automationCtx(deps, settings), settings, due)
    }
    after = page.at(-1) ?? null
    if (page.length < AT_ONCE) break
  }
  for (const companyId of await queries.findAssigningCompanies(ctx)) await fillCompany(deps, companyId)
}

/** Gives out what waits in the queues of a company. */
export const fillCompany = async (deps: Deps, companyId: string): Promise<void> => {
  const settings = await settingsOf(deps, companyId)
  if (settings) await fillQueues(automationCtx(deps, settings), settings)
}
