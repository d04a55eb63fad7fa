import { eq } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'
import { companyNotes } from '#server/db/schema/admin/companies.ts'
import { systemCampaignRecipients, systemCampaigns } from '#server/db/schema/admin/system-campaigns.ts'
import { adminRequests, userImports } from '#server/db/schema/admin/users.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { featureFlags } from '#server/db/schema/shared/feature-flags.ts'
import { settings, settingsVersions } from '#server/db/schema/shared/settings.ts'
import { newId } from '#server/lib/ids.ts'
import { createCompany, createUser } from './factories.ts'
import { addTemplate, newSourceKey } from './webhook-templates.ts'

const inStatus = async (deps: Deps, status: 'suspended' | 'trial') => {
  const { id } = await createCompany(deps)
  await deps.database.db.update(companies).set({ status }).where(eq(companies.id, id))
  return id
}

const withTwoFactor = async (deps: Deps) => {
  const { id } = await createUser(deps)
  const factor = { totpSecret: deps.sealer.seal('secret'), totpConfirmedAt: new Date() }
  await deps.database.db.update(users).set(factor).where(eq(users.id, id))
  return id
}

const savedSettings = async (deps: Deps) => {
  const { db } = deps.database
  await db.insert(settings).values({ host: '*', version: 1 }).onConflictDoNothing()
  const [row] = await db.select().from(settings).where(eq(settings.host, '*'))
  const version = row?.version ?? 1
  const saved = { id: newId(), host: '*', version, data: {}, tab: 'brand' }
  await db.insert(settingsVersions).values(saved).onConflictDoNothing()
  return version
}

/** What another admin asks for, and a file of customers that was checked. */
const waitingRows = async (deps: Deps) => {
  const { db } = deps.database
  const other = await createUser(deps, { role: 'admin' })
  const person = { name: 'New Admin', email: `${newId()}@example.test`, locale: 'en' as const, reason: 'Night shift' }
  const request = { ...person, id: newId(), requestedBy: other.id, expiresAt: new Date(Date.now() + 3_600_000) }
  await db.insert(adminRequests).values(request)
  const file = { id: newId(), fileId: newId(), fileName: 'a.csv', invite: false, authorId: other.id, total: 1 }
  await db.insert(userImports).values({ ...file, checkedAt: new Date() })
  return { requestId: request.id, importId: file.id }
}

const flagVersion = async (deps: Deps) => {
  const [row] = await deps.database.db.select().from(featureFlags).where(eq(featureFlags.key, 'typing_indicator'))
  return row?.version ?? 0
}

const announcement = async (deps: Deps, more: Partial<typeof systemCampaigns.$inferInsert> = {}) => {
  const id = newId()
  const words = { title: 'News', body: 'A text' }
  const fields = { name: 'News', topic: 'product' as const, channels: ['in_app' as const], capDays: null }
  const audience = { roles: [], membership: 'any' as const, statuses: [], block: null, locale: null, activeDays: null }
  const content = { en: words, pt: words, url: '/dashboard' }
  await deps.database.db.insert(systemCampaigns).values({ ...fields, id, audience, content, version: 0, ...more })
  return id
}

/** A banner that someone sees now. */
export const createBanner = async (deps: Deps, userId: string): Promise<string> => {
  const bannerUntil = new Date(Date.now() + 3_600_000)
  const id = await announcement(deps, { channels: ['banner'], state: 'done', startsAt: new Date(), bannerUntil })
  await deps.database.db.insert(systemCampaignRecipients).values({ campaignId: id, userId })
  return id
}

/** A system with a draft after a published version, and one without a draft. */
const webhookTemplates = async (deps: Deps) => {
  const [templateKey, publishedKey] = [newSourceKey(), newSourceKey()]
  await addTemplate(deps, { key: templateKey })
  await addTemplate(deps, { key: templateKey, number: 2, status: 'draft' })
  await addTemplate(deps, { key: publishedKey })
  return { templateKey, publishedKey }
}

/** What platform admins can name besides: companies in every standing, a note on one, a save of the settings. */
export const createPlatformRows = async (deps: Deps, companyId: string, sources: boolean) => {
  const noteId = newId()
  await deps.database.db.insert(companyNotes).values({ id: noteId, companyId, body: 'Pays late' })
  return {
    noteId,
    announcementId: await announcement(deps),
    ...(sources ? await webhookTemplates(deps) : { templateKey: '', publishedKey: '' }),
    suspendedId: await inStatus(deps, 'suspended'),
    twoFactorId: await withTwoFactor(deps),
    trialId: await inStatus(deps, 'trial'),
    settingsVersion: await savedSettings(deps),
    ...(await waitingRows(deps)),
    flagVersion: await flagVersion(deps),
    supportId: (await createUser(deps, { role: 'support' })).id,
    duplicateId: (await createUser(deps, { name: 'The same person' })).id,
  }
}

/** A row of a company's audit log. */
export const createAuditRow = async (deps: Deps, companyId: string, actorId: string): Promise<string> => {
  const id = newId()
  const row = { id, companyId, actorKind: 'user' as const, actorId, action: 'company.updated' }
  await deps.database.db.insert(auditLogs).values(row)
  return id
}
