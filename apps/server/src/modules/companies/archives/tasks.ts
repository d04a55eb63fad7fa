import { z } from 'zod'
import { assertAbility, type CompanyCtx, type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { companyPrivacyOf } from '#server/modules/companies/companies/index.ts'
import { findAccount } from '#server/modules/identity/users/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { defineTask, readTask } from '#server/modules/shared/tasks/index.ts'
import { writeArchive } from './archive.ts'
import { findPhoto, type KeptFile, readFiles } from './queries.ts'

const PAGE = 500

async function* filesOf(ctx: Ctx, companyId: string): AsyncGenerator<KeptFile> {
  for (let after: string | null = null; ; ) {
    const page = await readFiles(ctx, companyId, { after, limit: PAGE })
    yield* page
    if (page.length < PAGE) return
    after = page.at(-1)?.id ?? null
  }
}

async function* photoOf(ctx: Ctx, userId: string): AsyncGenerator<KeptFile> {
  const photo = await findPhoto(ctx, userId)
  if (photo) yield photo
}

const dayOf = (ctx: Ctx) => ctx.now().toISOString().slice(0, 10)
const zip = 'application/zip'

/** Everything of the company, for whoever manages it at the moment it is written. */
export const companyExport = defineTask({
  kind: 'company.export',
  input: z.object({ companyId: z.uuid() }),
  run: async (ctx, { companyId }, progress) => {
    assertAbility(ctx, 'company.manage')
    if (ctx.company?.id !== companyId) throw new AppError('not_found')
    const { contactName, contactEmail } = await companyPrivacyOf(ctx, companyId)
    const contact = [contactName, contactEmail].filter(Boolean).join(', ')
    const readme = [
      `${ctx.company.name} (${companyId})`,
      ctx.now().toISOString(),
      ...(contact ? [`Data protection contact: ${contact}`] : []),
      'One CSV file for each kind of record, in UTF-8; times are in UTC. Files are named by their ids.',
    ].join('\n')
    const contents = { ownerId: companyId, tables: ctx.deps.archive.company, files: filesOf(ctx, companyId), readme }
    return { name: `company-${dayOf(ctx)}.zip`, mime: zip, source: writeArchive(ctx, contents, progress) }
  },
})

/** What is stored about a person: the one who asks, or for platform admins anybody. */
export const personExport = defineTask({
  kind: 'account.export',
  input: z.object({ userId: z.uuid().optional() }),
  run: async (ctx, input, progress) => {
    if (ctx.actor.kind !== 'user') throw new AppError('forbidden')
    const userId = input.userId ?? ctx.actor.userId
    if (userId !== ctx.actor.userId) assertAbility(ctx, 'admin.platform')
    const account = await findAccount(ctx, userId)
    if (!account) throw new AppError('not_found')
    const readme = [
      `${account.name} <${account.email}>`,
      ctx.now().toISOString(),
      'One CSV file for each kind of record, in UTF-8; times are in UTC.',
      'Messages that this person wrote for a company belong to that company and are in its own export.',
    ].join('\n')
    const contents = { ownerId: userId, tables: ctx.deps.archive.person, files: photoOf(ctx, userId), readme }
    const name = userId === ctx.actor.userId ? 'my-data' : `person-${userId}`
    return { name: `${name}-${dayOf(ctx)}.zip`, mime: zip, source: writeArchive(ctx, contents, progress) }
  },
})

/** Starts the archive of the current company. */
export const startCompanyExport = (ctx: CompanyCtx & UserCtx, companyId: string) =>
  inTransaction(ctx, async (tx) => {
    if (tx.company.id !== companyId) throw new AppError('not_found')
    const id = await companyExport.start(tx, { companyId })
    await recordAudit(tx, { action: 'company.export', target: { type: 'task', id } })
    return readTask(tx, id)
  })

/** Starts the archive of a person, of whoever asks by default. Throws `not_found`. */
export const startPersonExport = (ctx: UserCtx, userId = ctx.actor.userId) =>
  inTransaction(ctx, async (tx) => {
    const account = await findAccount(tx, userId)
    if (!account || account.status === 'deleted') throw new AppError('not_found')
    const id = await personExport.start(tx, { userId })
    const target = { type: 'user', id: userId, label: account.name }
    await recordAudit(tx, { action: 'user.export', companyId: null, target, diff: { task: id } })
    return readTask(tx, id)
  })
