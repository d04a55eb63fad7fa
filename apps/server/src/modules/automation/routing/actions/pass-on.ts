import { type CompanyCtx, type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { isOpen } from '#server/lib/business-hours.ts'
import { automationCtx, type Desk, deskOf } from '#server/modules/companies/settings-cache/index.ts'
import { assignConversation, runCommand } from '#server/modules/inbox/conversations/index.ts'
import * as queries from '../queries/assignment.ts'
import { fillQueues } from './fill.ts'

const AT_ONCE = 200

const passOn = (ctx: CompanyCtx, desk: Desk, due: queries.DueAssignment): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const team = desk.teams.get(due.teamId)
    if (team && !isOpen(desk.hours(team.businessHoursId), tx.now())) return
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
      const desk = await deskOf(deps, due.companyId)
      if (desk) await passOn(automationCtx(deps, desk), desk, due)
    }
    after = page.at(-1) ?? null
    if (page.length < AT_ONCE) break
  }
  for (const companyId of await queries.findAssigningCompanies(ctx)) await fillCompany(deps, companyId)
}

/** Gives out what waits in the queues of a company. */
export const fillCompany = async (deps: Deps, companyId: string): Promise<void> => {
  const desk = await deskOf(deps, companyId)
  if (desk) await fillQueues(automationCtx(deps, desk), desk)
}
