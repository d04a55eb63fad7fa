import { v7 as uuidv7 } from 'uuid'
import type { Deps } from '../../apps/server/src/context.ts'
import { addMember, createChannel, createCompany, createUser, signIn } from '../../apps/server/src/test/factories.ts'
import type { WebhookNumber } from '../load/webhook-body.ts'
import { accessToken } from './stage.ts'

export type BenchCompany = {
  id: string
  channelId: string
  cookie: string
  number: WebhookNumber
}

let serial = 0

/** A company with one connected number and someone signed in. */
export const addCompany = async (deps: Deps, throughput = 80): Promise<BenchCompany> => {
  const at = serial++
  const company = await createCompany(deps, { name: `Company ${at}` })
  const user = await createUser(deps)
  await addMember(deps, company.id, user.id)
  const { cookie } = await signIn(deps, user.id, company.id)
  const number = {
    phoneNumberId: String(600_000_000_000_000 + at),
    wabaId: String(800_000_000_000_000 + at),
    digits: `55813${String(1_000_000 + at)}`,
  }
  const fields = { phoneNumberId: number.phoneNumberId, wabaId: number.wabaId, accessToken, throughput }
  const { channel } = await createChannel(deps, company.id, fields)
  return { id: company.id, channelId: channel.id, cookie, number }
}

export const addCompanies = async (deps: Deps, count: number, throughput = 80): Promise<BenchCompany[]> => {
  const companies: BenchCompany[] = []
  for (let i = 0; i < count; i++) companies.push(await addCompany(deps, throughput))
  return companies
}

/**
 * Writes many rows by SQL without the checks of foreign keys, whose cached plans are those of an empty table. Only the
 * embedded database's own user may do this.
 */
export const writeUnchecked = async (deps: Deps, text: string, values: unknown[]): Promise<void> => {
  const client = await deps.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(text, values)
    await client.query('commit')
  } finally {
    client.release()
  }
}

export type Backlog = { count: number; priority: number; recipientFrom: number }

/** Contacts with a conversation and a message each that waits to be sent, written by the database itself. */
export const addBacklog = async (deps: Deps, company: BenchCompany, backlog: Backlog): Promise<void> => {
  const batch = uuidv7()
  await writeUnchecked(
    deps,
    `with numbered as (
       select i, ('55819' || lpad(($4 + i)::text, 8, '0')) as phone, gen_random_uuid() as contact,
         gen_random_uuid() as identity, gen_random_uuid() as conversation, gen_random_uuid() as message
       from generate_series(1, $3::int) as i),
     people as (insert into contacts (company_id, id, profile_name, phone)
       select $1, contact, 'Customer ' || i, phone from numbered),
     known as (insert into contact_identities (company_id, id, contact_id, scope, phone, wa_id)
       select $1, identity, contact, $5, phone, phone from numbered),
     talks as (insert into conversations (company_id, id, channel_id, contact_id, identity_id, status, window_expires_at)
       select $1, conversation, $2, contact, identity, 'open', now() + interval '20 hours' from numbered),
     written as (insert into messages (company_id, id, conversation_id, channel_id, contact_id, direction, type, body,
         payload, origin, status, occurred_at, client_key)
       select $1, message, conversation, $2, contact, 'out', 'text', 'Message of the bench, about as long as people write',
         '{}', 'campaign', 'queued', now(), $6 || i from numbered)
     insert into outbound_sends (company_id, message_id, channel_id, recipient, priority, not_before)
       select $1, message, $2, phone, $7, now() from numbered`,
    [
      company.id,
      company.channelId,
      backlog.count,
      backlog.recipientFrom,
      company.number.wabaId,
      `${batch}-`,
      backlog.priority,
    ],
  )
}
