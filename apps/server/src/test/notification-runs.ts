import type { StepType } from '@recado/contracts/notifications/domain'
import type { Deps } from '#server/context.ts'
import { notificationEvents, notificationJobs, notificationRuns } from '#server/db/schema/notifications/runs.ts'
import {
  notificationWorkflows,
  notificationWorkflowVersions,
  type StoredStep,
} from '#server/db/schema/notifications/workflows.ts'
import type { Environment, SubscriberRow } from '#server/notifications/shared/context.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'

const allChannels = { email: true, sms: true, in_app: true, chat: true, push: true }

const stepOf = (type: StepType): StoredStep => {
  const _id = createNotificationId()
  const template = { _id, type, content: `Content of ${type}` }
  return { _id, uuid: `uuid-${_id}`, _templateId: _id, active: true, shouldStopOnFail: false, filters: [], template }
}

/** An active workflow with a step of each type, and its first version. */
export const createTestWorkflow = async (
  deps: Deps,
  environment: Environment,
  fields: { name?: string; identifier?: string; steps?: StepType[] } = {},
) => {
  const id = createNotificationId()
  const steps = (fields.steps ?? ['in_app']).map(stepOf)
  const name = fields.name ?? 'Test workflow'
  const common = { name, steps, preferenceSettings: allChannels }
  await deps.database.db.insert(notificationWorkflows).values({
    ...common,
    id,
    environmentId: environment.id,
    groupId: createNotificationId(),
    identifier: fields.identifier ?? `workflow-${id}`,
    active: true,
  })
  await deps.database.db
    .insert(notificationWorkflowVersions)
    .values({ ...common, workflowId: id, version: 1, critical: false })
  return { id, name, identifier: fields.identifier ?? `workflow-${id}`, steps }
}
export type TestWorkflow = Awaited<ReturnType<typeof createTestWorkflow>>

/** A run of the workflow for the subscriber, with its event and a completed job a step. */
export const createTestRun = async (
  deps: Deps,
  subscriber: SubscriberRow,
  workflow: TestWorkflow,
  fields: {
    transactionId?: string
    payload?: Record<string, unknown>
    createdAt?: Date
    channels?: string[]
    isTest?: boolean
    job?: Partial<typeof notificationJobs.$inferInsert>
  } = {},
) => {
  const { environmentId } = subscriber
  const createdAt = fields.createdAt ?? deps.now()
  const transactionId = fields.transactionId ?? createNotificationId()
  const common = { environmentId, transactionId, workflowId: workflow.id, workflowVersion: 1, createdAt }
  const eventId = createNotificationId()
  const [event] = await deps.database.db
    .insert(notificationEvents)
    .values({
      ...common,
      id: eventId,
      kind: 'single',
      recipients: [{ subscriberId: subscriber.subscriberId }],
      payload: fields.payload ?? {},
      isTest: fields.isTest ?? false,
      state: 2,
      processedAt: createdAt,
    })
    .returning()
  const [run] = await deps.database.db
    .insert(notificationRuns)
    .values({
      ...common,
      id: createNotificationId(),
      eventId,
      subscriberId: subscriber.id,
      channels: fields.channels ?? workflow.steps.map((step) => step.template.type),
    })
    .returning()
  if (!event || !run) throw new Error('no run')
  const jobs = await deps.database.db
    .insert(notificationJobs)
    .values(
      workflow.steps.map((step, stepIndex) => ({
        id: createNotificationId(),
        environmentId,
        runId: run.id,
        stepIndex,
        stepId: step.uuid,
        type: step.template.type,
        status: 'completed' as const,
        createdAt,
        ...fields.job,
      })),
    )
    .returning()
  return { event, run, jobs }
}
