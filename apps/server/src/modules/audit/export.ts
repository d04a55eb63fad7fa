import { type AuditRow, auditFilter } from '@recado/contracts/audit'
import { type ExportFormat, exportFormats } from '@recado/contracts/tasks'
import { z } from 'zod'
import { assertAbility, type Ctx, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { fieldErrorsOf } from '#server/http/problems.ts'
import { type Cell, writeSheet } from '#server/lib/spreadsheet.ts'
import { defineTask, readTask, type TaskProgress } from '../tasks/index.ts'
import { recordAudit } from './actions.ts'
import { listPlatformAudit } from './read.ts'

const CHUNK = 1000

const headers = [
  'time',
  'company',
  'actor',
  'on_behalf_of',
  'action',
  'target_type',
  'target_id',
  'target',
  'source',
  'ip',
  'user_agent',
  'request_id',
  'changes',
]

const cellsOf = (row: AuditRow): Cell[] => [
  row.at,
  row.company?.name ?? null,
  row.actor.name,
  row.onBehalfOf?.name ?? null,
  row.action,
  row.target?.type ?? null,
  row.target?.id ?? null,
  row.target?.label ?? null,
  row.source,
  row.ip,
  row.userAgent,
  row.requestId,
  row.diff && JSON.stringify(row.diff),
]

type Input = { filter: Record<string, string>; format: ExportFormat; companyId: string | null }

async function* rowsOf(ctx: Ctx, { filter, companyId }: Input, progress: TaskProgress): AsyncGenerator<Cell[]> {
  const filters = { ...auditFilter.parse(filter), ...(companyId ? { company: companyId } : {}) }
  let written = 0
  for (let cursor: string | undefined; ; ) {
    const { data, page }: Awaited<ReturnType<typeof listPlatformAudit>> = await listPlatformAudit(ctx, {
      ...filters,
      cursor,
      limit: CHUNK,
    })
    for (const row of data) yield cellsOf(row)
    written += data.length
    await progress.report(written)
    if (!page.next) return
    cursor = page.next
  }
}

export const auditExport = defineTask<Input>({
  kind: 'audit.export',
  input: z.object({
    filter: z.record(z.string(), z.string()),
    format: z.enum(exportFormats),
    companyId: z.uuid().nullable(),
  }),
  run: async (ctx, input, progress) => {
    if (ctx.company?.id === input.companyId) assertAbility(ctx, 'audit.view')
    else assertAbility(ctx, 'admin.platform')
    const name = `audit-${ctx.now().toISOString().slice(0, 10)}.${input.format}`
    return { name, ...writeSheet(input.format, { name: 'Audit', headers, rows: rowsOf(ctx, input, progress) }) }
  },
})

/** Starts an export of the log; null stands for the whole platform. Throws `validation_failed` for a filter that is none. */
export const startAuditExport = async (ctx: UserCtx, input: Input) => {
  const filter = auditFilter.safeParse(input.filter)
  if (!filter.success) throw new AppError('validation_failed', { errors: fieldErrorsOf(filter.error) })
  const id = await auditExport.start(ctx, input)
  const { companyId } = input
  await recordAudit(ctx, {
    action: 'audit.export',
    companyId,
    target: { type: 'task', id },
    diff: { filter: input.filter },
  })
  return readTask(ctx, id)
}
