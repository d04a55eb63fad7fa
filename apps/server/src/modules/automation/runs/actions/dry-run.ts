import type { EndpointInput } from '@recado/contracts'
import type { AutomationTrigger, TriggerKind } from '@recado/contracts/automation/automation-events'
import {
  type AutomationGraph,
  followingNode,
  outletsOf,
  triggerNode,
} from '@recado/contracts/automation/automation-graph'
import type { DryRun, testAutomation } from '@recado/contracts/automation/automation-runs'
import { checkGraph, isPublishable } from '@recado/contracts/automation/check-graph'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { findAutomation } from '#server/modules/automation/automations/index.ts'
import { settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { loadContact } from '#server/modules/contacts/contacts/index.ts'
import { findConversation } from '#server/modules/inbox/conversations/index.ts'
import { found } from '#server/modules/shared/settings-resource/index.ts'
import { effectOf, isEffect } from '../effects/effects.ts'
import { pretendCall } from '../effects/http.ts'
import { matches } from '../events/matches.ts'
import type { RunRow } from '../queries/runs.ts'
import { listSampleRows } from '../queries/samples.ts'
import { type Judgement, judge } from '../start/judge.ts'
import { seesDetails } from '../view.ts'
import { advance, waitUntil } from '../work/advance.ts'
import { afterSpan } from '../work/moments.ts'
import { endRun, follow, isOver, nodeOf, noteStep, type Scene } from '../work/scene.ts'

type Body = EndpointInput<typeof testAutomation>['body']
type Happened = Pick<RunRow, 'contactId' | 'conversationId'> & {
  kind: TriggerKind
  fields: Record<string, unknown>
  depth: number
}

/** What an event that is made up tells, so that it is of those by which the trigger is set to start. */
const toldBy = (trigger: AutomationTrigger): Happened['fields'] => {
  switch (trigger.kind) {
    case 'segment_entered':
    case 'segment_left':
      return { segment: trigger.segmentIds[0] }
    case 'tag_added':
      return { tag: trigger.tagIds[0] }
    case 'list_added':
      return { list: trigger.listIds[0] }
    case 'label_added':
      return { label: trigger.labelIds[0] }
    default:
      return {}
  }
}

/** What it is tried with. Throws `not_found` for what is not there. */
const happenedOf = async (ctx: CompanyCtx, body: Body, trigger: AutomationTrigger): Promise<Happened> => {
  const { kind } = trigger
  const sample = body.sampleId
    ? found((await listSampleRows(ctx, kind)).find(({ id }) => id === body.sampleId) ?? null)
    : null
  const conversation = body.conversationId ? found(await findConversation(ctx, body.conversationId)) : null
  const given = body.contactId ?? sample?.contactId ?? conversation?.contactId ?? null
  const contact = given === null ? null : await loadContact(ctx, given)
  return {
    kind,
    contactId: contact?.id ?? null,
    conversationId: conversation?.id ?? sample?.conversationId ?? null,
    fields: { ...toldBy(trigger), ...sample?.fields, ...body.fields },
    depth: 0,
  }
}

const runFor = (ctx: CompanyCtx, graph: AutomationGraph, { kind, fields, ...whom }: Happened): RunRow => ({
  ...{ id: newId(), companyId: ctx.company.id, automationId: newId(), version: 0, eventId: newId(), trigger: kind },
  ...whom,
  ...{ state: 'pending', ending: null, node: followingNode(graph, triggerNode, 'next'), loops: [], event: fields },
  ...{ variables: {}, steps: 0, requests: 0, attempt: 0, wakeAt: null, held: 0, waitFor: null, waitEvent: null },
  ...{ woken: null, goalEvent: null, error: null, parentId: null, depth: 0, lease: null, leaseUntil: null },
  ...{ startedAt: ctx.now(), updatedAt: ctx.now(), endedAt: null },
})

/** Goes on after a step that would change something: what goes into it is noted, and nothing is done. */
const pretend = (scene: Scene, answers: Body['answers']): void => {
  const node = nodeOf(scene)
  if (!node || !isEffect(node)) return
  const input = effectOf(node).input(scene, node)
  const answer = node.kind === 'http_request' ? pretendCall(scene, node, answers?.[node.id] ?? null) : null
  const output = answer?.state === 'done' ? (answer.output ?? null) : null
  if (node.kind === 'ask_consent') {
    waitUntil(scene, node, afterSpan(scene.ctx.now(), node.timeout), { event: 'consent_changed', input })
    return
  }
  noteStep(scene, node, { state: 'done', outlet: 'next', input, output })
  follow(scene, 'next')
}

/** The clock of a dry run goes on with its waits. */
const lead = async (scene: Scene, { waits, answers }: Pick<Body, 'waits' | 'answers'>): Promise<void> => {
  let clock = scene.ctx.now()
  const inner: Scene = { ...scene, ctx: { ...scene.ctx, now: () => clock } }
  for (let turn = 0; turn < 1000 && !isOver(inner); turn++) {
    const acting = await advance(inner)
    if (isOver(inner)) return
    if (acting) {
      pretend(inner, answers)
      continue
    }
    const { run } = inner
    if (run.state !== 'delayed') {
      run.wakeAt = null
      continue
    }
    const node = nodeOf(inner)
    const outlets = node ? outletsOf(node) : []
    const chosen = outlets.find((outlet) => outlet === waits?.[run.node ?? '']) ?? outlets[0] ?? 'timeout'
    const comes = run.waitFor === 'event' && chosen !== 'timeout'
    run.woken = comes ? chosen : null
    if (!comes && run.wakeAt && run.wakeAt > clock) clock = run.wakeAt
    run.state = 'pending'
  }
  if (!isOver(inner)) endRun(inner, 'too_many_steps')
}

/** Waits are shown once, as they ended. */
const shown = (scene: Scene): DryRun['steps'] => {
  const bySeq = new Map<number, Scene['steps'][number]>()
  for (const step of scene.steps) {
    const before = bySeq.get(step.seq)
    bySeq.set(step.seq, before ? { ...before, ...step, input: before.input, startedAt: before.startedAt } : step)
  }
  return [...bySeq.values()].map(
    ({ node, kind, rounds, state, outlet, decision, input, output, error, startedAt }) => ({
      ...{ node, rounds, state, outlet, input, output, error, at: startedAt.toISOString() },
      kind: kind as DryRun['steps'][number]['kind'],
      decision: decision as DryRun['steps'][number]['decision'],
    }),
  )
}

const nobody: Judgement = { refusal: null, conditions: [], way: 'start' }

/**
 * What the draft would do about something that happened: the same decisions as in earnest, with every effect left out. Throws
 * `not_found`, `forbidden` for readers who may not see what it would say, and `automation_not_ready` with what is in the way.
 */
export const dryRun = async (ctx: CompanyCtx, automationId: string, body: Body): Promise<DryRun> => {
  if (!seesDetails(ctx)) throw new AppError('forbidden')
  const row = found(await findAutomation(ctx, automationId))
  const graph = body.graph ?? row.draft
  const findings = checkGraph(graph)
  if (!graph.trigger || !isPublishable(findings)) throw new AppError('automation_not_ready', { data: { findings } })
  const settings = found(await settingsOf(ctx.deps, ctx.company.id))
  const happened = await happenedOf(ctx, body, graph.trigger)
  const standing = {
    present: new Set(happened.contactId === null ? [] : [happened.contactId]),
    visits: new Map(),
    running: new Set<string>(),
    allowance: { limit: null, left: Number.POSITIVE_INFINITY, begun: 0 },
  }
  const isMatch = matches(graph.trigger, happened)
  const entered = { id: automationId, state: 'active' as const, graph }
  const [judgement = nobody] = await judge(ctx, entered, [happened], standing)
  const refusal = isMatch ? judgement.refusal : 'not_matched'
  const run = runFor(ctx, graph, happened)
  const contact = happened.contactId === null ? null : await loadContact(ctx, happened.contactId)
  const scene: Scene = { ctx, settings, graph, contact, run, steps: [] }
  await lead(scene, body)
  return {
    ...{ enters: refusal === null, refusal, conditions: judgement.conditions, steps: shown(scene) },
    ...{ ending: run.ending as DryRun['ending'], variables: run.variables },
  }
}
