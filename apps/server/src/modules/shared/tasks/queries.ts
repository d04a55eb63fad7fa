import type { Locale } from '@recado/contracts/shared'
import type { TaskKind } from '@recado/contracts/shared/tasks'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { CompanyContext, CompanyCtx, Ctx, UserActor } from '#server/context.ts'
import { companies, companyMembers } from '#server/db/schema/companies/companies.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { files } from '#server/db/schema/shared/files.ts'
import { backgroundTasks } from '#server/db/schema/shared/tasks.ts'
import { grantsUnder } from '#server/lib/member-grants.ts'

export type TaskRow = typeof backgroundTasks.$inferSelect

const MOST = 50

const isMine = (ctx: Ctx & { actor: UserActor }) =>
  and(
    eq(backgroundTasks.userId, ctx.actor.userId),
    ctx.company ? eq(backgroundTasks.companyId, ctx.company.id) : isNull(backgroundTasks.companyId),
  )

const shown = { task: backgroundTasks, fileName: files.name, fileSize: files.size }

/** Tasks of the person in the company they work in, newest first, with their files while those are there. */
export const findTasks = (ctx: Ctx & { actor: UserActor }, since: Date, id?: string) =>
  ctx.db
    .select(shown)
    .from(backgroundTasks)
    .leftJoin(files, and(eq(files.id, backgroundTasks.fileId), isNull(files.deletedAt)))
    .where(and(isMine(ctx), gt(backgroundTasks.createdAt, since), id ? eq(backgroundTasks.id, id) : undefined))
    .orderBy(desc(backgroundTasks.createdAt), desc(backgroundTasks.id))
    .limit(MOST)

export const insertTask = async (ctx: Ctx, row: typeof backgroundTasks.$inferInsert): Promise<void> => {
  await ctx.db.insert(backgroundTasks).values(row)
}

export const findTask = async (ctx: Pick<Ctx, 'db'>, id: string): Promise<TaskRow | null> => {
  const rows = await ctx.db.select().from(backgroundTasks).where(eq(backgroundTasks.id, id)).limit(1)
  return rows[0] ?? null
}

/** Changes a task that has not ended; answers whether it had not. */
export const changeTask = async (
  ctx: Pick<Ctx, 'db'>,
  id: string,
  change: Partial<TaskRow>,
): Promise<TaskRow | null> => {
  const rows = await ctx.db
    .update(backgroundTasks)
    .set(change)
    .where(and(eq(backgroundTasks.id, id), isNull(backgroundTasks.finishedAt)))
    .returning()
  return rows[0] ?? null
}

/** Takes back the end of a task that ended with this error; null when it did not. */
export const reopenTask = async (ctx: Pick<Ctx, 'db'>, id: string, error: string): Promise<TaskRow | null> => {
  const rows = await ctx.db
    .update(backgroundTasks)
    .set({ status: 'queued', error: null, finishedAt: null })
    .where(and(eq(backgroundTasks.id, id), eq(backgroundTasks.error, error)))
    .returning()
  return rows[0] ?? null
}

/** What the tasks of a kind that have not ended were asked for, in the company. */
export const findUnfinished = async (ctx: CompanyCtx, kind: TaskKind): Promise<Record<string, unknown>[]> => {
  const rows = await ctx.db
    .select({ input: backgroundTasks.input })
    .from(backgroundTasks)
    .where(
      and(
        eq(backgroundTasks.companyId, ctx.company.id),
        eq(backgroundTasks.kind, kind),
        isNull(backgroundTasks.finishedAt),
      ),
    )
  return rows.map(({ input }) => input)
}

/** The language of a user. */
export const findLocale = async (ctx: Pick<Ctx, 'db'>, userId: string): Promise<Locale> => {
  const rows = await ctx.db.select({ locale: users.locale }).from(users).where(eq(users.id, userId)).limit(1)
  return rows[0]?.locale ?? 'en'
}

/** Who asked for a task, with the company and the rights they have in it now; null when they may no longer be there. */
export const findAsker = async (
  ctx: Pick<Ctx, 'db'>,
  userId: string,
  companyId: string | null,
): Promise<{ actor: UserActor; company: CompanyContext | null } | null> => {
  const rows = await ctx.db
    .select({ user: users, company: companies, member: companyMembers })
    .from(users)
    .leftJoin(
      companyMembers,
      and(
        eq(companyMembers.userId, users.id),
        eq(companyMembers.companyId, sql`${companyId}::uuid`),
        sql`${companyMembers.status} <> 'invited'`,
      ),
    )
    .leftJoin(companies, and(eq(companies.id, companyMembers.companyId), isNull(companies.deletedAt)))
    .where(and(eq(users.id, userId), eq(users.status, 'active')))
    .limit(1)
  const [row] = rows
  if (!row || (companyId !== null && (!row.company || !row.member))) return null
  const { user, company, member } = row
  return {
    actor: {
      kind: 'user',
      userId: user.id,
      sessionId: '',
      email: user.email,
      name: user.name,
      role: user.role,
      waOperator: user.waOperator,
      impersonatorId: null,
    },
    company: company &&
      member && {
        id: company.id,
        name: company.name,
        timezone: company.timezone,
        accessBlocks: company.accessBlocks,
        readOnly: company.status === 'suspended' || company.status === 'deleting',
        member: {
          role: member.role,
          grants: grantsUnder(company.privacy, member.grants),
          visibility: member.visibility,
        },
      },
  }
}

/** Files of tasks that ended before a moment, a few at once; their tasks have none afterwards. */
export const takeOldFiles = async (ctx: Pick<Ctx, 'db'>, before: Date, limit: number): Promise<string[]> => {
  const result = await ctx.db.execute<{ id: string }>(sql`
    with old as (select t.id, t.file_id from background_tasks t
        where t.finished_at < ${before.toISOString()}::timestamptz and t.file_id is not null limit ${limit} for update skip locked),
      freed as (update background_tasks t set file_id = null from old where t.id = old.id)
    select file_id as id from old`)
  return result.rows.map((row) => row.id)
}

export const deleteTasks = async (ctx: Pick<Ctx, 'db'>, before: Date): Promise<void> => {
  await ctx.db.delete(backgroundTasks).where(lt(backgroundTasks.finishedAt, before))
}
