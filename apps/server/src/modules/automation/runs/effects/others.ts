import type { NodeOf } from '@recado/contracts/automation/automation-graph'
import { emit } from '#server/events.ts'
import { idOfText } from '#server/lib/ids.ts'
import { announceAutomation, findAutomation } from '#server/modules/automation/automations/index.ts'
import { noteEvents } from '../events/note.ts'
import { findAssignee } from '../queries/conversations.ts'
import { endRunsById, findOpenRuns } from '../queries/runs.ts'
import { filledValue, fillForPeople, keyOfStep, type Scene } from '../work/scene.ts'
import { done, type Effect, refusedFor } from './effect.ts'

export const notifyEffect: Effect<'notify'> = {
  input: (scene, { title, text, memberIds, email }) => ({
    ...{ title: fillForPeople(scene, title), text: fillForPeople(scene, text), memberIds, email },
  }),
  run: async (tx, scene, node) => {
    const { run } = scene
    const assignee = node.assignee && run.conversationId !== null ? await findAssignee(tx, run.conversationId) : null
    const userIds = [...new Set([...node.memberIds, ...(assignee ? [assignee] : [])])]
    if (userIds.length === 0) return { state: 'skipped', reason: 'no_recipient' }
    await emit(tx, 'automation.notified', {
      ...{ companyId: tx.company.id, automationId: run.automationId, runId: run.id, stepKey: keyOfStep(scene) },
      ...{ conversationId: run.conversationId, contactId: run.contactId, userIds, email: node.email },
      ...{
        title: fillForPeople(scene, node.title).slice(0, 120),
        text: fillForPeople(scene, node.text).slice(0, 1000),
      },
    })
    return { state: 'done', output: { userIds } }
  },
}

const payloadOf = (scene: Scene, { fields }: NodeOf<'webhook'>) =>
  Object.fromEntries(fields.map(({ key, value }) => [key, filledValue(scene, value)]))

export const webhookEffect: Effect<'webhook'> = {
  input: (scene, node) => ({ name: node.event, payload: payloadOf(scene, node) }),
  run: async (tx, scene, node) => {
    const { id: runId, automationId, contactId } = scene.run
    await emit(tx, 'automation.event_sent', {
      ...{ companyId: tx.company.id, eventId: idOfText(keyOfStep(scene)), automationId, runId, contactId },
      ...{ name: node.event, payload: payloadOf(scene, node) },
    })
    return done
  },
}

export const startAutomationEffect: Effect<'start_automation'> = {
  input: (_scene, { automationId }) => ({ automationId }),
  run: async (tx, scene, { automationId }) => {
    const { run } = scene
    const target = automationId === null ? null : await findAutomation(tx, automationId)
    if (!target || target.state === 'archived') return refusedFor('automation_missing', 'The automation is gone')
    await noteEvents(tx, tx.company.id, [
      {
        ...{ kind: 'manual', contactId: run.contactId, conversationId: run.conversationId, at: tx.now() },
        ...{ fields: { ...run.event, ...run.variables }, key: keyOfStep(scene), automationId: target.id },
        ...{ parentId: run.id, depth: run.depth + 1 },
      },
    ])
    return done
  },
}

export const stopRunsEffect: Effect<'stop_runs'> = {
  input: (_scene, { automationIds }) => ({ automationIds }),
  run: async (tx, { run }, { automationIds }) => {
    if (run.contactId === null) return { state: 'skipped', reason: 'no_contact' }
    const others = (await findOpenRuns(tx, [run.contactId])).filter(
      (other) => other.id !== run.id && (automationIds.length === 0 || automationIds.includes(other.automationId)),
    )
    await endRunsById(
      tx,
      others.map(({ id }) => id),
      'stopped',
    )
    for (const id of new Set(others.map(({ automationId }) => automationId))) announceAutomation(tx, id)
    return { state: 'done', output: { stopped: others.length } }
  },
}
