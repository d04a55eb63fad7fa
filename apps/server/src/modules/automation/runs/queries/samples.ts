import type { TriggerKind } from '@recado/contracts/automation/automation-events'
import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { firstIdOf } from '#server/modules/automation/automations/index.ts'

export type Sample = {
  id: string
  kind: string
  at: string | null
  contactId: string | null
  conversationId: string | null
  fields: Record<string, unknown>
}

const SHOWN = 20

const recorded = async (ctx: CompanyCtx, kind: string): Promise<Sample[]> => {
  const { rows } = await ctx.db.execute<Sample>(sql`
    select 'event:' || id as id, kind, at, contact_id as "contactId", conversation_id as "conversationId", fields
    from automation_events where company_id = ${ctx.company.id} and kind = ${kind} order by id desc limit ${SHOWN}`)
  return rows
}

/** Rows read to find messages that customers sent, past those of a campaign. */
const READ = 5000

const messages = async (ctx: CompanyCtx): Promise<Sample[]> => {
  const { rows } = await ctx.db.execute<Sample>(sql`
    select 'message:' || m.id as id, 'message_received' as kind, m.occurred_at as at, m.contact_id as "contactId",
      m.conversation_id as "conversationId", jsonb_build_object('text', coalesce(m.body, ''), 'type', m.type,
        'channel', m.channel_id, 'message_id', m.id) as fields
    from (select * from messages where company_id = ${ctx.company.id} and occurred_at > now() - interval '30 days'
      order by occurred_at desc limit ${READ}) m
    where m.direction = 'in' and m.origin = 'contact' and m.type <> 'system' order by m.occurred_at desc limit ${SHOWN}`)
  return rows
}

const systems = async (ctx: CompanyCtx): Promise<Sample[]> => {
  const { rows } = await ctx.db.execute<Sample>(sql`
    select 'system:' || id as id, 'webhook_event' as kind, at, contact_id as "contactId", null as "conversationId",
      fields || jsonb_build_object('canonical', canonical, 'source', source_key, 'integration', integration_id,
        'object', object_key) as fields
    from contact_system_events where company_id = ${ctx.company.id} order by id desc limit 100`)
  return rows
}

const people = async (ctx: CompanyCtx, kind: string): Promise<Sample[]> => {
  const { rows } = await ctx.db.execute<Sample>(sql`
    select 'contact:' || id as id, ${kind} as kind, created_at as at, id as "contactId", null as "conversationId",
      jsonb_build_object('source', source) as fields
    from contacts where company_id = ${ctx.company.id} and deleted_at is null and erased_at is null
    order by created_at desc limit ${SHOWN}`)
  return rows
}

/** Messages are recorded as events only while an automation listens: those received before and between count as well. */
const received = async (ctx: CompanyCtx, known: readonly Sample[]): Promise<Sample[]> => {
  const seen = new Set(known.map(({ fields }) => fields['message_id']))
  const others = (await messages(ctx)).filter(({ fields }) => !seen.has(fields['message_id']))
  const time = ({ at }: Sample) => (at === null ? 0 : Date.parse(at))
  return [...known, ...others].sort((one, other) => time(other) - time(one)).slice(0, SHOWN)
}

/** What an automation of a trigger can be tried with: what happened, or else people it could happen to. */
export const listSampleRows = async (ctx: CompanyCtx, kind: string): Promise<Sample[]> => {
  const known = await recorded(ctx, kind)
  if (kind === 'message_received') return received(ctx, known)
  if (known.length > 0) return known
  return kind === 'webhook_event' ? systems(ctx) : people(ctx, kind)
}

export type Happened = {
  kind: TriggerKind
  contactId: string | null
  conversationId: string | null
  fields: Record<string, unknown>
}

const since = (at: Date) => sql`${at.toISOString()}::timestamptz`

const recordedSince = async (ctx: CompanyCtx, { kind, automationId, from, limit }: Wanted): Promise<Happened[]> => {
  const { rows } = await ctx.db.execute<Happened>(sql`
    select kind, contact_id as "contactId", conversation_id as "conversationId", fields from automation_events
    where company_id = ${ctx.company.id} and kind = ${kind} and id > ${firstIdOf(from)}::uuid and at > ${since(from)}
      and (automation_id is null or automation_id = ${automationId}) order by id desc limit ${limit}`)
  return rows
}

const writtenSince = async (ctx: CompanyCtx, { from, limit }: Wanted): Promise<Happened[]> => {
  const { rows } = await ctx.db.execute<Happened>(sql`
    select 'message_received' as kind, m.contact_id as "contactId", m.conversation_id as "conversationId",
      jsonb_build_object('text', coalesce(m.body, ''), 'type', m.type, 'channel', m.channel_id, 'first', not exists (
        select 1 from contact_identities i join conversations c on c.identity_id = i.id
          join messages e on e.company_id = c.company_id and e.conversation_id = c.id
        where i.company_id = m.company_id and i.contact_id = m.contact_id and e.direction = 'in'
          and e.occurred_at < m.occurred_at)) as fields
    from (select * from messages where company_id = ${ctx.company.id} and occurred_at > ${since(from)}
      order by occurred_at desc limit ${limit}) m
    where m.direction = 'in' and m.origin = 'contact' and m.type <> 'system' order by m.occurred_at desc`)
  return rows
}

const toldSince = async (ctx: CompanyCtx, { from, limit }: Wanted): Promise<Happened[]> => {
  const { rows } = await ctx.db.execute<Happened>(sql`
    select 'webhook_event' as kind, contact_id as "contactId", null as "conversationId",
      fields || jsonb_build_object('canonical', canonical, 'source', source_key, 'integration', integration_id) as fields
    from contact_system_events where company_id = ${ctx.company.id} and at > ${since(from)} order by id desc limit ${limit}`)
  return rows
}

const addedSince = async (ctx: CompanyCtx, { from, limit }: Wanted): Promise<Happened[]> => {
  const { rows } = await ctx.db.execute<Happened>(sql`
    select 'contact_created' as kind, id as "contactId", null as "conversationId",
      jsonb_build_object('source', source) as fields
    from contacts where company_id = ${ctx.company.id} and created_at > ${since(from)} and deleted_at is null
      and erased_at is null order by created_at desc limit ${limit}`)
  return rows
}

type Wanted = { kind: TriggerKind; automationId: string; from: Date; limit: number }

/** What happened of a kind since a moment, the newest first: what was recorded for automations, or what is known besides. */
export const listHappened = async (ctx: CompanyCtx, wanted: Wanted): Promise<Happened[]> => {
  if (wanted.kind === 'message_received') return writtenSince(ctx, wanted)
  const known = await recordedSince(ctx, wanted)
  if (known.length > 0) return known
  if (wanted.kind === 'webhook_event') return toldSince(ctx, wanted)
  return wanted.kind === 'contact_created' ? addedSince(ctx, wanted) : []
}
