import type { EndpointInput } from '@recado/contracts'
import type { listNotificationLogs } from '@recado/contracts/admin/notification-logs'
import { type LogCode, logCodes } from '@recado/contracts/notifications/domain'
import { pageFrom } from '#server/lib/page.ts'
import { type LogLine, listLogs as listLogLines } from '#server/notifications/engine/activity/queries/logs.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'

type Query = EndpointInput<typeof listNotificationLogs>['query']

const isCode = (code: number): code is LogCode => code in logCodes

/** What a step writes several lines about has one id, so that a line is known by its place in the log. */
const lineView = ({ cursor, code, level, text, transactionId, workflowName, subscriberId, raw, at }: LogLine) => ({
  id: cursor,
  code,
  level,
  text,
  transactionId,
  workflow: workflowName,
  subscriberId,
  raw,
  at: at.toISOString(),
})

/** A page of the execution log, newest first. */
export const listLogs = async (ctx: EnvironmentCtx, { cursor, limit, code, ...filters }: Query) => {
  const codes = code === undefined ? undefined : [code].filter(isCode)
  const lines = await listLogLines(ctx, { ...filters, codes, before: cursor, limit: limit + 1 })
  return pageFrom(lines, limit, lineView, (line) => line.cursor)
}
