import { type LogCode, logCodes } from '@recado/contracts/notifications/domain'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { insertLogs } from './queries/logs.ts'

const MAX_TEXT = 2000
const MAX_RAW = 20_000

/** `subscriberId` is the internal id. */
export type LogEntry = {
  code: LogCode
  /** What the code means, unless said. */
  text?: string | undefined
  transactionId?: string | undefined
  workflowId?: string | undefined
  subscriberId?: string | undefined
  jobId?: string | undefined
  raw?: string | undefined
}

/** Adds errors to the execution log. */
export const writeLogs = async (ctx: EnvironmentCtx, entries: readonly LogEntry[]): Promise<void> => {
  if (entries.length === 0) return
  const createdAt = ctx.now()
  await insertLogs(
    ctx,
    entries.map(({ text, raw, ...entry }) => ({
      ...entry,
      id: createNotificationId(),
      environmentId: ctx.environment.id,
      text: (text ?? logCodes[entry.code].text).slice(0, MAX_TEXT),
      raw: raw?.slice(0, MAX_RAW),
      createdAt,
    })),
  )
}
