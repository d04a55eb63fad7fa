import { randomBytes, randomInt } from 'node:crypto'
import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import { type Sandbox, startSandbox } from '@recado/sandbox'
import { eq } from 'drizzle-orm'
import { generateSecret } from 'otplib'
import sharp from 'sharp'
import { type Deps, systemCtx } from '#server/context.ts'
import { channelIncidents } from '#server/db/schema/admin/operators.ts'
import { companyMembers, invitations } from '#server/db/schema/companies/companies.ts'
import { contactBulkChanges } from '#server/db/schema/contacts/address-book.ts'
import { contactIdentities, contactMerges, contacts } from '#server/db/schema/contacts/contacts.ts'
import { duplicateCandidates } from '#server/db/schema/contacts/duplicates.ts'
import { contactNotes } from '#server/db/schema/contacts/notes.ts'
import { contactErasures, privacyRequests } from '#server/db/schema/contacts/privacy.ts'
import { sessions } from '#server/db/schema/identity/sessions.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { heldMessages } from '#server/db/schema/inbox/held-messages.ts'
import { messageMedia, messages } from '#server/db/schema/inbox/messages.ts'
import { scheduledMessages } from '#server/db/schema/inbox/scheduled.ts'
import { files } from '#server/db/schema/shared/files.ts'
import { backgroundTasks } from '#server/db/schema/shared/tasks.ts'
import { channelOnboardings } from '#server/db/schema/whatsapp/signup.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { webhookEventRefs, webhookEvents } from '#server/db/schema/whatsapp/webhooks.ts'
import { newId } from '#server/lib/ids.ts'
import { hashPassword } from '#server/lib/password.ts'
import { createToken, hashToken } from '#server/lib/seal.ts'
import { suppressions } from '#server/modules/contacts/contacts/index.ts'
import { createAutomations } from './automation-rows.ts'
import { createCampaigns } from './campaign-world.ts'
import { createCompanySettings } from './company-settings.ts'
import { addMember, createChannel, createCompany, createUser, signIn } from './factories.ts'
import { createImports } from './import-world.ts'
import { createAuditRow, createBanner, createPlatformRows } from './platform-rows.ts'
import { createPlatformWorld } from './platform-world.ts'

// A company with one of everything that a path of the API can name, connected to a number of the sandbox.

const wabaId = '900111222333444'
const accessToken = `EAA${randomBytes(40).toString('hex')}`
const numbers = Array.from({ length: 4000 }, (_, i) => ({
  id: String(700_000_000_000_000 + i),
  displayPhoneNumber: `+55 81 9${8_000_0000 + i}`,
}))
let used = 0
const takeNumber = () => {
  const number = numbers[used++]
  if (!number) throw new Error('the sandbox has no number left')
  return number.id
}

export const startWorldSandbox = (secrets: { appSecret: string; verifyToken: string }): Promise<Sandbox> =>
  startSandbox({ ...secrets, accessToken, accounts: [{ id: wabaId, subscribed: true, phoneNumbers: numbers }] })

export const photoFile = () =>
  sharp({ create: { width: 256, height: 256, channels: 3, background: '#2a9d8f' } })
    .png()
    .toBuffer()

export const password = 'a password that is long'
/** Of the authenticator app that the person of a world is about to confirm. */
export const appSecret = generateSecret()

const createPeople = async (deps: Deps, companyId: string, role: 'customer' | 'admin') => {
  const passwordHash = await hashPassword(password, deps.config.ARGON2_MEMORY_KIB)
  const user = await createUser(deps, { passwordHash, role, totpSecret: deps.sealer.seal(appSecret) })
  const colleague = await createUser(deps, { name: 'A colleague', totpConfirmedAt: new Date() })
  await addMember(deps, companyId, user.id)
  await addMember(deps, companyId, colleague.id)
  await signIn(deps, user.id, companyId)
  const [elsewhere] = await deps.database.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, user.id))
  const [member] = await deps.database.db
    .select({ id: companyMembers.id })
    .from(companyMembers)
    .where(eq(companyMembers.userId, colleague.id))
  return {
    user,
    colleague,
    colleagueMemberId: member?.id ?? '',
    elsewhereSessionId: elsewhere?.id ?? '',
    headers: await signIn(deps, user.id, companyId),
  }
}

const createContact = async (deps: Deps, companyId: string) => {
  const { db } = deps.database
  const phone = `55819${randomInt(10_000_000, 99_999_999)}`
  const keys = { companyId, phone }
  const contact = { ...keys, id: newId(), profileName: 'Bia' }
  const identity = { ...keys, id: newId(), contactId: contact.id, scope: wabaId, waId: phone }
  await db.insert(contacts).values(contact)
  await db.insert(contactIdentities).values(identity)
  return { contact, identity }
}

/** A second contact of the same person, one that was merged into the first, and a change of many. */
const createDuplicates = async (deps: Deps, companyId: string, survivorId: string) => {
  const { db } = deps.database
  const { contact: namesake } = await createContact(deps, companyId)
  const merged = { companyId, id: newId(), profileName: 'Bia', deletedAt: new Date(), mergedIntoId: survivorId }
  await db.insert(contacts).values(merged)
  const facts = {
    ...{ name: null, profileName: 'Bia', phone: null, email: null, notes: null, attributes: {}, tagIds: [] },
    ...{ language: null, timezone: null, blockedAt: null },
  }
  const snapshot = { merged: facts, survivor: facts, after: facts, mergedName: 'Bia', identityIds: [], consentIds: [] }
  const merge = { companyId, id: newId(), survivorId, mergedId: merged.id, snapshot }
  await db.insert(contactMerges).values(merge)
  const [aId = '', bId = ''] = [survivorId, namesake.id].toSorted()
  const pair = { companyId, id: newId(), aId, bId, score: 0.7, reasons: ['name' as const] }
  await db.insert(duplicateCandidates).values(pair)
  const change = { companyId, id: newId(), kind: 'delete', args: { type: 'delete' } }
  await db.insert(contactBulkChanges).values(change)
  return { namesake, merge, duplicateId: pair.id, contactChangeId: change.id }
}

const createTalk = async (deps: Deps, companyId: string, channelId: string) => {
  const { db } = deps.database
  const { contact, identity } = await createContact(deps, companyId)
  const now = new Date()
  const wamid = () => `wamid.${randomBytes(16).toString('hex')}`
  const conversation = {
    companyId,
    id: newId(),
    channelId,
    contactId: contact.id,
    identityId: identity.id,
    windowExpiresAt: new Date(now.getTime() + 3_600_000),
    lastInboundAt: now,
    unreadCount: 1,
  }
  const base = { companyId, conversationId: conversation.id, channelId, contactId: contact.id, occurredAt: now }
  const received = { direction: 'in', origin: 'contact', status: 'received' } as const
  const message = { ...base, ...received, id: newId(), type: 'text', body: 'Olá', wamid: wamid() }
  const picture = { ...base, ...received, id: newId(), type: 'image', wamid: wamid() }
  const failed = {
    ...base,
    id: newId(),
    type: 'text',
    body: 'Oi',
    direction: 'out',
    origin: 'agent',
    status: 'failed',
    statusRank: 35,
    failedAt: now,
  } as const
  await db.insert(conversations).values(conversation)
  const note = {
    ...base,
    id: newId(),
    type: 'note',
    body: 'Wants a discount',
    direction: 'note',
    origin: 'agent',
    status: 'received',
  } as const
  await db.insert(messages).values([message, picture, failed, note])
  await db.insert(messageMedia).values({
    companyId,
    messageId: picture.id,
    kind: 'image',
    metaMediaId: '1',
    mime: 'image/png',
    state: 'failed',
  })
  const contactNote = { companyId, id: newId(), contactId: contact.id, kind: 'task' as const, body: 'Call back' }
  await db.insert(contactNotes).values(contactNote)
  return { contact, conversation, message, picture, failed, note, contactNote }
}

const createScheduled = async (deps: Deps, companyId: string, conversationId: string, authorId: string) => {
  const draft = { type: 'text' as const, clientKey: newId(), body: 'Bom dia' }
  const row = { companyId, id: newId(), conversationId, authorId, sendAt: new Date(Date.now() + 600_000), draft }
  await deps.database.db.insert(scheduledMessages).values(row)
  return row
}

const createHeld = async (deps: Deps, companyId: string, conversationId: string, authorId: string) => {
  const clientKey = newId()
  const draft = { type: 'text' as const, clientKey, body: 'Bom dia' }
  const contents = [{ type: 'text', text: draft.body, file: null }]
  const place = { companyId, id: newId(), conversationId, authorId, clientKey }
  const heldUntil = new Date(Date.now() + 600_000)
  const row = { ...place, kind: 'message' as const, draft, contents, state: 'held' as const, heldUntil }
  await deps.database.db.insert(heldMessages).values(row)
  return row
}

const createWebhookEvent = async (deps: Deps, companyId: string, channelId: string, phoneNumberId: string) => {
  const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: phoneNumberId }, statuses: [] }
  const entry = [{ id: wabaId, changes: [{ field: 'messages', value }] }]
  const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }))
  const event = { id: newId(), shard: 0, body, state: 1, processedAt: new Date() }
  await deps.database.db.insert(webhookEvents).values(event)
  await deps.database.db.insert(webhookEventRefs).values({ companyId, channelId, eventId: event.id, field: 'messages' })
  return event
}

const createInvitation = async (deps: Deps, companyId: string, email: string) => {
  const token = createToken()
  const inviter = await createUser(deps)
  await addMember(deps, companyId, inviter.id)
  const row = { id: newId(), companyId, email, tokenHash: hashToken(token), invitedBy: inviter.id }
  await deps.database.db.insert(invitations).values({ ...row, expiresAt: new Date(Date.now() + 86_400_000) })
  return { ...row, token }
}

/**
 * A company, signed in to as its admin, with one of everything. With `platform` they also administer the product, which
 * then has one of everything too.
 */
/** A template that Meta has approved, and one that it has never seen, with the account of both. */
const createTemplates = async (deps: Deps, channel: { companyId: string; waAccountId: string }) => {
  const row = (metaId: string | null) => ({
    id: newId(),
    companyId: channel.companyId,
    waAccountId: channel.waAccountId,
    metaId,
    name: `order_${randomInt(1e9)}`,
    language: 'pt_BR',
    category: 'UTILITY',
    status: metaId ? 'APPROVED' : 'DRAFT',
    components: metaId ? templateContent.components : [],
    draft: templateContent,
  })
  const approved = row(String(randomInt(1e14)))
  const written = row(null)
  await deps.database.db.insert(templates).values([approved, written])
  return { id: approved.id, name: approved.name, writtenId: written.id, accountId: channel.waAccountId }
}

export const templateContent: TemplateContent = {
  category: 'UTILITY',
  parameterFormat: 'POSITIONAL',
  ttlSeconds: null,
  components: [{ type: 'BODY', text: 'Seu pedido está pronto para retirada.' }],
}

export const signupNonce = 'a-nonce-that-the-browser-was-given'

/** Someone who was erased and must not be written to. */
const createErasure = async (deps: Deps, companyId: string, actorId: string) => {
  const { db } = deps.database
  const phone = `55819${randomInt(10_000_000, 99_999_999)}`
  const ctx = systemCtx(deps, 'test')
  await suppressions.suppress(ctx, companyId, [{ kind: 'phone', value: phone }], 'erased')
  const [id, certificateFileId] = [newId(), newId()]
  const erasure = { id, companyId, contactId: newId(), mode: 'delete' as const, state: 'done' as const, actorId }
  const stored = await deps.files.put(Buffer.from('%PDF-1.4'), 1000)
  const file = {
    id: certificateFileId,
    companyId,
    ownerKind: 'erasure',
    ownerId: id,
    name: 'e.pdf',
    mime: 'application/pdf',
  }
  await db.insert(files).values({ ...stored, ...file })
  await db.insert(contactErasures).values({ ...erasure, certificateFileId, finishedAt: new Date() })
  return { erasureId: id, suppressedPhone: `+${phone}` }
}

/** What the contact asks about their data. */
const createPrivacyRequest = async (deps: Deps, companyId: string, contactId: string) => {
  const id = newId()
  const dueAt = new Date(Date.now() + 15 * 86_400_000)
  const request = { id, companyId, contactId, kind: 'access' as const, intake: 'agent' as const, dueAt }
  await deps.database.db.insert(privacyRequests).values(request)
  return { privacyRequestId: id }
}

/** Two signups that stopped: one before a number was chosen, one that waits for the PIN of its number. */
const createSignups = async (deps: Deps, companyId: string, userId: string, phoneNumberId: string) => {
  const number = { phone: '+55 81 3030-0000', name: 'Loja', quality: null, coexistence: false, registered: true }
  const row = {
    companyId,
    userId,
    kind: 'standard' as const,
    state: 'failed' as const,
    nonceHash: hashToken(signupNonce),
    token: deps.sealer.seal(accessToken),
    wabaId,
    numbers: [{ ...number, id: phoneNumberId, taken: false }],
  }
  const choosing = { ...row, id: newId(), step: 'number' as const }
  const registering = { ...row, id: newId(), step: 'registration' as const }
  await deps.database.db.insert(channelOnboardings).values([choosing, registering])
  return { choosing, registering }
}

/** Another company of the same person, who is admin there too. */
/** Another company of the same people, so that neither is its last admin. */
const createElsewhere = async (deps: Deps, userId: string, colleagueId: string) => {
  const company = await createCompany(deps, { name: 'A second company' })
  await addMember(deps, company.id, userId)
  await addMember(deps, company.id, colleagueId)
  return company
}

const createIncident = async (deps: Deps, startedBy: string) => {
  const id = newId()
  const message = { en: 'Marketing waits', pt: 'O marketing espera' }
  await deps.database.db
    .insert(channelIncidents)
    .values({ id, message, reason: 'Meta is down', channelIds: [], companyIds: [], startedBy })
  return id
}

/** Work that a person asked for and that has not begun. */
const createTask = async (deps: Deps, companyId: string, userId: string) => {
  const id = newId()
  const row = { id, companyId, userId, kind: 'messages.export', input: { filter: {}, format: 'csv' } }
  await deps.database.db.insert(backgroundTasks).values(row)
  return id
}

/** Work that ended with a file. */
const createFinishedTask = async (deps: Deps, companyId: string, userId: string) => {
  const [id, fileId] = [newId(), newId()]
  const stored = await deps.files.put(Buffer.from('name\r\nBea\r\n'), 1000)
  const file = { id: fileId, companyId, ownerKind: 'task', ownerId: id, name: 'messages.csv', mime: 'text/csv' }
  await deps.database.db.insert(files).values({ ...stored, ...file })
  const row = { id, companyId, userId, kind: 'messages.export', input: { filter: {}, format: 'csv' }, fileId }
  await deps.database.db.insert(backgroundTasks).values({ ...row, status: 'completed', finishedAt: deps.now() })
  return id
}

/** A company with rows of every kind. `sources: false` leaves out the systems of the platform, of which it keeps few. */
export const createWorld = async (deps: Deps, { platform = false, sources = true } = {}) => {
  const company = await createCompany(deps, {
    accessBlocks: ['integrations', 'whatsapp_chat', 'bulk_sending', 'automations'],
  })
  const people = await createPeople(deps, company.id, platform ? 'admin' : 'customer')
  const phoneNumberId = takeNumber()
  const { channel } = await createChannel(deps, company.id, { phoneNumberId, wabaId, accessToken })
  const talk = await createTalk(deps, company.id, channel.id)
  const duplicates = await createDuplicates(deps, company.id, talk.contact.id)
  const event = await createWebhookEvent(deps, company.id, channel.id, phoneNumberId)
  const invitation = await createInvitation(deps, company.id, `${newId()}@example.test`)
  const host = await createCompany(deps, { name: 'Another host' })
  const invited = await createInvitation(deps, host.id, people.user.email)
  const settings = await createCompanySettings(deps, company.id, people.user.id)
  const template = await createTemplates(deps, channel)
  const freeNumber = { wabaId, phoneNumberId: takeNumber(), accessToken }
  const signups = await createSignups(deps, company.id, people.user.id, freeNumber.phoneNumberId)
  return {
    company,
    signups,
    ...(await createErasure(deps, company.id, people.user.id)),
    ...(await createPrivacyRequest(deps, company.id, talk.contact.id)),
    elsewhere: await createElsewhere(deps, people.user.id, people.colleague.id),
    incidentId: platform ? await createIncident(deps, people.user.id) : '',
    ...people,
    channel,
    ...talk,
    ...duplicates,
    event,
    invitation,
    invited,
    settings,
    held: await createHeld(deps, company.id, talk.conversation.id, people.user.id),
    scheduled: await createScheduled(deps, company.id, talk.conversation.id, people.user.id),
    imports: await createImports(deps, company.id, people.user.id),
    bannerId: await createBanner(deps, people.user.id),
    finishedTaskId: await createFinishedTask(deps, company.id, people.user.id),
    taskId: await createTask(deps, company.id, people.user.id),
    template,
    campaigns: await createCampaigns(deps, {
      ...{ companyId: company.id, channelId: channel.id, contactId: talk.contact.id, template: template.name },
      ownerId: people.user.id,
    }),
    automations: await createAutomations(deps, {
      ...{ companyId: company.id, ownerId: people.user.id, contactId: talk.contact.id },
    }),
    freeNumber,
    accessToken,
    auditId: await createAuditRow(deps, company.id, people.user.id),
    platform: platform
      ? { ...(await createPlatformWorld(deps)), ...(await createPlatformRows(deps, company.id, sources)) }
      : null,
  }
}
export type World = Awaited<ReturnType<typeof createWorld>>
