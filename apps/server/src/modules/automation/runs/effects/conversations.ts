import { spanMinutes } from '@recado/contracts/automation/wait-spans'
import type { CompanyCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import {
  addNote,
  assignConversation,
  type Command,
  commandOf,
  resolveConversation,
  runCommand,
} from '#server/modules/inbox/commands/index.ts'
import { findLastConversation } from '../queries/conversations.ts'
import { fillForPeople, keyOfStep, type Scene } from '../work/scene.ts'
import { done, type Effect, type Outcome } from './effect.ts'

const MINUTE = 60_000

/** A command on the run's conversation, or else on the last one with its contact. */
const command = async (tx: CompanyCtx, { run }: Scene, make: () => Command): Promise<Outcome> => {
  if (run.conversationId === null && run.contactId !== null)
    run.conversationId = await findLastConversation(tx, run.contactId)
  if (run.conversationId === null) return { state: 'skipped', reason: 'no_conversation' }
  await runCommand(tx, run.conversationId, make())
  return done
}

export const assignEffect: Effect<'assign'> = {
  input: (_scene, { to, memberId, teamId }) => ({ to, memberId, teamId }),
  run: async (tx, scene, { to, memberId, teamId }) => {
    const assignment = to === 'member' ? { assigneeId: memberId } : to === 'team' ? { teamId } : { assigneeId: null }
    const outcome = await command(tx, scene, () => assignConversation(assignment))
    const { conversationId } = scene.run
    if (outcome.state !== 'done' || conversationId === null) return outcome
    const event = to === 'team' ? 'conversation.team_changed' : 'conversation.assignee_changed'
    await emit(tx, event, { companyId: tx.company.id, conversationId })
    return outcome
  },
}

export const labelEffect: Effect<'label'> = {
  input: (_scene, { add, remove }) => ({ add, remove }),
  run: (tx, scene, { add, remove }) => command(tx, scene, () => commandOf({ type: 'labels', add, remove })),
}

export const snoozeEffect: Effect<'snooze'> = {
  input: (_scene, { span }) => ({ span }),
  run: (tx, scene, { span }) =>
    command(tx, scene, () =>
      commandOf({ type: 'snooze', until: new Date(tx.now().getTime() + spanMinutes(span) * MINUTE).toISOString() }),
    ),
}

export const resolveEffect: Effect<'resolve'> = {
  input: (_scene, { survey }) => ({ survey }),
  run: (tx, scene, { survey }) => command(tx, scene, () => resolveConversation(survey)),
}

export const noteEffect: Effect<'note'> = {
  input: (scene, { text }) => ({ text: fillForPeople(scene, text) }),
  run: (tx, scene, { text }) => {
    const body = fillForPeople(scene, text).trim().slice(0, 10_000)
    if (body === '') return Promise.resolve({ state: 'skipped', reason: 'text_empty' })
    return command(tx, scene, () => addNote({ body, clientKey: keyOfStep(scene), mentions: [] }))
  },
}
