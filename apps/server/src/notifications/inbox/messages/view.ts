import type { InboxMessage } from '@recado/contracts/notifications/inbox'
import type { Ctx } from '#server/context.ts'
import type { Environment } from '#server/notifications/shared/context.ts'
import type { MessageRow } from './queries/columns.ts'
import { findOrganizationIds, findPersons, type Person } from './queries/people.ts'

/** A context that may know the environment of all the messages, and the subscriber of some. */
type ViewCtx = Pick<Ctx, 'db' | 'deps' | 'inTransaction'> & { environment?: Environment; subscriber?: Person }

const date = (value: Date | string): string => new Date(value).toISOString()
const given = <T>(value: T | null): T | undefined => value ?? undefined

const personView = (person: Person) => ({
  _id: person.id,
  id: person.id,
  subscriberId: person.subscriberId,
  firstName: given(person.firstName),
  lastName: given(person.lastName),
  avatar: given(person.avatar),
})

const actorView = (actor: NonNullable<MessageRow['actor']>, person: Person | undefined) => ({
  type: actor.type,
  data: actor.type === 'user' ? (person?.avatar ?? null) : (actor.data ?? null),
})

const addressOf = ({ channel, address }: MessageRow) => {
  if (address === null) return {}
  if (channel === 'email') return { email: address }
  return channel === 'sms' ? { phone: address } : { directWebhookUrl: address }
}

/** Who is in a message. */
export type Around = { organizationId: string; person: Person | undefined; actorPerson: Person | undefined }

/** A message as the wire shows it. */
export const messageView = (row: MessageRow, { organizationId, person, actorPerson }: Around): InboxMessage => ({
  _id: row.id,
  id: row.id,
  _templateId: row.workflowId,
  templateIdentifier: row.workflowIdentifier,
  _messageTemplateId: row.templateId,
  _notificationId: row.runId,
  _jobId: row.jobId,
  _subscriberId: row.subscriberId,
  _environmentId: row.environmentId,
  _organizationId: organizationId,
  _feedId: row.feedId,
  _actorId: given(row.actorId),
  channel: row.channel,
  subject: given(row.subject),
  title: given(row.title),
  content: row.content,
  cta: { ...row.cta, action: { ...row.cta.action, buttons: row.cta.action?.buttons ?? [] } },
  seen: row.seenAt !== null,
  read: row.readAt !== null,
  lastSeenDate: row.seenAt === null ? undefined : date(row.seenAt),
  lastReadDate: row.readAt === null ? undefined : date(row.readAt),
  createdAt: date(row.createdAt),
  updatedAt: date(row.updatedAt),
  expireAt: date(row.expireAt),
  transactionId: row.transactionId,
  payload: row.payload ?? {},
  ...(row.payload === null ? { payloadOmitted: true } : {}),
  providerId: row.providerId,
  ...addressOf(row),
  identifier: given(row.providerMessageId),
  status: row.status,
  errorId: row.errorCode === null ? undefined : String(row.errorCode),
  errorText: given(row.errorText),
  deviceTokens: [],
  deleted: row.deletedAt !== null,
  deletedAt: row.deletedAt === null ? undefined : date(row.deletedAt),
  archived: row.archivedAt !== null,
  archivedAt: row.archivedAt === null ? undefined : date(row.archivedAt),
  snoozedUntil: row.snoozedUntil === null ? null : date(row.snoozedUntil),
  actor: row.actor === null ? undefined : actorView(row.actor, actorPerson),
  subscriber: person ? personView(person) : null,
  actorSubscriber: actorPerson && personView(actorPerson),
})

const peopleIn = async (ctx: ViewCtx, rows: readonly MessageRow[]): Promise<Map<string, Person>> => {
  const known: [string, Person][] = ctx.subscriber ? [[ctx.subscriber.id, ctx.subscriber]] : []
  const ids = new Set(
    rows.flatMap(({ subscriberId, actorId }) => [subscriberId, ...(actorId === null ? [] : [actorId])]),
  )
  for (const [id] of known) ids.delete(id)
  return new Map([...known, ...(ids.size > 0 ? await findPersons(ctx, [...ids]) : [])])
}

/** Messages as the wire shows them, in the order of `rows`, with the people in them; of one environment or of several. */
export const messageViews = async (ctx: ViewCtx, rows: readonly MessageRow[]): Promise<InboxMessage[]> => {
  if (rows.length === 0) return []
  const { environment } = ctx
  const [people, organizations] = await Promise.all([
    peopleIn(ctx, rows),
    environment
      ? new Map([[environment.id, environment.organizationId]])
      : findOrganizationIds(ctx, [...new Set(rows.map((row) => row.environmentId))]),
  ])
  return rows.map((row) =>
    messageView(row, {
      organizationId: organizations.get(row.environmentId) ?? '',
      person: people.get(row.subscriberId),
      actorPerson: row.actorId === null ? undefined : people.get(row.actorId),
    }),
  )
}
