import type { Deps } from '#server/context.ts'
import type { SubscriberProfile } from '#server/notifications/audience/subscribers/profile.ts'
import { listSubscriberIdsAfter } from '#server/notifications/audience/subscribers/queries.ts'
import { findTopicsByKeys, listTopicMemberIds } from '#server/notifications/audience/topics/queries.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { writeLogs } from '../activity/logs.ts'
import { CHUNK } from './large.ts'
import { environmentCtx } from './prepare.ts'
import { type EventRow, finishEvents, recordCursor } from './queries/events.ts'
import { profilesOf, startRuns } from './start-runs.ts'

const LEASE_MS = 60_000

type Chunk = { recipients: SubscriberProfile[]; next: string | null }
type Source = (after: string | null) => Promise<Chunk>

const directSource =
  (profiles: readonly SubscriberProfile[]): Source =>
  async (after) => {
    const from = Number(after ?? 0)
    const recipients = profiles.slice(from, from + CHUNK)
    return { recipients, next: from + CHUNK < profiles.length ? String(from + CHUNK) : null }
  }

const everybodySource =
  (ctx: EnvironmentCtx): Source =>
  async (after) => {
    const keys = await listSubscriberIdsAfter(ctx, after, CHUNK)
    const recipients = keys.map(({ subscriberId }) => ({ subscriberId }))
    return { recipients, next: keys.length === CHUNK ? (keys.at(-1)?.subscriberId ?? null) : null }
  }

const logEmptyTopics = (ctx: EnvironmentCtx, { transactionId, workflowId }: EventRow, topicKeys: readonly string[]) =>
  writeLogs(ctx, [{ code: 4002, text: `Nobody is in: ${topicKeys.join(', ')}`, transactionId, workflowId }])

const topicSource =
  (ctx: EnvironmentCtx, event: EventRow, topicKeys: readonly string[]): Source =>
  async (after) => {
    const members = await listTopicMemberIds(ctx, topicKeys, after, CHUNK)
    if (after === null && members.length === 0) await logEmptyTopics(ctx, event, topicKeys)
    const recipients = members
      .map(({ subscriberId }) => ({ subscriberId }))
      .filter(({ subscriberId }) => subscriberId !== event.actor?.subscriberId)
    return { recipients, next: members.length === CHUNK ? (members.at(-1)?.id ?? null) : null }
  }

const sourcesOf = async (ctx: EnvironmentCtx, event: EventRow): Promise<Source[]> => {
  if (event.kind === 'broadcast') return [everybodySource(ctx)]
  const keys = event.recipients.flatMap((one) => ('topicKey' in one ? [one.topicKey] : []))
  const known = new Set((await findTopicsByKeys(ctx, keys)).map(({ key }) => key))
  const unknown = keys.filter((key) => !known.has(key))
  if (unknown.length > 0 && event.cursor === null) {
    const { transactionId, workflowId } = event
    await writeLogs(
      ctx,
      unknown.map((key) => ({ code: 4001, text: `Topic not found: ${key}`, transactionId, workflowId })),
    )
  }
  return [directSource(profilesOf(event.recipients)), ...(known.size > 0 ? [topicSource(ctx, event, [...known])] : [])]
}

/** Where a large event is: which source, and how far in it. */
const readCursor = (cursor: string | null): [source: number, after: string | null] => {
  if (cursor === null) return [0, null]
  const colon = cursor.indexOf(':')
  return [Number(cursor.slice(0, colon)), cursor.slice(colon + 1) || null]
}

/**
 * Works through an event with many recipients in chunks, remembering after each how far it came, so that whoever goes
 * on after a crash repeats one chunk at most; a repeated run is none. Asks `pauses` before each chunk; answers the event
 * as it is then, null when it is done or with another process.
 */
export const startLargeEvent = async (deps: Deps, event: EventRow, pauses: () => boolean): Promise<EventRow | null> => {
  const ctx = await environmentCtx(deps, event.environmentId)
  if (!ctx) return null
  const { pool } = deps.database
  const sources = await sourcesOf(ctx, event)
  let { cursor } = event
  let [at, after] = readCursor(cursor)
  while (at < sources.length) {
    if (pauses()) return { ...event, cursor }
    const chunk = await (sources[at] as Source)(after)
    if (chunk.recipients.length > 0) {
      await startRuns(deps, [{ event, recipients: chunk.recipients, outcome: 'goes_on' }])
    }
    after = chunk.next
    if (after === null) at++
    cursor = `${at}:${after ?? ''}`
    const leaseUntil = new Date(ctx.now().getTime() + LEASE_MS)
    if (!(await recordCursor(pool, { owner: deps.processId, id: event.id, cursor, leaseUntil }))) return null
  }
  await finishEvents(pool, [event.id], ctx.now())
  return null
}
