import type { EndpointInput } from '@recado/contracts'
import type { listNotificationRuns } from '@recado/contracts/admin/notification-runs'
import type { testNotificationWorkflow } from '@recado/contracts/admin/notification-workflows'
import { AppError } from '#server/http/app-error.ts'
import { encodeCursor, notificationPlace, parseCursor } from '#server/lib/cursor.ts'
import { pageFrom } from '#server/lib/page.ts'
import { missingVariables } from '#server/notifications/definitions/templates/variables.ts'
import type { WorkflowRow } from '#server/notifications/definitions/workflows/queries.ts'
import {
  findEndOfReach,
  findRun,
  listRuns as listRunRows,
  type Run,
} from '#server/notifications/engine/activity/queries/runs.ts'
import { cancelTransaction } from '#server/notifications/engine/execution/digests.ts'
import { triggerWorkflow } from '#server/notifications/engine/execution/trigger.ts'
import type { TriggerResult } from '#server/notifications/engine/execution/types.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { findTriggerOfRun, listMessagesOfJobs } from './queries/runs.ts'
import { refusedAs } from './refusals.ts'
import { runDetail, runSummary } from './run-view.ts'
import { loadPerson } from './subscribers.ts'
import { loadWorkflow } from './workflows.ts'

type Query = EndpointInput<typeof listNotificationRuns>['query']
export type WorkflowTest = EndpointInput<typeof testNotificationWorkflow>['body']

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

/** Runs that a page looks at; where it finds too few among them, the next page goes on. */
const REACH = 100_000

/** A page of runs, newest first; it may hold fewer than asked for before the last. */
export const listRuns = async (ctx: EnvironmentCtx, query: Query) => {
  const { cursor, limit, workflowId, subscriber, transactionId, tenant, channel, status, from, to } = query
  const filters = {
    ...(workflowId ? { workflowIds: [workflowId] } : {}),
    ...(subscriber ? { subscriberIds: [subscriber], emails: [subscriber] } : {}),
    ...(channel ? { channels: [channel] } : {}),
    transactionId,
    tenant,
    status,
    from: dateOf(from),
    to: dateOf(to),
    before: parseCursor(notificationPlace, cursor) ?? undefined,
  }
  const within = transactionId === undefined ? REACH : undefined
  const runs = await listRunRows(ctx, { ...filters, within }, 0, limit + 1)
  const found = pageFrom(runs, limit, runSummary, ({ createdAt, id }) => encodeCursor({ at: createdAt, id }))
  const end = found.page.has_more || !within ? null : await findEndOfReach(ctx, { ...filters, within })
  return end ? { ...found, page: { next: encodeCursor(end), has_more: true } } : found
}

/** Throws `not_found`. */
export const loadRun = async (ctx: EnvironmentCtx, id: string): Promise<Run> => {
  const run = await findRun(ctx, id)
  if (!run) throw new AppError('not_found')
  return run
}

/** A run with what was decided and delivered. Throws `not_found`. */
export const showRun = async (ctx: EnvironmentCtx, id: string) => {
  const run = await loadRun(ctx, id)
  const jobIds = run.jobs.map((job) => job.id)
  return runDetail(run, await listMessagesOfJobs(ctx, jobIds))
}

/** Cancels what waits of the whole trigger of a run. Not inside a transaction: the engine has its own. */
export const cancelRun = (ctx: EnvironmentCtx, run: Run): Promise<boolean> => cancelTransaction(ctx, run.transactionId)

export type Triggered = { status: TriggerResult['status']; transactionId: string | null }

const outcomeOf = ({ status, transactionId }: TriggerResult): Triggered => ({
  status,
  transactionId: transactionId ?? null,
})

/** Triggers what a run was triggered with again, for its subscriber alone. */
export const repeatRun = async (ctx: EnvironmentCtx, run: Run): Promise<Triggered> => {
  const trigger = await findTriggerOfRun(ctx, run.id)
  if (!trigger || !run.subscriber) throw new AppError('state_invalid')
  const { payload, overrides, actor, attachments, isTest, tenant } = trigger
  const input = {
    name: (await loadWorkflow(ctx, run.workflow.id)).identifier,
    to: run.subscriber.subscriberId,
    payload,
    overrides,
    ...(actor ? { actor: { ...actor.profile, subscriberId: actor.subscriberId } } : {}),
    ...(tenant ? { tenant } : {}),
  }
  return refusedAs('notification_payload_incomplete', async () =>
    outcomeOf(await triggerWorkflow(ctx, input, { isTest, attachments })),
  )
}

const assertComplete = (row: WorkflowRow, { payload, tenant }: WorkflowTest) => {
  const missing = [
    ...missingVariables(row.variables, payload).map(({ name }) => `payload.${name}`),
    ...(row.reservedVariables.some(({ type }) => type === 'tenant') && !tenant ? ['tenant'] : []),
  ]
  const errors = missing.map((path) => ({ path, code: 'required', message: `${path} is required` }))
  if (errors.length > 0) throw new AppError('notification_payload_incomplete', { errors })
}

/** Triggers a workflow for a subscriber who exists; they are also its actor when it asks for one. */
export const testWorkflow = async (ctx: EnvironmentCtx, row: WorkflowRow, test: WorkflowTest): Promise<Triggered> => {
  const { subscriberId } = await loadPerson(ctx, test.subscriberId)
  assertComplete(row, test)
  const { payload, tenant } = test
  const actor = row.reservedVariables.some(({ type }) => type === 'actor') ? { actor: subscriberId } : {}
  const input = { name: row.identifier, to: subscriberId, payload, tenant, ...actor }
  return refusedAs('notification_payload_incomplete', async () =>
    outcomeOf(await triggerWorkflow(ctx, input, { isTest: true })),
  )
}
