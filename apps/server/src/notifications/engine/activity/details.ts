import { type DetailMoment, detailMoments } from '@recado/contracts/notifications/details'
import type { JobDetail } from '#server/db/schema/notifications/runs.ts'

const MAX_RAW = 8192

/** Writes down that something was decided about a job. A long `raw` is cut. */
export const detail = (moment: DetailMoment, at: Date, more: Omit<JobDetail, 'moment' | 'at'> = {}): JobDetail => ({
  moment,
  at: at.toISOString(),
  ...more,
  ...(more.raw !== undefined && more.raw.length > MAX_RAW ? { raw: `${more.raw.slice(0, MAX_RAW)}…` } : {}),
})

/** How often that was decided about a job before. */
export const timesOf = ({ details }: { details: readonly JobDetail[] }, moment: DetailMoment): number =>
  details.filter((entry) => entry.moment === moment).length

/** The id of a detail on the wire: its job's, with its place in the list. */
const detailId = (jobId: string, index: number) => jobId.slice(0, 20) + index.toString(16).padStart(4, '0')

/** A detail as the wire shows it, without the ids of what it belongs to. */
export const detailView = (jobId: string, entry: JobDetail, index: number) => {
  const { status, source, text } = detailMoments[entry.moment]
  return {
    _id: detailId(jobId, index),
    _jobId: jobId,
    status,
    source,
    detail: text,
    moment: entry.moment,
    providerId: entry.providerId,
    _messageId: entry.messageId,
    raw: entry.raw ?? null,
    webhookStatus: entry.webhookStatus,
    isRetry: entry.isRetry ?? false,
    createdAt: entry.at,
  }
}
