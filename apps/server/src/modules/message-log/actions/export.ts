import { exportLog, type LogEntry, type LogFilter, logFilter } from '@recado/contracts/message-log'
import { z } from 'zod'
import { assertAbility, type CompanyCtx, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { fieldErrorsOf } from '#server/http/problems.ts'
import { type Cell, writeSheet } from '#server/lib/spreadsheet.ts'
import { recordAudit } from '../../audit/index.ts'
import { seesPersonalData } from '../../contacts/index.ts'
import { defineTask, readTask, type TaskProgress } from '../../tasks/index.ts'
import { findLogPage, type LogPlace } from '../queries/log.ts'
import { entryOf } from '../view.ts'

const CHUNK = 2000

const headers = [
  'time',
  'direction',
  'contact',
  'phone',
  'channel',
  'type',
  'template',
  'text',
  'origin',
  'author',
  'status',
  'error_code',
  'error_class',
  'category',
  'cost',
  'currency',
  'message_id',
  'conversation_id',
]

const cellsOf = (entry: LogEntry, text: string | null): Cell[] => [
  entry.occurredAt,
  entry.direction,
  entry.contact.displayName,
  entry.contact.phone,
  entry.channel.name,
  entry.type,
  entry.templateName,
  text,
  entry.origin,
  entry.author?.name ?? null,
  entry.status,
  entry.error?.code ?? null,
  entry.error?.class ?? null,
  entry.category,
  entry.cost?.amount ?? null,
  entry.cost?.currency ?? null,
  entry.id,
  entry.conversationId,
]

async function* rowsOf(ctx: CompanyCtx, filter: LogFilter, { report, signal }: TaskProgress): AsyncGenerator<Cell[]> {
  const full = seesPersonalData(ctx)
  let written = 0
  for (let place: LogPlace | null = null; ; ) {
    signal.throwIfAborted()
    const rows = await findLogPage(ctx, filter, place, CHUNK)
    for (const row of rows) yield cellsOf(entryOf(row, full), row.revoked ? null : row.body)
    written += rows.length
    await report(written)
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    place = { at: last.occurred_at, id: last.id }
  }
}

const input = exportLog.body

export const logExport = defineTask({
  kind: 'messages.export',
  input: z.object({ filter: z.record(z.string(), z.string()), format: input.shape.format }),
  run: async (ctx, { filter, format }, progress) => {
    assertAbility(ctx, 'messages.export')
    if (!ctx.company) throw new AppError('not_found')
    const own = { ...ctx, company: ctx.company }
    const rows = rowsOf(own, logFilter.parse(filter), progress)
    const name = `messages-${ctx.now().toISOString().slice(0, 10)}.${format}`
    return { name, ...writeSheet(format, { name: 'Messages', headers, rows }) }
  },
})

/** Starts an export of the log with the rights of whoever asks. Throws `validation_failed` for a filter that is none. */
export const startLogExport = async (ctx: CompanyCtx & UserCtx, body: z.output<typeof exportLog.body>) => {
  const filter = logFilter.safeParse(body.filter)
  if (!filter.success) throw new AppError('validation_failed', { errors: fieldErrorsOf(filter.error) })
  const id = await logExport.start(ctx, body)
  await recordAudit(ctx, { action: 'message.export', target: { type: 'task', id }, diff: { filter: body.filter } })
  return readTask(ctx, id)
}
