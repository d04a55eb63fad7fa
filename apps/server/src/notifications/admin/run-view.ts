import type { EndpointResult } from '@recado/contracts'
import type { getNotificationRun, listNotificationRuns } from '@recado/contracts/admin/notification-runs'
import { detailMoments } from '@recado/contracts/notifications/details'
import { translationsOf } from '#server/notifications/audience/preferences/translate.ts'
import type { Run, RunJob } from '#server/notifications/engine/activity/queries/runs.ts'
import type { JobMessage } from './queries/runs.ts'
import { personView } from './subscribers.ts'

type Summary = EndpointResult<typeof listNotificationRuns>['data'][number]
type Detail = EndpointResult<typeof getNotificationRun>

const jobView = (run: Run, { id, type, stepId, status, runAt, providerId }: RunJob) => {
  const step = run.steps.find(({ uuid }) => uuid === stepId)
  return {
    id,
    type,
    name: step?.name ?? step?.template.name ?? null,
    status,
    runAt: runAt?.toISOString() ?? null,
    providerId,
  }
}

export const runSummary = (run: Run): Summary => ({
  id: run.id,
  transactionId: run.transactionId,
  workflow: {
    id: run.workflow.id,
    name: run.workflow.name,
    identifier: run.workflow.identifier,
    translations: translationsOf(run.workflow),
  },
  subscriber: run.subscriber && personView(run.subscriber),
  tenant: run.tenant,
  jobs: run.jobs.map((job) => jobView(run, job)),
  isTest: run.isTest,
  createdAt: run.createdAt.toISOString(),
})

const detailsOf = (job: RunJob) =>
  job.details.map(({ moment, at, raw, providerId, webhookStatus, isRetry }) => ({
    moment,
    status: detailMoments[moment].status,
    providerId: providerId ?? null,
    raw: raw ?? null,
    webhookStatus: webhookStatus ?? null,
    isRetry: isRetry ?? false,
    at,
  }))

const messageView = (row: JobMessage) => ({
  id: row.id,
  channel: row.channel,
  address: row.address,
  subject: row.subject ?? row.title,
  content: row.content,
  status: row.status,
  error: row.errorText,
  seenAt: row.seenAt?.toISOString() ?? null,
  readAt: row.readAt?.toISOString() ?? null,
})

export const runDetail = (run: Run, messages: readonly JobMessage[]): Detail => ({
  ...runSummary(run),
  payload: run.payload,
  overrides: run.overrides ?? {},
  actor: run.actor && personView(run.actor),
  workflowVersion: run.workflow.version,
  jobs: run.jobs.map((job) => ({
    ...jobView(run, job),
    digest: job.digest,
    mergedInto: job.mergedInto,
    details: detailsOf(job),
    messages: messages.filter(({ jobId }) => jobId === job.id).map(messageView),
  })),
})
