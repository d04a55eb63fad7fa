import { randomBytes, randomInt } from 'node:crypto'
import type { AccessBlock, MemberGrant, MemberRole, UserRole } from '@recado/contracts'
import type { ApiScope } from '@recado/contracts/api-scopes'
import type { Deps } from '#server/context.ts'
import { companies, companyMembers } from '#server/db/schema/companies/companies.ts'
import { contactIdentities, contacts } from '#server/db/schema/contacts/contacts.ts'
import { sessions } from '#server/db/schema/identity/sessions.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { apiKeys } from '#server/db/schema/integrations/api-keys.ts'
import { channels, waAccounts } from '#server/db/schema/whatsapp/channels.ts'
import { newId } from '#server/lib/ids.ts'
import { createToken, hashToken } from '#server/lib/seal.ts'
import { cookieName } from '#server/modules/identity/sessions/index.ts'

const digits = (length: number) => Array.from({ length }, () => randomInt(1, 10)).join('')

export const createCompany = async (
  deps: Deps,
  fields: { name?: string; accessBlocks?: AccessBlock[]; timezone?: string } = {},
) => {
  const accessBlocks = fields.accessBlocks ?? ['integrations', 'whatsapp_chat']
  const values = { id: newId(), name: 'Test company', ...fields, accessBlocks, planBlocks: accessBlocks }
  const [company] = await deps.database.db.insert(companies).values(values).returning()
  if (!company) throw new Error('no company')
  return company
}

export const createUser = async (
  deps: Deps,
  fields: {
    name?: string
    email?: string
    role?: UserRole
    passwordHash?: string
    totpSecret?: string
    totpConfirmedAt?: Date
    locale?: 'en' | 'pt'
  } = {},
) => {
  const id = newId()
  const values = {
    id,
    email: `${id}@example.test`,
    name: 'Test Person',
    status: 'active' as const,
    emailVerifiedAt: new Date(),
    ...fields,
  }
  const [user] = await deps.database.db.insert(users).values(values).returning()
  if (!user) throw new Error('no user')
  return user
}

export const addMember = async (
  deps: Deps,
  companyId: string,
  userId: string,
  fields: { role?: MemberRole; grants?: MemberGrant[]; visibility?: 'all' | 'teams' | 'assigned' } = {},
) => {
  await deps.database.db
    .insert(companyMembers)
    .values({ id: newId(), companyId, userId, role: 'admin', status: 'active', joinedAt: new Date(), ...fields })
}

/** A session of the user in the company; answers the headers to send with each request. */
export const signIn = async (deps: Deps, userId: string, companyId: string | null = null) => {
  const token = createToken()
  await deps.database.db.insert(sessions).values({
    id: newId(),
    tokenHash: hashToken(token),
    userId,
    companyId,
    expiresAt: new Date(Date.now() + 86_400_000),
  })
  return { cookie: `${cookieName(deps.config, 'session-token')}=${token}` }
}

/** A person who is signed in to a company of their own, as its admin unless said otherwise. */
export const createSignedIn = async (
  deps: Deps,
  fields: Parameters<typeof addMember>[3] = {},
  existing?: Awaited<ReturnType<typeof createCompany>>,
) => {
  const company = existing ?? (await createCompany(deps))
  const user = await createUser(deps)
  await addMember(deps, company.id, user.id, fields)
  return { company, user, headers: await signIn(deps, user.id, company.id) }
}

export const createChannel = async (
  deps: Deps,
  companyId: string,
  fields: { phoneNumberId?: string; wabaId?: string; accessToken?: string; throughput?: number; phone?: string } = {},
) => {
  const [account] = await deps.database.db
    .insert(waAccounts)
    .values({
      id: newId(),
      companyId,
      wabaId: fields.wabaId ?? digits(15),
      name: 'Test account',
      token: deps.sealer.seal(fields.accessToken ?? `EAA${randomBytes(40).toString('hex')}`),
    })
    .returning()
  if (!account) throw new Error('no account')
  const [channel] = await deps.database.db
    .insert(channels)
    .values({
      id: newId(),
      companyId,
      waAccountId: account.id,
      phoneNumberId: fields.phoneNumberId ?? digits(15),
      phone: fields.phone ?? '+55 81 3030-4040',
      name: 'Test number',
      ...(fields.throughput === undefined ? {} : { throughput: fields.throughput }),
    })
    .returning()
  if (!channel) throw new Error('no channel')
  return { account, channel }
}

/** A conversation with a new contact; no channel is needed to read it. */
export const createConversation = async (
  deps: Deps,
  companyId: string,
  fields: Partial<typeof conversations.$inferInsert> = {},
) => {
  const { db } = deps.database
  const createdAt = fields.createdAt ?? deps.now()
  const [contact] = await db.insert(contacts).values({ companyId, id: newId(), name: 'Bia', createdAt }).returning()
  if (!contact) throw new Error('no contact')
  const identity = { companyId, id: newId(), contactId: contact.id, scope: 'portfolio' }
  await db.insert(contactIdentities).values(identity)
  const row = {
    companyId,
    id: newId(),
    channelId: newId(),
    contactId: contact.id,
    identityId: identity.id,
    createdAt,
  }
  const [conversation] = await db
    .insert(conversations)
    .values({ ...row, ...fields })
    .returning()
  if (!conversation) throw new Error('no conversation')
  return conversation
}

/** An API key of a company, and the header by which a program shows it. */
export const createApiKey = async (deps: Deps, companyId: string, scopes: readonly ApiScope[]) => {
  const secret = `rk_live_${createToken()}`
  const stored = { prefix: secret.slice(0, 12), secretHash: hashToken(secret), addresses: [] }
  const key = { id: newId(), companyId, name: 'A program', scopes: [...scopes], ...stored }
  await deps.database.db.insert(apiKeys).values(key)
  return { ...key, secret, headers: { authorization: `Bearer ${secret}` } }
}
