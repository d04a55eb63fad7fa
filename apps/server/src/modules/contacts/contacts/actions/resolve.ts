import { newId } from '#server/lib/ids.ts'
import {
  claimPhone,
  deleteIdentity,
  findContactsByPhone,
  findIdentities,
  insertContacts,
  insertIdentities,
  lockPeople,
  type NewContact,
  setPhone,
  updateIdentity,
} from '../queries/identities.ts'
import type { Identity, PeopleHooks, Sql, UserKey } from '../whatsapp-user.ts'

const phoneKey = (user: Pick<UserKey, 'companyId' | 'scope' | 'phone'>) =>
  `${user.companyId} ${user.scope} p${user.phone}`
const bsuidKey = (user: Pick<UserKey, 'companyId' | 'scope' | 'bsuid'>) =>
  `${user.companyId} ${user.scope} b${user.bsuid}`
const keysOf = (user: UserKey) => [
  ...(user.phone === null ? [] : [phoneKey(user)]),
  ...(user.bsuid === null ? [] : [bsuidKey(user)]),
]

/** Inserts unknown people in one statement if no two of them can be the same person. */
const splitNew = (users: readonly UserKey[], known: readonly Identity[]) => {
  const taken = new Set(known.flatMap((identity) => [phoneKey(identity), bsuidKey(identity)]))
  const fresh: UserKey[] = []
  const rest: UserKey[] = []
  for (const user of users) {
    const keys = keysOf(user)
    if (keys.some((key) => taken.has(key))) {
      rest.push(user)
      continue
    }
    for (const key of keys) taken.add(key)
    fresh.push(user)
  }
  return { fresh, rest }
}

const createPeople = async (sql: Sql, users: readonly UserKey[]): Promise<void> => {
  const phones = users.flatMap(({ companyId, phone }) => (phone === null ? [] : [{ companyId, phone }]))
  const owners = await findContactsByPhone(sql, phones)
  const contacts: NewContact[] = []
  const identities = users.map((user): Identity => {
    const contactKey = `${user.companyId} ${user.phone}`
    const contactId = owners.get(contactKey) ?? newId()
    if (!owners.has(contactKey)) {
      contacts.push({
        companyId: user.companyId,
        id: contactId,
        name: null,
        profileName: user.profileName,
        phone: user.phone,
      })
      if (user.phone !== null) owners.set(contactKey, contactId)
    }
    return { id: newId(), contactId, ...user }
  })
  await insertContacts(sql, contacts)
  await insertIdentities(sql, identities)
}

/** Makes one contact of two; the one known by phone stays. */
const joinInto = async (sql: Sql, from: Identity, to: Identity, hooks: PeopleHooks): Promise<void> => {
  await hooks.merge(sql, {
    companyId: to.companyId,
    fromIdentityId: from.id,
    toIdentityId: to.id,
    fromContactId: from.contactId,
    toContactId: to.contactId,
  })
}

const mergeIdentities = async (sql: Sql, from: Identity, to: Identity, hooks: PeopleHooks): Promise<void> => {
  await joinInto(sql, from, to, hooks)
  await deleteIdentity(sql, from.companyId, from.id)
  if (from.contactId !== to.contactId)
    await hooks.join(sql, { companyId: to.companyId, from: from.contactId, to: to.contactId })
}

/** Takes the phone for the identity's contact; a contact that had it already swallows the other. */
const settlePhone = async (sql: Sql, identity: Identity, phone: string, hooks: PeopleHooks): Promise<Identity> => {
  const owner = await claimPhone(sql, identity.companyId, identity.contactId, phone)
  if (owner === identity.contactId) return identity
  const joined = { ...identity, contactId: owner }
  await joinInto(sql, identity, joined, hooks)
  await hooks.join(sql, { companyId: identity.companyId, from: identity.contactId, to: owner })
  return joined
}

/** Brings one person's records in line with what an event says of them, and answers the identity they have now. */
export const linkUser = async (sql: Sql, user: UserKey, hooks: PeopleHooks): Promise<Identity | null> => {
  const found = await findIdentities(sql, [user])
  const byBsuid = user.bsuid === null ? undefined : found.find((identity) => identity.bsuid === user.bsuid)
  const byPhone = user.phone === null ? undefined : found.find((identity) => identity.phone === user.phone)
  const kept = byPhone ?? byBsuid
  if (!kept) return null
  if (byPhone && byBsuid && byPhone.id !== byBsuid.id) await mergeIdentities(sql, byBsuid, byPhone, hooks)
  const phone = user.phone ?? kept.phone
  const settled = phone !== null && phone !== kept.phone ? await settlePhone(sql, kept, phone, hooks) : kept
  const linked: Identity = {
    ...settled,
    phone,
    waId: user.waId ?? kept.waId,
    bsuid: user.bsuid ?? kept.bsuid,
    parentBsuid: user.parentBsuid ?? kept.parentBsuid ?? byBsuid?.parentBsuid ?? null,
    username: user.username ?? kept.username ?? byBsuid?.username ?? null,
  }
  await updateIdentity(sql, linked)
  return linked
}

/**
 * Makes sure that each of these people has exactly one identity and contact, linking and merging records when an event
 * names a phone and a business-scoped id together. Serial within a company; call it for people who are new or changed only.
 */
export const resolveUsers = async (sql: Sql, users: readonly UserKey[], hooks: PeopleHooks): Promise<void> => {
  if (users.length === 0) return
  await lockPeople(
    sql,
    users.map((user) => user.companyId),
  )
  const { fresh, rest } = splitNew(users, await findIdentities(sql, users))
  await createPeople(sql, fresh)
  for (const user of rest) await linkUser(sql, user, hooks)
}

const settleNewPhone = async (sql: Sql, identity: Identity, phone: string, hooks: PeopleHooks): Promise<Identity> => {
  const owner = (await findContactsByPhone(sql, [{ companyId: identity.companyId, phone }])).get(
    `${identity.companyId} ${phone}`,
  )
  if (owner !== undefined && owner !== identity.contactId) {
    await joinInto(sql, { ...identity, contactId: owner }, identity, hooks)
    await hooks.join(sql, { companyId: identity.companyId, from: owner, to: identity.contactId })
  }
  await setPhone(sql, identity.companyId, identity.contactId, phone)
  return identity
}

/** A person changed number or business-scoped id: their record gets the new one. Unknown people are left alone. */
export const changeUser = async (
  sql: Sql,
  before: UserKey,
  after: Pick<UserKey, 'phone' | 'waId' | 'bsuid' | 'parentBsuid'>,
  hooks: PeopleHooks,
): Promise<Identity | null> => {
  await lockPeople(sql, [before.companyId])
  const found = await findIdentities(sql, [before])
  const known = found.find((identity) => identity.bsuid !== null && identity.bsuid === before.bsuid) ?? found[0]
  if (!known) return null
  const next = { ...before, ...after, username: null, profileName: null }
  const others = (await findIdentities(sql, [next])).filter((identity) => identity.id !== known.id)
  for (const other of others) await mergeIdentities(sql, other, known, hooks)
  const phone = after.phone ?? known.phone
  const settled = phone !== null && phone !== known.phone ? await settleNewPhone(sql, known, phone, hooks) : known
  const changed: Identity = {
    ...settled,
    phone,
    waId: after.waId ?? known.waId,
    bsuid: after.bsuid ?? known.bsuid,
    parentBsuid: after.parentBsuid ?? known.parentBsuid,
  }
  await updateIdentity(sql, changed)
  return changed
}
