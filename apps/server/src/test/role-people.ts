import { memberGrants } from '@recado/contracts'
import { eq } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'
import { operatorChannels } from '#server/db/schema/admin/operators.ts'
import { sessions } from '#server/db/schema/identity/sessions.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { newId } from '#server/lib/ids.ts'
import { createToken, hashToken } from '#server/lib/seal.ts'
import { cookieName } from '#server/modules/identity/sessions/index.ts'
import { addMember, createCompany, createUser, signIn } from './factories.ts'

/** One person for each distinct role. Members belong to one company, which company admins administer unless noted. */
export const people = [
  'anonymous',
  'customer without a company',
  'member',
  ...memberGrants.map((grant) => `member with ${grant}` as const),
  'company admin',
  'admin without blocks',
  'operator',
  'operator of the number',
  'support',
  'platform admin',
  'admin seen by platform admin',
  'admin entered by platform admin',
] as const
export type Person = (typeof people)[number]

type Headers = { cookie?: string }

type Entry = { userId: string; companyId: string; impersonatorId: string; mode: 'view' | 'act' }

/** A platform admin in the account of someone else, to look only or to act. */
export const enterAs = async (deps: Deps, { mode, ...entry }: Entry) => {
  const token = createToken()
  await deps.database.db.insert(sessions).values({
    id: newId(),
    tokenHash: hashToken(token),
    ...entry,
    impersonationMode: mode,
    reason: 'They cannot find a message',
    expiresAt: new Date(Date.now() + 3_600_000),
  })
  return { cookie: `${cookieName(deps.config, 'session-token')}=${token}` }
}

const createOperator = async (deps: Deps, channelId?: string): Promise<Headers> => {
  const { db } = deps.database
  const { id } = await createUser(deps)
  await db.update(users).set({ waOperator: true }).where(eq(users.id, id))
  if (channelId) await db.insert(operatorChannels).values({ userId: id, channelId, assignedBy: id })
  return signIn(deps, id)
}

/** Each of `people`, by the headers of their session, and the company of the admin without blocks. */
export const createRolePeople = async (
  deps: Deps,
  { companyId, channelId }: { companyId: string; channelId: string },
) => {
  const member = async (home: string, fields: Parameters<typeof addMember>[3]) => {
    const { id } = await createUser(deps)
    await addMember(deps, home, id, fields)
    return { id, headers: await signIn(deps, id, home) }
  }
  const signedIn = async (role: 'customer' | 'support' | 'admin') => {
    const { id } = await createUser(deps, { role })
    return { id, headers: await signIn(deps, id) }
  }
  const granted: [string, Headers][] = []
  for (const grant of memberGrants) {
    const { headers } = await member(companyId, { role: 'member', grants: [grant] })
    granted.push([`member with ${grant}`, headers])
  }
  const bare = await createCompany(deps, { accessBlocks: [] })
  const companyAdmin = await member(companyId, { role: 'admin' })
  const platformAdmin = await signedIn('admin')
  const entry = { userId: companyAdmin.id, companyId, impersonatorId: platformAdmin.id }
  const headersOf: Record<string, Headers> = {
    ...Object.fromEntries(granted),
    anonymous: {},
    'customer without a company': (await signedIn('customer')).headers,
    member: (await member(companyId, { role: 'member' })).headers,
    'company admin': companyAdmin.headers,
    'admin without blocks': (await member(bare.id, { role: 'admin' })).headers,
    operator: await createOperator(deps),
    'operator of the number': await createOperator(deps, channelId),
    support: (await signedIn('support')).headers,
    'platform admin': platformAdmin.headers,
    'admin seen by platform admin': await enterAs(deps, { ...entry, mode: 'view' }),
    'admin entered by platform admin': await enterAs(deps, { ...entry, mode: 'act' }),
  }
  return { headersOf: (who: Person): Headers => headersOf[who] ?? {}, bare }
}
export type RolePeople = Awaited<ReturnType<typeof createRolePeople>>
