import type { BulkSelection } from '@recado/contracts/shared/lists'
import { type PortableTemplate, portableTemplate } from '@recado/contracts/whatsapp/portable-templates'
import { templateProblems } from '@recado/contracts/whatsapp/template-check'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { isUuid } from '#server/lib/ids.ts'
import { loadAccount } from '../accounts.ts'
import * as queries from '../queries/templates.ts'
import { withFiles } from '../samples.ts'
import { type Chosen, resolveSelection } from './change.ts'
import { createDraft } from './draft.ts'
import { liveContent } from './history.ts'

const portable = (row: queries.TemplateRow): PortableTemplate[] => {
  const content = row.draft ?? liveContent(row)
  return content ? [{ name: row.name, language: row.language, ...withFiles(content, {}) }] : []
}

export const portableOf = (chosen: readonly Chosen[]) => ({
  templates: chosen.flatMap(({ rows }) => rows.flatMap(portable)),
})

/** Templates as they travel: the draft where there is one; samples stay behind. Throws `not_found` for an account. */
export const exportTemplates = async (
  ctx: CompanyCtx,
  { accountId, ids }: { accountId?: string | undefined; ids?: string | undefined },
) => {
  const named = (ids ?? '').split(',').filter((id) => isUuid(id))
  if (named.length > 0)
    return { templates: (await queries.listTemplatesById(ctx, ctx.company.id, named)).flatMap(portable) }
  if (!accountId) return { templates: [] }
  await loadAccount(ctx, ctx.company.id, accountId)
  return { templates: (await queries.listAccountTemplates(ctx, ctx.company.id, accountId)).flatMap(portable) }
}

/** Every language of the chosen names. Throws `conflict`, `validation_failed`. */
export const exportSelected = async (ctx: CompanyCtx, selection: BulkSelection) => {
  const companyIds = [ctx.company.id]
  const { chosen } = await resolveSelection(ctx, { companyIds }, companyIds, selection)
  return portableOf(chosen)
}

type RowError = { row: number; path: string; code: string }

/** Samples cannot travel, so a draft without them is fine; anything else that Meta would refuse is an error. */
const problemsOf = (template: PortableTemplate, row: number): RowError[] =>
  templateProblems(template)
    .filter(({ code }) => code !== 'sample_missing')
    .map(({ path, code }) => ({ row, path, code }))

const importOne = async (ctx: CompanyCtx, accountId: string, given: unknown, row: number) => {
  const parsed = portableTemplate.safeParse(given)
  if (!parsed.success)
    return parsed.error.issues.slice(0, 5).map(({ path, code }) => ({ row, path: path.join('.'), code }))
  const problems = problemsOf(parsed.data, row)
  if (problems.length > 0) return problems
  const { name, language, ...content } = parsed.data
  try {
    return await createDraft(ctx, { accountId, name, language, content: withFiles(content, {}) })
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return [{ row, path: 'name', code: error.code }]
    throw error
  }
}

/** Makes drafts of exported templates. A row with an error makes none; the others do. Throws `not_found`. */
export const importTemplates = async (ctx: CompanyCtx, accountId: string, rows: readonly unknown[]) => {
  await loadAccount(ctx, ctx.company.id, accountId)
  const created: { row: number; id: string }[] = []
  const errors: RowError[] = []
  for (const [row, given] of rows.entries()) {
    const made = await importOne(ctx, accountId, given, row)
    if (Array.isArray(made)) errors.push(...made)
    else created.push({ row, id: made.id })
  }
  return { created, errors }
}
