import { statusRank } from '@recado/contracts/inbox/messages'
import { newId } from '#server/lib/ids.ts'
import type { Sql } from '#server/modules/contacts/contacts/index.ts'
import { answering } from '#server/modules/inbox/messages/index.ts'
import type { IncomingStatus } from '../incoming.ts'
import type { Touched } from '../queries/record.ts'
import {
  findByMessageId,
  findByWamid,
  insertParked,
  insertStatusEvents,
  mergeStatuses,
  messageIdOf,
  type StatusMerge,
  type StatusTarget,
  saveFreeEntries,
} from '../queries/statuses.ts'

const instants = {
  sent: 'sent_at',
  delivered: 'delivered_at',
  read: 'read_at',
  played: 'played_at',
  failed: 'failed_at',
} as const

/** Pairs statuses with their messages: by our own id, else by wamid. */
const findTargets = async (
  sql: Sql,
  statuses: readonly IncomingStatus[],
): Promise<Map<IncomingStatus, StatusTarget>> => {
  const targets = new Map<IncomingStatus, StatusTarget>()
  const match = (keys: readonly IncomingStatus[], rows: readonly StatusTarget[]) => {
    for (const row of rows) targets.set(keys[row.n - 1] as IncomingStatus, row)
  }
  const named = statuses.flatMap((s) => {
    const messageId = messageIdOf(s.messageId)
    return messageId === null ? [] : [{ ...s, messageId, origin: s }]
  })
  match(
    named.map((key) => key.origin),
    await findByMessageId(sql, named),
  )
  const rest = statuses.filter((status) => !targets.has(status))
  match(rest, await findByWamid(sql, rest))
  return targets
}

const emptyMerge = (target: StatusTarget, status: IncomingStatus, wamid: string | null): StatusMerge => ({
  company_id: target.companyId,
  id: target.id,
  wamid,
  status: status.status,
  rank: -1,
  sent_at: null,
  delivered_at: null,
  read_at: null,
  played_at: null,
  failed_at: null,
  error_code: null,
  error_class: null,
  error_details: null,
  pricing_category: null,
  pricing_type: null,
})

const addTo = (merge: StatusMerge, status: IncomingStatus): void => {
  const rank = statusRank[status.status]
  if (rank > merge.rank) {
    merge.rank = rank
    merge.status = status.status
  }
  const field = instants[status.status]
  const known = merge[field]
  if (known === null || status.at < known) merge[field] = status.at
  if (status.status === 'failed') {
    merge.error_code = status.errorCode
    merge.error_class = status.errorClass ?? 'unknown'
    merge.error_details = status.errorDetails
  }
  merge.pricing_category = status.pricingCategory ?? merge.pricing_category
  merge.pricing_type = status.pricingType ?? merge.pricing_type
}

const mergesOf = (targets: ReadonlyMap<IncomingStatus, StatusTarget>): StatusMerge[] => {
  const merges = new Map<string, StatusMerge>()
  const given = new Set<string>()
  for (const [status, target] of targets) {
    const key = `${status.channelId} ${status.wamid}`
    const merge = merges.get(target.id) ?? emptyMerge(target, status, given.has(key) ? null : status.wamid)
    given.add(key)
    merges.set(target.id, merge)
    addTo(merge, status)
  }
  return [...merges.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

const park = (sql: Sql, statuses: readonly IncomingStatus[]) =>
  insertParked(
    sql,
    statuses.map((status) => {
      const { companyId, channelId, wamid, at, ...detail } = status
      return { id: newId(), channel_id: channelId, wamid, status: status.status, at, detail: { ...detail, companyId } }
    }),
  )

/** A message that WhatsApp refused, with the code of Meta's error. */
export type Refused = Touched & { errorCode: number | null }

/** A status by which a message came further than it was before its batch. */
export type Reached = Touched & { status: IncomingStatus['status']; at: Date; errorCode: number | null }

export type StatusOutcome = {
  touched: Touched[]
  /** Messages whose fate was not certain before: their sends are settled by it. */
  settled: { companyId: string; messageId: string }[]
  /** Those that brought their messages further; others came before, or say less than is known. */
  advanced: IncomingStatus[]
  /** Answers that have failed, or may have arrived after they had. */
  failed: Touched[]
  refused: Refused[]
  reached: Reached[]
}

const uncertain: ReadonlySet<string> = new Set(['queued', 'sending', 'unknown'])

const wamidOf = ({ companyId, channelId, wamid }: IncomingStatus) => `${companyId} ${channelId} ${wamid}`

/** The messages that statuses are for: one that is told by our own id names its message to the others with its wamid. */
const targetsOf = async (sql: Sql, statuses: readonly IncomingStatus[]): Promise<Map<IncomingStatus, StatusTarget>> => {
  const found = new Map(await findTargets(sql, statuses))
  const named = new Map([...found].map(([status, target]) => [wamidOf(status), target]))
  for (const status of statuses) {
    const target = named.get(wamidOf(status))
    if (target && !found.has(status)) found.set(status, target)
  }
  return found
}

/** Each status of a message once, in the order of their ranks. */
const reachedBy = (advanced: readonly [IncomingStatus, StatusTarget][]): Reached[] => {
  const first = new Map<string, Reached>()
  for (const [{ status, at, errorCode }, { id, companyId, conversationId }] of advanced) {
    const key = `${id} ${status}`
    if (!first.has(key)) first.set(key, { id, companyId, conversationId, status, at, errorCode })
  }
  return [...first.values()].toSorted((one, other) => statusRank[one.status] - statusRank[other.status])
}

/**
 * Applies statuses in one merge by rank; those whose message is not here (yet) are parked until it is.
 */
export const recordStatuses = async (sql: Sql, statuses: readonly IncomingStatus[]): Promise<StatusOutcome> => {
  if (statuses.length === 0) return { touched: [], settled: [], advanced: [], failed: [], refused: [], reached: [] }
  const targets = await targetsOf(sql, statuses)
  await mergeStatuses(sql, mergesOf(targets))
  await saveFreeEntries(
    sql,
    [...targets].flatMap(([{ freeEntryEndsAt }, { companyId, conversationId }]) =>
      freeEntryEndsAt ? [{ company_id: companyId, id: conversationId, ends_at: freeEntryEndsAt }] : [],
    ),
  )
  await insertStatusEvents(
    sql,
    [...targets].map(([status, target]) => ({
      company_id: target.companyId,
      message_id: target.id,
      status: status.status,
      at: status.at,
      error_code: status.errorCode,
      detail: status.detail,
    })),
  )
  await park(
    sql,
    statuses.filter((status) => !targets.has(status)),
  )
  const touched = [...new Map([...targets.values()].map((target) => [target.id, target])).values()]
  const settled = touched.filter((target) => uncertain.has(target.status))
  const advanced = [...targets].filter(([status, target]) => statusRank[status.status] > statusRank[target.status])
  const turned = [...targets].flatMap(([{ status }, target]) =>
    answering.includes(target.origin) && (status === 'failed' || target.status === 'failed') ? [target] : [],
  )
  const failed = [...new Map(turned.map((target) => [target.id, target])).values()]
  return {
    touched,
    settled: settled.map(({ companyId, id }) => ({ companyId, messageId: id })),
    advanced: advanced.map(([status]) => status),
    reached: reachedBy(advanced),
    failed,
    refused: [...targets].flatMap(([{ status, errorCode }, { companyId, conversationId, id }]) =>
      status === 'failed' ? [{ companyId, conversationId, id, errorCode }] : [],
    ),
  }
}
