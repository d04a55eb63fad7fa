import type { Environment } from '#server/notifications/shared/context.ts'
import { detailView } from './details.ts'
import type { Run, RunJob } from './queries/runs.ts'

const detailsOf = (run: Run, job: RunJob) =>
  job.details.map((entry, index) => ({ ...detailView(job.id, entry, index), isTest: run.isTest }))

const jobView = (run: Run, job: RunJob) => {
  const step = run.steps.find(({ uuid }) => uuid === job.stepId)
  return {
    _id: job.id,
    id: job.id,
    type: job.type,
    status: job.status,
    digest: job.digest ?? undefined,
    payload: run.payload ?? {},
    ...(run.payload === null ? { payloadOmitted: true } : {}),
    providerId: job.providerId ?? undefined,
    _mergedDigestId: job.mergedInto ?? undefined,
    step: step && { ...step, id: step._id },
    executionDetails: detailsOf(run, job),
    createdAt: job.createdAt,
    updatedAt: job.updatedAt,
  }
}

const personView = ({ id, ...person }: NonNullable<Run['subscriber']>) => ({
  _id: id,
  id,
  ...Object.fromEntries(Object.entries(person).filter(([, value]) => value !== null)),
})

/** A run as the wire's notification. */
export const runView = (environment: Environment, run: Run) => ({
  _id: run.id,
  id: run.id,
  _environmentId: environment.id,
  _organizationId: environment.organizationId,
  _templateId: run.workflow.id,
  _subscriberId: run.subscriberKey,
  transactionId: run.transactionId,
  createdAt: run.createdAt,
  channels: run.channels,
  subscriber: run.subscriber ? personView(run.subscriber) : undefined,
  template: {
    _id: run.workflow.id,
    name: run.workflow.name,
    triggers: [{ type: 'event', identifier: run.workflow.identifier }],
  },
  jobs: run.jobs.map((job) => jobView(run, job)),
})

/** Everything that was decided about a run, in order. */
export const executionDetails = (environment: Environment, run: Run) =>
  run.jobs.flatMap((job) =>
    detailsOf(run, job).map((entry) => ({
      ...entry,
      _notificationId: run.id,
      _notificationTemplateId: run.workflow.id,
      _subscriberId: run.subscriberKey,
      _environmentId: environment.id,
      _organizationId: environment.organizationId,
      transactionId: run.transactionId,
      channel: job.type,
    })),
  )
