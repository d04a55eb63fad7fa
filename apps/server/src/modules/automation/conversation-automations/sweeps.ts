import { type Deps, systemCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { resolveConversation, runCommand } from '#server/modules/inbox/commands/index.ts'
import { findClosingWindows, findSilent } from './queries.ts'

const MINUTE = 60_000
const AT_ONCE = 500
/** Looked at every five minutes; those on the edge are seen twice, and people are notified of them once. */
const BAND = { from: 54 * MINUTE, to: 60 * MINUTE }

/** Says of which conversations the customer waits while within an hour only templates can be sent. */
export const findWindowsThatClose = async (deps: Deps): Promise<void> => {
  const ctx = systemCtx(deps, 'conversation_automations')
  const at = (ahead: number) => new Date(deps.now().getTime() + ahead)
  const closing = await findClosingWindows(ctx, at(BAND.from), at(BAND.to))
  for (const [companyId, rows] of Map.groupBy(closing, (row) => row.companyId)) {
    if (!(await settingsOf(deps, companyId))) continue
    const payloads = rows.map(({ id: conversationId, assigneeId, teamId, windowExpiresAt }) => ({
      ...{ companyId, conversationId, assigneeId, teamId, closesAt: windowExpiresAt.getTime() },
    }))
    // A job of a minute has to get through what one call says.
    for (let from = 0; from < payloads.length; from += AT_ONCE)
      await emit(ctx, 'conversation.window_closing', ...payloads.slice(from, from + AT_ONCE))
  }
}

const ROUNDS = 20

/** Resolves conversations that were silent for as long as their company set. No survey is sent. */
export const resolveSilent = async (deps: Deps): Promise<void> => {
  for (let round = 0; round < ROUNDS; round++) {
    const silent = await findSilent(systemCtx(deps, 'conversation_automations'), deps.now(), AT_ONCE)
    for (const { companyId, id } of silent) {
      const settings = await settingsOf(deps, companyId)
      if (settings) await runCommand(automationCtx(deps, settings), id, resolveConversation(false))
    }
    if (silent.length < AT_ONCE) return
  }
}
