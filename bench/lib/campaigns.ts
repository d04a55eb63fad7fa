import { v7 as uuidv7 } from 'uuid'
import type { ChatTarget } from '../load/chat-load.ts'
import type { Stage } from './stage.ts'
import { addBacklog, addCompany, type BenchCompany, writeUnchecked } from './world.ts'

const NUMBERS = 4
const PER_NUMBER_PER_SECOND = 1000
const CHATS = 100
/** Recipients begin where the phones of chats have ended. */
const CHATS_FROM = 90_000_000

const components = [
  { type: 'BODY', text: 'Olá {{1}}, a loja tem novidades para você esta semana.', example: { body_text: [['Bia']] } },
]

export type CampaignGround = {
  company: BenchCompany
  channelIds: string[]
  listId: string
  recipients: number
  chat: ChatTarget[]
}

/** Further numbers of the company's account, as fast as its first. */
const addNumbers = async (stage: Stage, company: BenchCompany) => {
  const { rows } = await stage.deps.database.pool.query<{ id: string }>(
    `with one as (select * from channels where id = $1),
      more as (insert into channels (id, company_id, wa_account_id, phone_number_id, phone, name, throughput)
        select gen_random_uuid(), company_id, wa_account_id, '70000000000000' || n, phone, 'Number ' || n, throughput
        from one, generate_series(1, $2::int) n returning id)
    select id from more`,
    [company.channelId, NUMBERS - 1],
  )
  return [company.channelId, ...rows.map(({ id }) => id)]
}

const addTemplate = (stage: Stage, company: BenchCompany) =>
  stage.deps.database.pool.query(
    `insert into templates (id, company_id, wa_account_id, meta_id, name, language, category, status, components)
      select $1, company_id, wa_account_id, 'bench-news', 'news', 'pt_BR', 'MARKETING', 'APPROVED', $3::jsonb
      from channels where id = $2`,
    [uuidv7(), company.channelId, JSON.stringify(components)],
  )

/** People who agreed to marketing and have not been written to, all of them on one list. */
const addPeople = async (stage: Stage, company: BenchCompany, count: number) => {
  const listId = uuidv7()
  await stage.deps.database.pool.query(`insert into contact_lists (id, company_id, name) values ($1, $2, 'Everyone')`, [
    listId,
    company.id,
  ])
  await writeUnchecked(
    stage.deps,
    `with people as (insert into contacts (company_id, id, name, phone, marketing)
        select $1, uuidv7(), 'Cliente ' || i, '55819' || lpad(i::text, 8, '0'), 'granted'
        from generate_series(1, $2::int) i returning id)
      insert into contact_list_members (company_id, list_id, contact_id, source) select $1, $3, id, 'import' from people`,
    [company.id, count, listId],
  )
  return listId
}

/** Conversations of the same number in which people chat beside the campaign. */
const addChats = async (stage: Stage, company: BenchCompany): Promise<ChatTarget[]> => {
  const { pool } = stage.deps.database
  await addBacklog(stage.deps, company, { count: CHATS, priority: 10, recipientFrom: CHATS_FROM })
  await pool.query('delete from outbound_sends')
  await pool.query(`update messages set status = 'read', status_rank = 3`)
  const { rows } = await pool.query<{ id: string }>('select id from conversations where company_id = $1', [company.id])
  return rows.map(({ id }) => ({ cookie: company.cookie, conversationId: id }))
}

/** A company with four fast numbers, an approved template, and a list of so many people to send it to. */
export const addCampaignGround = async (stage: Stage, recipients: number): Promise<CampaignGround> => {
  const company = await addCompany(stage.deps, PER_NUMBER_PER_SECOND)
  await stage.deps.database.pool.query('update companies set access_blocks = $2, plan_blocks = $2 where id = $1', [
    company.id,
    ['integrations', 'whatsapp_chat', 'bulk_sending'],
  ])
  const channelIds = await addNumbers(stage, company)
  await addTemplate(stage, company)
  const chat = await addChats(stage, company)
  const listId = await addPeople(stage, company, recipients)
  await stage.deps.database.pool.query('vacuum analyze')
  return { company, channelIds, listId, recipients, chat }
}

/** A campaign to everyone on the list, with their names, at any hour. */
export const campaignOf = ({ channelIds, listId }: CampaignGround, start: object = { kind: 'now' }): object => ({
  name: 'News of the week',
  audience: { sources: [{ kind: 'lists', ids: [listId] }] },
  content: {
    channels: channelIds.map((channelId) => ({ channelId })),
    variants: [
      {
        key: 'A',
        template: 'news',
        language: { strategy: 'fixed', language: 'pt_BR' },
        values: { 'body.1': { from: 'field', field: 'name', format: ['first_name'] } },
        share: 100,
      },
    ],
  },
  schedule: {
    start,
    quietHours: { enabled: false, from: '20:00', to: '08:00', sundays: false, zone: 'company' },
  },
})
