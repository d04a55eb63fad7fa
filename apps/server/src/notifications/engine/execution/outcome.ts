import type { LogCode } from '@recado/contracts/notifications/domain'
import type { JobDetail } from '#server/db/schema/notifications/runs.ts'
import type { JobRow } from './queries/jobs.ts'
import type { NewMessage } from './queries/writes.ts'
import type { Attempt } from './steps/deliver.ts'

export type StepLog = { code: LogCode; text?: string; raw?: string }

/** What became of a step. */
export type Outcome =
  /** It is over; the next step may begin, unless it failed and stops the rest. */
  | {
      kind: 'done'
      status: 'completed' | 'canceled' | 'skipped' | 'failed'
      details: JobDetail[]
      messages?: NewMessage[]
      logs?: StepLog[]
      providerId?: string
      output?: Record<string, unknown>
      digest?: JobRow['digest']
    }
  /** It goes on at another time. */
  | {
      kind: 'wait'
      status: 'delayed' | 'queued'
      runAt: Date
      details: JobDetail[]
      logs?: StepLog[]
      digest?: JobRow['digest']
      digestScope?: string
      /** The inbox steps that come next do not wait for it. */
      letsInboxPass?: true
    }
  /** It joins a window of its scope, opens one, or passes through: only the database can tell. */
  | {
      kind: 'digest'
      scope: string
      windowEnd: Date
      backoffSince: Date | null
      details: JobDetail[]
      digest: NonNullable<JobRow['digest']>
    }
  /** Providers are to be called, after what is known has been written down. */
  | {
      kind: 'deliver'
      attempts: Attempt[]
      details: JobDetail[]
      allFailed: JobDetail['moment'] | null
      failedTarget: JobDetail['moment']
      logCode: LogCode
    }

export const done = (
  status: Extract<Outcome, { kind: 'done' }>['status'],
  details: JobDetail[],
  more: Partial<Extract<Outcome, { kind: 'done' }>> = {},
): Outcome => ({ ...more, kind: 'done', status, details })
