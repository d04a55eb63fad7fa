import type { ImportAction, ImportCounts, ImportProblem } from '@recado/contracts/contacts/imports'
import { importActions } from '@recado/contracts/contacts/imports'
import { and, asc, desc, eq, inArray, isNotNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { companyMembers } from '#server/db/schema/companies/companies.ts'
import { contactImportRows, contactImports } from '#server/db/schema/contacts/imports.ts'
import { contactLists } from '#server/db/schema/contacts/lists.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { files } from '#server/db/schema/shared/files.ts'
import { stringifySanitized } from '#server/lib/sanitize-text.ts'

export type ImportRow = typeof contactImports.$inferSelect
export type OutcomeRow = typeof contactImportRows.$inferSelect

const isThis = (ctx: CompanyCtx, id: string) =>
  and(eq(contactImports.companyId, ctx.company.id), eq(contactImports.id, id))

export const insertImport = async (tx: CompanyCtx, row: typeof contactImports.$inferInsert): Promise<void> => {
  await tx.db.insert(contactImports).values(row)
}

export const findImport = async (ctx: CompanyCtx, id: string): Promise<ImportRow | null> =>
  (await ctx.db.select().from(contactImports).where(isThis(ctx, id)))[0] ?? null

/** The import, held still to the end of the transaction. */
export const lockImport = async (tx: CompanyCtx, id: string): Promise<ImportRow | null> =>
  (await tx.db.select().from(contactImports).where(isThis(tx, id)).for('update'))[0] ?? null

/** Changes an import. `updatedAt` orders the queue of work, so progress leaves it alone. */
export const updateImport = async (tx: CompanyCtx, id: string, values: Partial<ImportRow>): Promise<void> => {
  await tx.db
    .update(contactImports)
    .set({ ...values, version: sql`${contactImports.version} + 1` })
    .where(isThis(tx, id))
}

export const listImportRows = (ctx: CompanyCtx, place: { at: Date; id: string } | null, limit: number) =>
  ctx.db
    .select({ row: contactImports, author: users.name })
    .from(contactImports)
    .leftJoin(users, eq(users.id, contactImports.authorId))
    .where(
      and(
        eq(contactImports.companyId, ctx.company.id),
        place
          ? or(
              lt(contactImports.createdAt, place.at),
              and(eq(contactImports.createdAt, place.at), lt(contactImports.id, place.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(contactImports.createdAt), desc(contactImports.id))
    .limit(limit + 1)

export const findAuthor = async (ctx: CompanyCtx, userId: string | null): Promise<string | null> => {
  if (userId === null) return null
  const [row] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, userId))
  return row?.name ?? null
}

/** The last import of the same file besides this one. */
export const findSameFile = async (ctx: CompanyCtx, { id, hash }: Pick<ImportRow, 'id' | 'hash'>) => {
  const [row] = await ctx.db
    .select({ id: contactImports.id, createdAt: contactImports.createdAt })
    .from(contactImports)
    .where(
      and(
        eq(contactImports.companyId, ctx.company.id),
        eq(contactImports.hash, hash),
        ne(contactImports.id, id),
        inArray(contactImports.state, ['running', 'completed', 'completed_with_errors']),
      ),
    )
    .orderBy(desc(contactImports.createdAt))
    .limit(1)
  return row ?? null
}

/** The files of imports, by id. */
export const findFiles = async (ctx: Pick<Ctx, 'db'>, ids: readonly (string | null)[]) => {
  const wanted = ids.filter((id) => id !== null)
  if (wanted.length === 0) return new Map<string, string>()
  const rows = await ctx.db
    .select({ id: files.id, path: files.path })
    .from(files)
    .where(and(inArray(files.id, wanted), sql`${files.deletedAt} is null`))
  return new Map(rows.map(({ id, path }) => [id, path]))
}

/** Imports that have something to do, each company's one that has waited longest. */
export const findWork = async (ctx: Pick<Ctx, 'db'>): Promise<Pick<ImportRow, 'id' | 'companyId' | 'authorId'>[]> => {
  const { rows } = await ctx.db.execute<Pick<ImportRow, 'id' | 'companyId' | 'authorId'>>(sql`
    select distinct on (company_id) id, company_id as "companyId", author_id as "authorId" from contact_imports
    where state in ('validating', 'running', 'reverting') order by company_id, updated_at, id`)
  return rows
}

/** Whether another import of the company is worked on first. */
export const isWaiting = async (ctx: CompanyCtx, { id, updatedAt, state }: ImportRow): Promise<boolean> => {
  if (!['validating', 'running', 'reverting'].includes(state)) return false
  const { rows } = await ctx.db.execute(sql`
    select 1 from contact_imports where company_id = ${ctx.company.id} and state in ('validating', 'running', 'reverting')
      and (updated_at, id) < (${updatedAt.toISOString()}::timestamptz, ${id}::uuid) limit 1`)
  return rows.length > 0
}

export const isList = async (ctx: CompanyCtx, id: string): Promise<boolean> =>
  (await ctx.db.$count(contactLists, and(eq(contactLists.companyId, ctx.company.id), eq(contactLists.id, id)))) > 0

/** Which of some contacts are in a list. */
export const findListed = async (tx: CompanyCtx, listId: string, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    select contact_id as id from contact_list_members where company_id = ${tx.company.id} and list_id = ${listId}
      and contact_id = any(${sql.param([...ids])}::uuid[])`)
  return new Set(rows.map(({ id }) => id))
}

/** Members of the company by their address in lower case. */
export const findMembers = async (ctx: CompanyCtx): Promise<Map<string, string>> => {
  const rows = await ctx.db
    .select({ id: users.id, email: users.email })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(and(eq(companyMembers.companyId, ctx.company.id), ne(companyMembers.status, 'invited')))
  return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]))
}

/** All tags of the company, by their names in lower case. */
export const findAllTags = async (ctx: CompanyCtx): Promise<Map<string, string>> => {
  const { rows } = await ctx.db.execute<{ id: string; name: string }>(
    sql`select id, name from contact_tags where company_id = ${ctx.company.id}`,
  )
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]))
}

/** Who has something written down about them by members: such contacts are in use. */
export const findNoted = async (ctx: CompanyCtx, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select distinct contact_id as id from contact_notes
    where company_id = ${ctx.company.id} and contact_id = any(${sql.param([...ids])}::uuid[])`)
  return rows.map(({ id }) => id)
}

export type NewOutcome = Pick<
  OutcomeRow,
  'rowNo' | 'action' | 'contactId' | 'before' | 'after' | 'errorCode' | 'errorField' | 'phone' | 'keys' | 'offset'
>

/** Writes what becomes of rows, over what a check said of them. */
export const saveOutcomes = async (tx: CompanyCtx, importId: string, rows: readonly NewOutcome[]): Promise<void> => {
  await tx.db.execute(sql`
    insert into contact_import_rows (company_id, import_id, row_no, action, contact_id, before, after, error_code,
      error_field, phone, keys, "offset")
    select ${tx.company.id}, ${importId}, "rowNo", action, "contactId", before, after, "errorCode", "errorField", phone, keys, "offset"
    from json_to_recordset(${stringifySanitized(rows)}::json) as t("rowNo" int, action text, "contactId" uuid, before jsonb,
      after jsonb, "errorCode" text, "errorField" text, phone text, keys text[], "offset" bigint)
    on conflict (company_id, import_id, row_no) do update set action = excluded.action, contact_id = excluded.contact_id,
      before = excluded.before, after = excluded.after, error_code = excluded.error_code,
      error_field = excluded.error_field, phone = excluded.phone, keys = excluded.keys`)
}

const ofImport = (ctx: CompanyCtx, importId: string) =>
  and(eq(contactImportRows.companyId, ctx.company.id), eq(contactImportRows.importId, importId))

export const deleteOutcomes = async (tx: CompanyCtx, importId: string): Promise<void> => {
  await tx.db.delete(contactImportRows).where(ofImport(tx, importId))
}

/** Of rows about one person in the file all but one are set aside; whatever it costs, it is one statement. */
export const setDuplicatesAside = async (
  tx: CompanyCtx,
  importId: string,
  { keep, action }: { keep: 'first' | 'last'; action: ImportAction },
): Promise<void> => {
  const order = sql.raw(keep === 'last' ? 'desc' : 'asc')
  await tx.db.execute(sql`
    with k as (
      select row_no, unnest(keys) as key from contact_import_rows
      where company_id = ${tx.company.id} and import_id = ${importId} and action in ('created', 'updated', 'unchanged')
    ), ranked as (select row_no, row_number() over (partition by key order by row_no ${order}) as place from k)
    update contact_import_rows r set action = ${action}, error_code = 'duplicate_in_file', error_field = null, contact_id = null,
      before = null, after = null
    where r.company_id = ${tx.company.id} and r.import_id = ${importId}
      and r.row_no = any(array(select distinct row_no from ranked where place > 1))`)
}

/** Rows that a check found to be about the same person as another one. */
export const findDuplicateRows = async (
  tx: CompanyCtx,
  importId: string,
  { from, to }: { from: number; to: number },
): Promise<Map<number, ImportAction>> => {
  const { rows } = await tx.db.execute<{ rowNo: number; action: ImportAction }>(sql`
    select row_no as "rowNo", action from contact_import_rows
    where company_id = ${tx.company.id} and import_id = ${importId} and row_no between ${from} and ${to}
      and error_code = 'duplicate_in_file'`)
  return new Map(rows.map(({ rowNo, action }) => [rowNo, action]))
}

/** Sets the rows aside that were not reached. */
export const setRestAside = async (
  tx: CompanyCtx,
  importId: string,
  { after, code }: { after: number; code: ImportProblem },
): Promise<void> => {
  await tx.db
    .update(contactImportRows)
    .set({ action: 'skipped', errorCode: code, errorField: null, contactId: null, before: null, after: null })
    .where(and(ofImport(tx, importId), sql`${contactImportRows.rowNo} > ${after}`))
}

export const countActions = async (ctx: CompanyCtx, importId: string): Promise<ImportCounts> => {
  const rows = await ctx.db
    .select({ action: contactImportRows.action, count: sql<number>`count(*)::int` })
    .from(contactImportRows)
    .where(ofImport(ctx, importId))
    .groupBy(contactImportRows.action)
  const found = new Map(rows.map(({ action, count }) => [action, count]))
  const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 }
  for (const action of importActions) counts[action] = found.get(action) ?? 0
  return counts
}

/** Why rows are skipped or fail, most frequent first. */
export const countReasons = (ctx: CompanyCtx, importId: string) =>
  ctx.db
    .select({
      action: contactImportRows.action,
      code: contactImportRows.errorCode,
      field: contactImportRows.errorField,
      count: sql<number>`count(*)::int`,
    })
    .from(contactImportRows)
    .where(and(ofImport(ctx, importId), isNotNull(contactImportRows.errorCode)))
    .groupBy(contactImportRows.action, contactImportRows.errorCode, contactImportRows.errorField)
    .orderBy(desc(sql`count(*)`))
    .limit(100)

export const countFixedPhones = (ctx: CompanyCtx, importId: string): Promise<number> =>
  ctx.db.$count(contactImportRows, and(ofImport(ctx, importId), isNotNull(contactImportRows.phone)))

export type RowFilter = {
  action?: ImportAction | undefined
  code?: ImportProblem | undefined
  field?: string | undefined
  phone?: 'fixed' | undefined
}

export const listOutcomes = (
  ctx: CompanyCtx,
  importId: string,
  { after, limit, filter }: { after: number; limit: number; filter: RowFilter },
): Promise<OutcomeRow[]> =>
  ctx.db
    .select()
    .from(contactImportRows)
    .where(
      and(
        ofImport(ctx, importId),
        sql`${contactImportRows.rowNo} > ${after}`,
        filter.action && eq(contactImportRows.action, filter.action),
        filter.code && eq(contactImportRows.errorCode, filter.code),
        filter.field === undefined ? undefined : eq(contactImportRows.errorField, filter.field),
        filter.phone && isNotNull(contactImportRows.phone),
      ),
    )
    .orderBy(asc(contactImportRows.rowNo))
    .limit(limit)

/** The rows before one, last first, as an undo takes them. */
export const listOutcomesBefore = (
  tx: CompanyCtx,
  importId: string,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<OutcomeRow[]> =>
  tx.db
    .select()
    .from(contactImportRows)
    .where(and(ofImport(tx, importId), lte(contactImportRows.rowNo, upTo)))
    .orderBy(desc(contactImportRows.rowNo))
    .limit(limit)

/** Says of rows why an undo leaves what they made. */
export const saveKept = async (
  tx: CompanyCtx,
  importId: string,
  kept: readonly { rowNo: number; code: ImportProblem }[],
): Promise<void> => {
  if (kept.length === 0) return
  await tx.db.execute(sql`
    update contact_import_rows r set error_code = t.code from json_to_recordset(${JSON.stringify(kept)}::json) as t("rowNo" int, code text)
    where r.company_id = ${tx.company.id} and r.import_id = ${importId} and r.row_no = t."rowNo"`)
}

/** Imports whose files are no longer needed: past their undo, or abandoned. */
export const listStale = (ctx: Pick<Ctx, 'db'>, before: Date, limit: number) =>
  ctx.db
    .select({ id: contactImports.id, fileId: contactImports.fileId, rowsFileId: contactImports.rowsFileId })
    .from(contactImports)
    .where(
      and(
        isNotNull(contactImports.rowsFileId),
        lt(sql`coalesce(${contactImports.finishedAt}, ${contactImports.updatedAt})`, before.toISOString()),
        sql`${contactImports.state} not in ('validating', 'running', 'reverting')`,
      ),
    )
    .limit(limit)

/** Forgets what an import's rows said of people; its figures stay. */
export const forgetRows = async (tx: Ctx, ids: readonly string[]): Promise<void> => {
  const these = sql`= any(${sql.param([...ids])}::uuid[])`
  await tx.db.execute(sql`update contact_imports set file_id = null, rows_file_id = null,
    state = case when state in ('uploaded', 'mapped', 'ready') then 'canceled' else state end where id ${these}`)
  await tx.db.execute(sql`delete from contact_import_rows where import_id ${these}`)
}

/** Deletes imports that are older than this. */
export const deleteOldImports = async (ctx: Pick<Ctx, 'db'>, before: Date): Promise<void> => {
  await ctx.db.delete(contactImports).where(lt(contactImports.createdAt, before))
}

/** What is known of each import of a company that may name a person; `isAbout`: it has rows about some contacts. */
export const findImportsNaming = async (tx: CompanyCtx, contactIds: readonly string[]) => {
  const about = sql<boolean>`exists (select 1 from contact_import_rows r where r.company_id = ${contactImports.companyId}
    and r.import_id = ${contactImports.id} and r.contact_id = any(${sql.param([...contactIds])}::uuid[]))`
  return tx.db
    .select({
      ...{
        id: contactImports.id,
        fileName: contactImports.fileName,
        reading: contactImports.reading,
        rowsPath: files.path,
        isAbout: about,
      },
    })
    .from(contactImports)
    .leftJoin(files, eq(files.id, contactImports.rowsFileId))
    .where(eq(contactImports.companyId, tx.company.id))
}

/** The files of an import, and what is known of those that are gone. */
export const listFiles = (ctx: CompanyCtx, importId: string) =>
  ctx.db
    .select({ id: files.id, path: files.path })
    .from(files)
    .where(and(eq(files.companyId, ctx.company.id), eq(files.ownerId, importId)))

/** Gives an import another name and other headings. */
export const renameImport = async (
  tx: CompanyCtx,
  id: string,
  { fileName, reading }: Pick<ImportRow, 'fileName' | 'reading'>,
): Promise<void> => {
  await tx.db
    .update(contactImports)
    .set({ fileName, reading })
    .where(and(eq(contactImports.companyId, tx.company.id), eq(contactImports.id, id)))
}
