import { inTransaction } from '#server/context.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { conflict, notFound } from '#server/notifications/shared/errors.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import * as queries from './queries.ts'

const unknown = (key: string) => notFound(`Topic with key ${key} not found`)

/** 409 when the key is in use. */
export const createTopic = async (
  ctx: EnvironmentCtx,
  input: { key: string; name: string },
): Promise<queries.TopicRow> => {
  const row = await queries.insertTopic(ctx, { id: createNotificationId(), key: input.key, name: input.name })
  if (!row) throw conflict(`A topic with the key ${input.key} exists already`)
  return row
}

/** The topic with the ids of its subscribers; 404 when there is none. */
export const loadTopic = async (ctx: EnvironmentCtx, key: string): Promise<queries.TopicWithMembers> => {
  const row = await queries.findTopicWithMembers(ctx, key)
  if (!row) throw unknown(key)
  return row
}

export const renameTopic = async (
  ctx: EnvironmentCtx,
  key: string,
  name: string,
): Promise<queries.TopicWithMembers> => {
  if (!(await queries.renameTopic(ctx, key, name))) throw unknown(key)
  return loadTopic(ctx, key)
}

/** Creates unknown topics and returns the others. Within a transaction they stay locked until it ends. */
export const ensureTopics = async (
  ctx: EnvironmentCtx,
  topics: readonly { key: string; name: string }[],
): Promise<void> => {
  const rows = topics.map(({ key, name }) => ({ id: createNotificationId(), key, name }))
  if (rows.length > 0) await queries.upsertTopics(ctx, rows)
}

/** Gives each topic exactly these subscribers; topics and subscribers that are unknown are left out. */
export const replaceTopicSubscribers = async (
  ctx: EnvironmentCtx,
  topics: readonly { key: string; subscriberIds: readonly string[] }[],
): Promise<void> => {
  if (topics.length > 0) await queries.replaceMembers(ctx, topics)
}

/** 409 while it has subscribers. */
export const deleteTopic = (ctx: EnvironmentCtx, key: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const topic = await queries.lockTopic(tx, key, 'update')
    if (!topic) throw unknown(key)
    if (await queries.hasMembers(tx, topic.id))
      throw conflict(`The topic with the key ${key} has subscribers and can not be deleted`)
    await queries.deleteTopic(tx, topic.id)
  })

const ATTEMPTS = 5

const ensureTopic = async (ctx: EnvironmentCtx, key: string): Promise<queries.TopicRow> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const known = await queries.lockTopic(ctx, key, 'key share')
    const topic = known ?? (await queries.insertTopic(ctx, { id: createNotificationId(), key, name: key }))
    if (topic) return topic
  }
  throw new Error(`The topic ${key} could not be made`)
}

export type AddedMembers = { succeeded: string[]; failed?: { notFound: string[] } }

/** Adds subscribers to a topic, which is made when it is unknown. Being a member already is no failure. */
export const addTopicSubscribers = (
  ctx: EnvironmentCtx,
  key: string,
  subscriberIds: readonly string[],
): Promise<AddedMembers> =>
  inTransaction(ctx, async (tx) => {
    const topic = await ensureTopic(tx, key)
    const wanted = [...new Set(subscriberIds)]
    const known = new Set(await queries.addMembers(tx, topic.id, wanted))
    const missing = wanted.filter((id) => !known.has(id))
    return {
      succeeded: wanted.filter((id) => known.has(id)),
      ...(missing.length > 0 ? { failed: { notFound: missing } } : {}),
    }
  })

export const removeTopicSubscribers = async (
  ctx: EnvironmentCtx,
  key: string,
  subscriberIds: readonly string[],
): Promise<void> => {
  const topic = await queries.findTopic(ctx, key)
  if (!topic) throw unknown(key)
  await queries.removeMembers(ctx, topic.id, subscriberIds)
}

/** The membership of a subscriber; 404 when the topic or the membership is missing. */
export const loadTopicSubscriber = async (ctx: EnvironmentCtx, key: string, subscriberId: string) => {
  const topic = await queries.findTopic(ctx, key)
  if (!topic) throw unknown(key)
  const member = await queries.findMember(ctx, topic.id, subscriberId)
  if (!member) throw notFound(`Subscriber ${subscriberId} does not belong to the topic with key ${key}`)
  return { topic, member }
}
