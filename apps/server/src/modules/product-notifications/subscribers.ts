import { type Ctx, inTransaction } from '#server/context.ts'
import { avatarUrl } from '#server/lib/avatar-url.ts'
import type { CompanyPurgeHandler } from '#server/modules/companies/removal/index.ts'
import { audience, type EnvironmentCtx, ensurePlatformEnvironment, inEnvironment } from '#server/notifications/index.ts'
import { preparedEnvironment } from './environment.ts'
import * as queries from './queries/people.ts'

export const topicOf = (companyId: string): string => `company:${companyId}`
export const adminTopicOf = (companyId: string): string => `company:${companyId}:admins`

export const profileOf = ({
  id,
  avatarFileId,
  suspended: _,
  ...person
}: queries.Person): audience.SubscriberProfile => ({
  subscriberId: id,
  ...person,
  avatar: avatarUrl(id, avatarFileId),
})

const syncTenants = (ctx: EnvironmentCtx, ids: readonly string[]): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const companies = await queries.findCompanies(tx, ids)
    await audience.upsertTenants(
      tx,
      companies.map(({ id, name }) => ({ identifier: id, name })),
    )
    await audience.ensureTopics(
      tx,
      companies.flatMap(({ id, name }) => [
        { key: topicOf(id), name },
        { key: adminTopicOf(id), name: `${name}: admins` },
      ]),
    )
    // Read only now that the topics are locked: whoever changed the members before has committed.
    const members = await queries.listMemberships(tx, ids)
    const people = await queries.findPeople(tx, [...new Set(members.map(({ userId }) => userId))])
    await audience.upsertSubscribers(tx, people.map(profileOf))
    await audience.replaceTopicSubscribers(
      tx,
      ids.flatMap((id) => {
        const own = members.filter(({ companyId }) => companyId === id)
        return [
          { key: topicOf(id), subscriberIds: own.map(({ userId }) => userId) },
          { key: adminTopicOf(id), subscriberIds: own.flatMap(({ userId, admin }) => (admin ? [userId] : [])) },
        ]
      }),
    )
  })

/** Lets the notification service know a person as they are now, in the caller's transaction. */
export const syncSubscriber = async (ctx: Ctx, userId: string): Promise<void> => {
  const environment = preparedEnvironment(ctx.deps)
  if (!environment) return
  const own = inEnvironment(ctx, environment)
  await audience.upsertSubscribers(own, (await queries.findPeople(own, [userId])).map(profileOf))
}

/** Brings a suspended or restored person up to date, together with the topics of their companies. */
export const syncAccountStatus = async (ctx: Ctx, userId: string): Promise<void> => {
  await syncSubscriber(ctx, userId)
  const environment = preparedEnvironment(ctx.deps)
  if (!environment) return
  const own = inEnvironment(ctx, environment)
  await syncTenants(own, await queries.listCompaniesOf(own, userId))
}

/** Takes a person out of the notification service, with everything that was to be told to them. */
export const removePerson = async (ctx: Ctx, userId: string): Promise<void> => {
  const environment = preparedEnvironment(ctx.deps)
  if (!environment) return
  const own = inEnvironment(ctx, environment)
  // Created first, so that there is a subscriber to remove.
  await audience.upsertSubscribers(own, [{ subscriberId: userId }])
  await audience.deleteSubscriber(own, userId)
}

/** Lets it know a company as it is now: its name, its members and its admins. */
export const syncTenant = async (ctx: Ctx, companyId: string): Promise<void> => {
  const environment = preparedEnvironment(ctx.deps)
  if (environment) await syncTenants(inEnvironment(ctx, environment), [companyId])
}

/** Takes a company out of it; everything that was told in its name follows soon. */
export const removeTenant: CompanyPurgeHandler = async (ctx, { id: companyId }) => {
  const environment = await ensurePlatformEnvironment(ctx.deps)
  const topics = [topicOf(companyId), adminTopicOf(companyId)]
  await audience.eraseTenant(inEnvironment(ctx, environment), { identifier: companyId, topics })
}

const PEOPLE = 1000
const COMPANIES = 200

/** Repairs missed changes; takes two statements if there are none. */
export const syncEverybody = async (ctx: EnvironmentCtx): Promise<void> => {
  for (let after: string | null = null; ; ) {
    const stray = await queries.listStrayPeople(ctx, after, PEOPLE)
    await audience.upsertSubscribers(ctx, stray.map(profileOf))
    if (stray.length < PEOPLE) break
    after = stray.at(-1)?.id ?? null
  }
  const companies = await queries.listStrayCompanies(ctx)
  for (let from = 0; from < companies.length; from += COMPANIES)
    await syncTenants(ctx, companies.slice(from, from + COMPANIES))
}
