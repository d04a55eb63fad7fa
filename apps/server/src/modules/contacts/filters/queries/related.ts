import type { MessageEvent } from '@recado/contracts/contacts/contact-fields'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { ids, matchesCount, number, type Positive, type Predicate, texts, textsOf, type Value } from './predicates.ts'

// What contacts have in other tables: lists, conversations, messages. A test for a single row is `exists`, which the
// planner turns into one pass over the other table or into a look-up for each contact, whatever is less.

type Related = { from: SQL; where: SQL }

const there = ({ from, where }: Related): SQL =>
  sql`exists (select from ${from} where ${where} and r.contact_id = ct.id)`

/** How many rows there are of a contact. */
const counted =
  ({ from, where }: Related): Predicate =>
  (operator, value) => {
    const holds = (count: number) => matchesCount(operator, value, count)
    const isOne = (count: number) => matchesCount('LARGER_EQUAL', 1, count)
    // No operator tells apart what is larger than all of its numbers.
    const largest = Math.max(0, ...textsOf(value).map(Number)) + 2
    const numbers = largest < 50 ? [...Array(Math.ceil(largest)).keys(), largest] : []
    if (numbers.length > 0 && numbers.every((count) => holds(count) === isOne(count))) return there({ from, where })
    if (numbers.length > 0 && numbers.every((count) => holds(count) !== isOne(count)))
      return sql`not ${there({ from, where })}`
    const having = number(sql`count(*)`)(operator, value)
    const some = sql`select r.contact_id from ${from} where ${where} group by r.contact_id having`
    return holds(0) ? sql`ct.id not in (${some} not (${having}))` : sql`ct.id in (${some} ${having})`
  }

const isOfLists = (ctx: CompanyCtx, listIds: SQL): SQL =>
  there({
    from: sql`contact_list_members r`,
    where: sql`r.company_id = ${ctx.company.id} and r.list_id = any(${listIds})`,
  })

const every = (parts: SQL[]): SQL => sql`(${sql.join(parts, sql` and `)})`

/** The lists that a contact is in. */
export const inLists =
  (ctx: CompanyCtx): Predicate =>
  (operator, value) => {
    if (operator === 'ALL_IN') return every(textsOf(value).map((id) => isOfLists(ctx, ids(id))))
    if (operator !== 'IS_DEFINED') return isOfLists(ctx, ids(value))
    return there({ from: sql`contact_list_members r`, where: sql`r.company_id = ${ctx.company.id}` })
  }

/** Conversations are found by the identity that they are with, which has an index; messages by their conversation. */
const ofConversations = (ctx: CompanyCtx, where: SQL): Related => ({
  from: sql`contact_identities r join conversations v on v.company_id = r.company_id and v.identity_id = r.id`,
  where: sql`r.company_id = ${ctx.company.id} and ${where}`,
})

const hasConversation = (ctx: CompanyCtx, where: SQL): SQL => there(ofConversations(ctx, where))

type Of = (values: SQL) => SQL
const conversationValues: Record<string, { bind: (value: Value) => SQL; isAny: Of; isSet: SQL }> = {
  status: { bind: texts, isAny: (values) => sql`v.status = any(${values})`, isSet: sql`true` },
  label: { bind: ids, isAny: (values) => sql`v.label_ids && ${values}`, isSet: sql`v.label_ids <> '{}'` },
  assignee: {
    bind: ids,
    isAny: (values) => sql`v.assignee_id = any(${values})`,
    isSet: sql`v.assignee_id is not null`,
  },
  channel: { bind: ids, isAny: (values) => sql`v.channel_id = any(${values})`, isSet: sql`true` },
}

/** The statuses, labels, assignees or numbers of all conversations with a contact. */
export const ofItsConversations =
  (ctx: CompanyCtx, name: string): Predicate =>
  (operator, value) => {
    const kind = conversationValues[name]
    if (!kind) throw new Error(`Conversations have no ${name}`)
    if (operator === 'IS_DEFINED') return hasConversation(ctx, kind.isSet)
    if (operator !== 'ALL_IN') return hasConversation(ctx, kind.isAny(kind.bind(value)))
    return every(textsOf(value).map((one) => hasConversation(ctx, kind.isAny(kind.bind(one)))))
  }

export const conversationCount = (ctx: CompanyCtx): Predicate => counted(ofConversations(ctx, sql`true`))

/** Whether some number of the company may write to them freely. */
export const windowOpen =
  (ctx: CompanyCtx): Predicate =>
  (_operator: Positive, value) => {
    const open = hasConversation(ctx, sql`v.window_expires_at > ${ctx.now().toISOString()}::timestamptz`)
    return value === true ? open : sql`not ${open}`
  }

const isEvent: Record<MessageEvent, SQL> = {
  wrote: sql`m.direction = 'in'`,
  sent: sql`m.direction = 'out' and m.sent_at is not null`,
  delivered: sql`m.direction = 'out' and coalesce(m.delivered_at, m.read_at, m.played_at) is not null`,
  read: sql`m.direction = 'out' and coalesce(m.read_at, m.played_at) is not null`,
  failed: sql`m.direction = 'out' and m.status = 'failed'`,
  clicked: sql`m.direction = 'in' and m.type in ('button', 'interactive')`,
}

/** How many messages of the last days had something happen to them. */
export const messageCount = (ctx: CompanyCtx, event: MessageEvent, days: number): Predicate => {
  const since = new Date(ctx.now().getTime() - days * 86_400_000).toISOString()
  const { from, where } = ofConversations(ctx, isEvent[event])
  return counted({
    from: sql`${from} join messages m on m.company_id = v.company_id and m.conversation_id = v.id`,
    where: sql`${where} and m.occurred_at >= ${since}::timestamptz`,
  })
}
