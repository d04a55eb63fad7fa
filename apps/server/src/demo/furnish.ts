import { createHash } from 'node:crypto'
import { request } from 'undici'
import { v7 as uuidv7 } from 'uuid'
import type { Deps } from '#server/context.ts'
import { demoAccounts } from './content.ts'
import { demoIn } from './english.ts'
import { furnishAutomations } from './furnish-automations.ts'
import { furnishCampaigns } from './furnish-campaigns.ts'
import { furnishChat } from './furnish-chat.ts'
import { furnishContacts } from './furnish-contacts.ts'
import { notifyDemo } from './notify.ts'
import { insertRows } from './rows.ts'
import type { DemoSeed } from './seed.ts'
import { type DemoLine, type DemoThread, demoThreads, pastQuestions } from './threads.ts'

const WINDOW_MS = 24 * 60 * 60 * 1000
const PAST_DAYS = 28
const PAST_PEOPLE = 36

type Line = { id: string; wamid: string; direction: 'in' | 'out'; body: string; at: Date }
type Placed = { thread: DemoThread; lines: Line[] }

const wamidOf = (thread: DemoThread, index: number) =>
  `wamid.${createHash('sha256').update(`${thread.phone}:${index}:${thread.lines[index]?.[2]}`).digest('base64url').slice(0, 38)}`

const place = (thread: DemoThread, now: Date): Placed => ({
  thread,
  lines: thread.lines.map(([direction, minutes, body], index) => {
    const at = new Date(now.getTime() - minutes * 60_000)
    return { id: uuidv7({ msecs: at.getTime() }), wamid: wamidOf(thread, index), direction, body, at }
  }),
})

/** A small number from a seed, the same on every machine. */
const pick = (seed: string, below: number) => createHash('sha256').update(seed).digest().readUInt32BE(0) % below

const pastThreads = (customer: string): DemoThread[] =>
  Array.from({ length: PAST_PEOPLE }, (_, n) => {
    const lines: DemoLine[] = []
    for (let day = PAST_DAYS; day >= 1; day--) {
      if (pick(`talks:${n}:${day}`, 7) > 1) continue
      const [question, answer] = pastQuestions[pick(`what:${n}:${day}`, pastQuestions.length)] ?? pastQuestions[0]
      const minutes = day * 1440 - pick(`when:${n}:${day}`, 600)
      lines.push(['in', minutes, question], ['out', minutes - 2 - pick(`wait:${n}:${day}`, 40), answer])
    }
    const assignee = n % 2 === 0 ? 'ana@demo.recado.test' : 'bruno@demo.recado.test'
    return {
      phone: `55819913${String(n + 10_000).slice(0, 5)}`,
      name: `${customer} ${n + 1}`,
      assignee,
      resolved: true,
      daily: true,
      lines,
    } as const
  }).filter((thread) => thread.lines.length > 0)

type Rows = Record<'contacts' | 'identities' | 'conversations' | 'messages', Record<string, unknown>[]>

const conversationRow = ({ thread, lines }: Placed, base: Record<string, unknown>, userId: string | null) => {
  const last = lines.at(-1)
  const inbound = lines.filter((line) => line.direction === 'in')
  const lastIn = inbound.at(-1)
  const firstOut = lines.find((line) => line.direction === 'out')
  const waiting = last?.direction === 'in' && !thread.resolved
  const lastOutIndex = lines.findLastIndex((line) => line.direction === 'out')
  const waitingLines = waiting ? lines.slice(lastOutIndex + 1) : []
  return {
    ...base,
    status: thread.resolved ? 'resolved' : 'open',
    assignee_id: userId,
    unread_count: waitingLines.length,
    window_expires_at: lastIn ? new Date(lastIn.at.getTime() + WINDOW_MS) : null,
    last_message_id: last?.id,
    last_message_at: last?.at,
    last_direction: last?.direction,
    last_preview: last?.body,
    last_status: last?.direction === 'out' ? 'read' : 'received',
    last_inbound_at: lastIn?.at,
    waiting_since: waitingLines[0]?.at ?? null,
    first_response_at: firstOut?.at ?? null,
    resolved_at: thread.resolved ? last?.at : null,
    resolved_by: thread.resolved ? userId : null,
    created_at: lines[0]?.at,
  }
}

const messageRow = (line: Line, base: Record<string, unknown>, userId: string | null) => {
  const out = line.direction === 'out'
  const later = (seconds: number) => (out ? new Date(line.at.getTime() + seconds * 1000) : null)
  return {
    ...base,
    id: line.id,
    direction: line.direction,
    type: 'text',
    body: line.body,
    payload: {},
    wamid: line.wamid,
    origin: out ? 'agent' : 'contact',
    author_id: out ? userId : null,
    status: out ? 'read' : 'received',
    status_rank: out ? 50 : 0,
    occurred_at: line.at,
    sent_at: later(1),
    delivered_at: later(2),
    read_at: later(60),
    created_at: line.at,
  }
}

/** Whoever came back on another day of the weeks before began again: a question and its answer are a conversation. */
const talksOf = ({ thread, lines }: Placed): Placed[] =>
  thread.daily
    ? lines.flatMap((line, index) =>
        index % 2 === 0 ? { thread, lines: [line, ...lines.slice(index + 1, index + 2)] } : [],
      )
    : [{ thread, lines }]

const rowsOf = (placed: Placed[], companyId: string, channelId: string, users: Map<string, string>): Rows => {
  const rows: Rows = { contacts: [], identities: [], conversations: [], messages: [] }
  for (const entry of placed) {
    const { thread, lines } = entry
    const userId = (thread.assignee && users.get(thread.assignee)) ?? null
    const [contactId, identityId] = [uuidv7(), uuidv7()]
    const seen = { company_id: companyId, created_at: lines[0]?.at }
    rows.contacts.push({ ...seen, id: contactId, profile_name: thread.name, phone: thread.phone })
    rows.identities.push({ ...seen, id: identityId, contact_id: contactId, phone: thread.phone, wa_id: thread.phone })
    const base = { company_id: companyId, channel_id: channelId, contact_id: contactId }
    for (const talk of talksOf(entry)) {
      const conversationId = uuidv7()
      const conversation = { ...base, id: conversationId, identity_id: identityId }
      rows.conversations.push(conversationRow(talk, conversation, userId))
      for (const line of talk.lines)
        rows.messages.push(messageRow(line, { ...base, conversation_id: conversationId }, userId))
    }
  }
  return rows
}

const tellSandbox = async (sandboxUrl: string, phoneNumberId: string, { thread, lines }: Placed) => {
  const messages = lines.map((line) => ({
    wamid: line.wamid,
    direction: line.direction,
    content: { body: line.body },
    at: line.at.getTime(),
  }))
  const answer = await request(`${sandboxUrl}/sandbox/history`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phoneNumberId, phone: thread.phone, name: thread.name, messages }),
  })
  await answer.body.dump()
}

const channelOf = async (deps: Deps, companyId: string) => {
  const result = await deps.database.pool.query<{ id: string; phone_number_id: string; scope: string; empty: boolean }>(
    `select c.id, c.phone_number_id, coalesce(a.portfolio_id, a.waba_id) as scope,
       not exists (select 1 from conversations v where v.company_id = c.company_id) as empty
     from channels c join wa_accounts a on a.id = c.wa_account_id
     where c.company_id = $1 and c.phone_number_id = $2`,
    [companyId, demoAccounts[0].phoneNumbers[0].id],
  )
  return result.rows[0]
}

const usersByEmail = async (deps: Deps, emails: string[]) => {
  const result = await deps.database.pool.query<{ id: string; email: string }>(
    'select id, email from users where email = any($1)',
    [emails],
  )
  return new Map(result.rows.map((row) => [row.email, row.id]))
}

/**
 * Gives the first company of the demo something to look at, its customers the same memories, and its people news of
 * them. Once.
 */
export const furnishDemo = async (deps: Deps, seed: DemoSeed, sandboxUrl: string): Promise<void> => {
  const company = seed.companies[0]
  const channel = company && (await channelOf(deps, company.id))
  if (!company || !channel?.empty) return
  const now = deps.now()
  const recent = demoThreads.map((thread) => place(thread, now))
  const placed = [
    ...recent,
    ...pastThreads(demoIn(deps.config.DEMO_LANGUAGE, 'Cliente')).map((thread) => place(thread, now)),
  ]
  const users = await usersByEmail(
    deps,
    seed.accounts.map((account) => account.email),
  )
  const rows = rowsOf(placed, company.id, channel.id, users)
  for (const identity of rows.identities) identity['scope'] = channel.scope
  await insertRows(deps, 'contacts', rows.contacts)
  await insertRows(deps, 'contact_identities', rows.identities)
  await insertRows(deps, 'conversations', rows.conversations)
  await insertRows(deps, 'messages', rows.messages)
  await furnishChat(deps, {
    ...{ companyId: company.id, otherCompanyId: seed.companies[1]?.id, channelId: channel.id, users },
  })
  await furnishContacts(deps, { companyId: company.id, scope: channel.scope, users })
  await furnishCampaigns(deps, { companyId: company.id, channelId: channel.id, users })
  await furnishAutomations(deps, { companyId: company.id, channelId: channel.id, users })
  for (const entry of recent)
    await tellSandbox(sandboxUrl, channel.phone_number_id, {
      ...entry,
      lines: entry.lines.map((line) => ({ ...line, body: demoIn(deps.config.DEMO_LANGUAGE, line.body) })),
    })
  await notifyDemo(deps, seed)
}
