import { chatSettings } from '@recado/contracts/inbox/chat-settings'
import { newId } from '#server/lib/ids.ts'
import {
  type PeopleHooks,
  refreshProfiles,
  resolveUsers,
  type Sql,
  type UserKey,
} from '#server/modules/contacts/contacts/index.ts'
import { type IncomingMessage, isTappedAnswer } from '#server/modules/inbox/messages/index.ts'
import {
  findKnownWamids,
  findThreads,
  insertConversations,
  type NewConversation,
  type ThreadKey,
  type ThreadRow,
} from '../queries/threads.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const usual = chatSettings.parse({})

/** Where messages of one person on one channel go. */
export type Thread = {
  companyId: string
  channelId: string
  contactId: string
  /** The company has blocked them: what they write takes nothing up. */
  blocked: boolean
  conversationId: string
  /** The conversation was resolved when these messages came. */
  resolved: boolean
  /** The customer was waiting for an answer already. */
  waiting: boolean
  /** Meta's id of the text by which the customer explains a score: it takes nothing up again. */
  commentWamid: string | null
  /** It was put aside. */
  snoozed: boolean
  /** The conversation began with them. */
  started: boolean
  assigneeId: string | null
  /** A member follows it. */
  followed: boolean
}

export const threadKeyOf = (message: Pick<IncomingMessage, 'channelId' | 'user'>): string =>
  `${message.channelId} ${message.user.phone} ${message.user.bsuid}`

const isSettled = (row: ThreadRow, user: UserKey): boolean => {
  if (user.phone === null) return row.byBsuid !== null
  if (user.bsuid === null) return row.byPhone !== null
  return row.byBsuid !== null && row.byBsuid === row.byPhone
}

const hasNews = (row: ThreadRow, user: UserKey): boolean =>
  (user.profileName !== null && user.profileName !== row.profileName) ||
  (user.waId !== null && user.waId !== row.waId) ||
  (user.username !== null && user.username !== row.username) ||
  (user.parentBsuid !== null && user.parentBsuid !== row.parentBsuid)

const settle = async (sql: Sql, keys: readonly ThreadKey[], hooks: PeopleHooks): Promise<Map<ThreadKey, ThreadRow>> => {
  const first = await findThreads(sql, keys)
  const rows = new Map(keys.map((key, i) => [key, first[i] as ThreadRow]))
  const unsettled = keys.filter((key) => !isSettled(rows.get(key) as ThreadRow, key.user))
  if (unsettled.length === 0) return rows
  let merged = false
  const users = unsettled.map((key) => key.user)
  await resolveUsers(sql, users, {
    ...hooks,
    merge: async (tx, merge) => {
      merged = true
      await hooks.merge(tx, merge)
    },
  })
  // A merge may have touched the records of others in the batch, so all are read again.
  const changed = merged ? keys : unsettled
  const second = await findThreads(sql, changed)
  for (const [i, key] of changed.entries()) rows.set(key, second[i] as ThreadRow)
  return rows
}

/** Whether a message changes nothing that people watch: history, or written by someone who is blocked. */
const isQuiet = ({ blocked }: ThreadRow, { quiet, origin }: IncomingMessage) =>
  quiet || (blocked && origin === 'contact')

const identityOf = (row: ThreadRow) => row.byPhone ?? row.byBsuid

const refresh = async (sql: Sql, rows: ReadonlyMap<ThreadKey, ThreadRow>): Promise<void> => {
  const changes = [...rows].flatMap(([{ user }, row]) => {
    const identityId = identityOf(row)
    if (!hasNews(row, user) || identityId === null || row.contactId === null) return []
    return [{ companyId: user.companyId, identityId, contactId: row.contactId, user }]
  })
  const latest = new Map(changes.map((change) => [change.identityId, change]))
  await refreshProfiles(sql, [...latest.values()])
}

type Group = { key: ThreadKey; row: ThreadRow; messages: IncomingMessage[] }

/** The first text after a score that nothing was said about yet. */
const commentOf = ({ row, messages }: Group): IncomingMessage | undefined =>
  row.takesComment ? messages.find((m) => m.origin === 'contact' && !isQuiet(row, m) && m.type === 'text') : undefined

/** Whether the messages go on in the conversation that was found, rather than begin a new one. */
const goesOn = (group: Group, now: Date): boolean => {
  const { row, messages } = group
  if (row.conversationId === null) return false
  const comment = commentOf(group)
  const stays = (m: IncomingMessage) =>
    isQuiet(row, m) || m.origin === 'phone_app' || isTappedAnswer(m) || m === comment
  if (row.status !== 'resolved' || messages.every(stays)) return true
  const days = row.reopenDays ?? usual.reopenDays
  return row.resolvedAt !== null && now.getTime() - row.resolvedAt.getTime() <= days * DAY_MS
}

type Started = { id: string; contactId: string }

const startConversations = async (sql: Sql, groups: readonly Group[]): Promise<Map<string, Started>> => {
  const started = new Map<string, NewConversation>()
  for (const { key, row, messages } of groups) {
    const identityId = identityOf(row)
    const [earliest] = messages.map((message) => message.occurredAt).sort((a, b) => a.getTime() - b.getTime())
    if (identityId === null || !earliest) throw new Error('A person has no record')
    const place = `${key.channelId} ${identityId}`
    const known = started.get(place)
    const quiet = messages.every((message) => isQuiet(row, message))
    if (known && !quiet) known.status = 'open'
    if (known) continue
    started.set(place, {
      companyId: key.user.companyId,
      id: newId(),
      channelId: key.channelId,
      identityId,
      status: quiet ? 'resolved' : 'open',
      startedAt: earliest,
    })
  }
  const contacts = await insertConversations(sql, [...started.values()])
  return new Map(
    [...started].flatMap(([place, { id }]) => {
      const contactId = contacts.get(id)
      return contactId === undefined ? [] : [[place, { id, contactId }]]
    }),
  )
}

/**
 * Finds or makes the person and the conversation of each message. Messages that are rows already make nothing; what is
 * left of them has no thread. One open conversation for each person and channel: a resolved one is taken up again within
 * the days of the company's chat settings.
 */
export const findOrStartThreads = async (
  sql: Sql,
  messages: readonly IncomingMessage[],
  now: Date,
  hooks: PeopleHooks,
): Promise<Map<string, Thread>> => {
  const byKey = Map.groupBy(messages, threadKeyOf)
  const keys = [...byKey.values()].map((group): ThreadKey => {
    const latest = group.findLast((message) => message.user.profileName !== null) ?? group[0]
    return { channelId: (group[0] as IncomingMessage).channelId, user: (latest as IncomingMessage).user }
  })
  const rows = await settle(sql, keys, hooks)
  await refresh(sql, rows)
  const groups = [...byKey.values()].map((group, i): Group => {
    const key = keys[i] as ThreadKey
    return { key, row: rows.get(key) as ThreadRow, messages: group }
  })
  const moving = groups.filter((group) => group.row.status === 'resolved' || group.row.conversationId === null)
  const known = await findKnownWamids(
    sql,
    moving.flatMap((group) => group.messages),
  )
  const threads = new Map<string, Thread>()
  const starting: Group[] = []
  for (const group of groups) {
    const fresh = moving.includes(group)
      ? group.messages.filter((message) => !known.has(`${message.channelId} ${message.wamid}`))
      : group.messages
    if (fresh.length === 0) continue
    const left = { ...group, messages: fresh }
    if (goesOn(left, now)) threads.set(threadKeyOf(group.key), threadOf(left, group.row.conversationId as string))
    else starting.push(left)
  }
  const started = await startConversations(sql, starting)
  for (const group of starting) {
    const conversation = started.get(`${group.key.channelId} ${identityOf(group.row)}`)
    if (conversation) threads.set(threadKeyOf(group.key), newThreadOf(group, conversation))
  }
  return threads
}

const threadOf = (group: Group, conversationId: string): Thread => {
  const { key, row } = group
  return {
    companyId: key.user.companyId,
    channelId: key.channelId,
    contactId: row.contactId as string,
    blocked: row.blocked,
    conversationId,
    resolved: row.status === 'resolved',
    waiting: row.waitingSince !== null,
    commentWamid: commentOf(group)?.wamid ?? null,
    snoozed: row.status === 'snoozed',
    started: false,
    assigneeId: row.assigneeId,
    followed: row.followed,
  }
}

const newThreadOf = (group: Group, { id, contactId }: Started): Thread => ({
  ...threadOf(group, id),
  contactId,
  resolved: false,
  waiting: false,
  commentWamid: null,
  snoozed: false,
  started: true,
  assigneeId: null,
  followed: false,
})
