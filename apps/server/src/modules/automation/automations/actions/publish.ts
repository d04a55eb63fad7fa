import type { EndpointInput } from '@recado/contracts'
import type { AutomationGraph } from '@recado/contracts/automation/automation-graph'
import * as contract from '@recado/contracts/automation/automations'
import { isPublishable } from '@recado/contracts/automation/check-graph'
import type { CompanyCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { assertRoom, changeSettings, found } from '#server/modules/shared/settings-resource/index.ts'
import { assertMayActivate } from '../allowance.ts'
import { findingsOf } from '../findings.ts'
import * as queries from '../queries/automations.ts'
import { nextTime } from '../schedule.ts'
import { announce, assertCurrent, assertNotArchived, audit, load, reload } from './change.ts'

/** Kinds of events that a graph starts by, waits for, or ends by. */
const listensOf = ({ trigger, goal, nodes }: AutomationGraph): string[] => [
  ...(trigger ? [trigger.kind] : []),
  ...(goal ? [goal.kind] : []),
  ...nodes.flatMap((node) => {
    if (node.kind === 'ask_consent') return ['consent_changed']
    return node.kind === 'wait_event' ? [node.event.kind] : []
  }),
]

const assertReady = async (tx: CompanyCtx, graph: AutomationGraph, id: string): Promise<void> => {
  const findings = await findingsOf(tx, graph, id)
  if (!isPublishable(findings)) throw new AppError('automation_not_ready', { data: { findings } })
}

const startOf = (tx: CompanyCtx, graph: AutomationGraph) => ({
  ...{ state: 'active' as const, pauseReason: null, activatedAt: tx.now() },
  nextAt: nextTime(graph.trigger, tx.now(), tx.company.timezone),
})

type Publication = EndpointInput<typeof contract.publishAutomation>['body']

/**
 * Makes the draft the live version; a draft is active from then on, a paused automation stays paused. Throws `not_found`,
 * `conflict`, `state_invalid`, `limit_reached`, and `automation_not_ready` with what is in the way.
 */
export const publishAutomation = (ctx: CompanyCtx, id: string, { note, version }: Publication) =>
  changeSettings(ctx, async (tx) => {
    const row = await load(tx, id)
    assertNotArchived(row)
    await assertCurrent(tx, row, version)
    await assertReady(tx, row.draft, id)
    if (row.state === 'draft') await assertMayActivate(tx)
    const number = (await queries.lastNumber(tx, id)) + 1
    const authorId = tx.actor.kind === 'user' ? tx.actor.userId : null
    await queries.insertVersion(tx, {
      automationId: id,
      number,
      graph: row.draft,
      note,
      authorId,
      publishedAt: tx.now(),
    })
    await queries.updateAutomation(tx, id, {
      liveVersion: number,
      // Runs of earlier versions go on waiting for what those wait for.
      listens: [...new Set([...row.listens, ...listensOf(row.draft)])],
      ...(row.state === 'paused' ? {} : startOf(tx, row.draft)),
    })
    await audit(tx, 'automation.published', row, { version: number })
    announce(tx, id)
    return reload(tx, id)
  })

const activate = async (tx: CompanyCtx, row: queries.AutomationRow): Promise<void> => {
  if (row.state === 'active') return
  const live = row.liveVersion === null ? null : await queries.findVersion(tx, row.id, row.liveVersion)
  if (!live) throw new AppError('state_invalid')
  await assertReady(tx, live.graph, row.id)
  await assertMayActivate(tx)
  await queries.updateAutomation(tx, row.id, startOf(tx, live.graph))
  await audit(tx, 'automation.resumed', row)
}

type Reason = NonNullable<queries.AutomationRow['pauseReason']>

/** Pauses it in the caller's transaction; nothing happens to one that is not active. */
export const pauseIn = async (tx: CompanyCtx, row: queries.AutomationRow, reason: Reason): Promise<void> => {
  if (row.state !== 'active') return
  await queries.updateAutomation(tx, row.id, { state: 'paused', pauseReason: reason, nextAt: null })
  await audit(tx, 'automation.paused', row, { reason })
  if (reason !== 'manual') {
    const { id: automationId, name, ownerId } = row
    await emit(tx, 'automation.paused', { companyId: tx.company.id, automationId, name, ownerId, reason })
  }
  announce(tx, row.id)
}

const archive = async (tx: CompanyCtx, row: queries.AutomationRow): Promise<void> => {
  if (row.state === 'archived') return
  await queries.updateAutomation(tx, row.id, { state: 'archived', pauseReason: null, nextAt: null })
  await audit(tx, 'automation.archived', row)
}

/**
 * Starts it, pauses it, or puts it away for good, which ends its runs; an archived one becomes paused by being paused.
 * Throws `not_found`, `state_invalid`, `automation_not_ready`, `limit_reached`.
 */
export const setState = (ctx: CompanyCtx, id: string, state: 'active' | 'paused' | 'archived') =>
  changeSettings(ctx, async (tx) => {
    const row = await load(tx, id)
    if (state === 'active') await activate(tx, row)
    else if (state === 'archived') await archive(tx, row)
    else if (row.state === 'active') await pauseIn(tx, row, 'manual')
    else if (row.state === 'archived' && row.liveVersion !== null) {
      assertRoom((await queries.countAutomations(tx)).all, contract.automationLimit)
      await queries.updateAutomation(tx, id, { state: 'paused', pauseReason: 'manual' })
      await audit(tx, 'automation.paused', row, { reason: 'manual' })
    } else if (row.state !== 'paused') throw new AppError('state_invalid')
    await emit(tx, 'automation.state_changed', { companyId: tx.company.id, automationId: id, state })
    announce(tx, id)
    return reload(tx, id)
  })

/** Makes a version the draft again. Throws `not_found`, `conflict`, `state_invalid`. */
export const restoreVersion = (ctx: CompanyCtx, id: string, { number, version }: { number: number; version: number }) =>
  changeSettings(ctx, async (tx) => {
    const row = await load(tx, id)
    assertNotArchived(row)
    const { graph } = found(await queries.findVersion(tx, id, number))
    await assertCurrent(tx, row, version)
    await queries.updateAutomation(tx, id, { draft: graph })
    await audit(tx, 'automation.restored', row, { version: number })
    announce(tx, id)
    return reload(tx, id)
  })
