import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { isOpen } from '#server/lib/business-hours.ts'
import type { CompanySettings, TeamSettings } from '#server/modules/companies/settings-cache/index.ts'
import { assignConversation, runCommand } from '#server/modules/inbox/commands/index.ts'
import * as queries from '../queries/assignment.ts'

const AT_ONCE = 500
const MINUTE = 60_000

type Choice = {
  people: readonly queries.AvailablePerson[]
  /** When each was last given something by the team. */
  turns: ReadonlyMap<string, number>
  lastAssignee: string | null
  passedBy: readonly string[]
}

/**
 * Who of a team gets a conversation: whoever had the customer last if the team wants that, else the next in turn or the
 * one with the least to do. Only people with room; those who let it pass come last, and the last of them not at once.
 */
export const choosePerson = ({ autoAssign, memberIds }: TeamSettings, choice: Choice): string | null => {
  const { turns, lastAssignee, passedBy } = choice
  const roomy = choice.people.filter(
    ({ userId, capacity, load }) => memberIds.includes(userId) && load < (capacity ?? autoAssign.capacity),
  )
  const fresh = roomy.filter(({ userId }) => !passedBy.includes(userId))
  const free = fresh.length > 0 ? fresh : roomy.filter(({ userId }) => userId !== passedBy.at(-1))
  if (autoAssign.sticky && fresh.some(({ userId }) => userId === lastAssignee)) return lastAssignee
  const turnOf = ({ userId }: queries.AvailablePerson) => turns.get(userId) ?? 0
  const byTurn = (a: queries.AvailablePerson, b: queries.AvailablePerson) =>
    turnOf(a) - turnOf(b) || (a.userId < b.userId ? -1 : 1)
  const order =
    autoAssign.mode === 'least_loaded'
      ? (a: queries.AvailablePerson, b: queries.AvailablePerson) => a.load - b.load || byTurn(a, b)
      : byTurn
  return [...free].sort(order)[0]?.userId ?? null
}

const give = (
  ctx: CompanyCtx,
  team: TeamSettings,
  queued: queries.QueuedConversation,
): Promise<'given' | 'gone' | 'full'> =>
  inTransaction(ctx, async (tx) => {
    await queries.lockAssignment(tx)
    const people = await queries.findAvailable(tx, team.memberIds)
    if (people.length === 0) return 'full'
    if (!(await queries.lockQueued(tx, queued))) return 'gone'
    const { sticky, reassignMinutes } = team.autoAssign
    const passedBy = await queries.findPassedBy(tx, queued.id)
    const userId = choosePerson(team, {
      people,
      passedBy,
      turns: await queries.findTurns(tx, team.id),
      lastAssignee: sticky ? await queries.findLastAssignee(tx, queued) : null,
    })
    if (userId === null) return 'full'
    await runCommand(tx, queued.id, assignConversation({ assigneeId: userId }))
    const passOnAt = reassignMinutes === null ? null : new Date(tx.now().getTime() + reassignMinutes * MINUTE)
    await queries.saveAssignment(tx, { conversationId: queued.id, teamId: team.id, userId, passOnAt, passedBy })
    return 'given'
  })

/** Teams that give out conversations now. */
const givingTeams = (ctx: CompanyCtx, settings: CompanySettings): TeamSettings[] =>
  [...settings.teams.values()].filter(
    ({ autoAssign, memberIds, businessHoursId }) =>
      autoAssign.mode !== 'off' && memberIds.length > 0 && isOpen(settings.hours(businessHoursId), ctx.now()),
  )

/**
 * Gives what waits in the queues of a company to people who are there and have room, those that have waited longest
 * first; the rest goes on waiting. Each one is its own transaction.
 */
export const fillQueues = async (ctx: CompanyCtx, settings: CompanySettings): Promise<void> => {
  const teams = new Map(givingTeams(ctx, settings).map((team) => [team.id, team]))
  if (teams.size === 0) return
  for (const queued of await queries.findQueue(ctx, [...teams.keys()], AT_ONCE)) {
    const team = teams.get(queued.teamId)
    // A conversation that everybody there has let pass says nothing about the next one.
    if (team && (await give(ctx, team, queued)) === 'full' && !(await hasRoom(ctx, team))) teams.delete(team.id)
  }
}

const hasRoom = async (ctx: CompanyCtx, { memberIds, autoAssign }: TeamSettings): Promise<boolean> =>
  (await queries.findAvailable(ctx, memberIds)).some(({ capacity, load }) => load < (capacity ?? autoAssign.capacity))
