import type { SlaConditions, SlaTargets } from '@recado/contracts/automation/sla-policies'
import type { WeeklyInterval } from '@recado/contracts/companies/business-hours'
import type { AutoAssign } from '@recado/contracts/companies/teams'
import { eq } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'
import { memberSockets } from '#server/db/schema/automation/routing.ts'
import { slaPolicies } from '#server/db/schema/automation/sla-policies.ts'
import { businessHours } from '#server/db/schema/companies/business-hours.ts'
import { companyMembers } from '#server/db/schema/companies/companies.ts'
import { teamMembers, teams } from '#server/db/schema/companies/teams.ts'
import { chatSettings } from '#server/db/schema/inbox/chat-settings.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'
import { newId } from '#server/lib/ids.ts'
import { prepareProductNotifications } from '#server/modules/product-notifications/index.ts'
import { startProcessor } from '#server/modules/whatsapp/webhooks/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { addMember, createUser, signIn } from './factories.ts'
import { deliver, inboundBody, somePhone, textContent, whenProcessed } from './webhooks.ts'
import { accessToken, startWhatsappWorld, type WhatsappWorld, wabaId } from './whatsapp-world.ts'

// A company with an inbox: customers write by webhook, and all jobs are finished before the next assertion.

type Home = Awaited<ReturnType<WhatsappWorld['company']>>

/** A template at Meta that can be sent at once. */
const approve = async (world: WhatsappWorld, name: string, category: string, text: string) => {
  const answer = await fetch(`${world.sandbox.graphUrl}/v23.0/${wabaId}/message_templates`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, category, language: 'pt_BR', components: [{ type: 'BODY', text }] }),
  })
  const { id } = (await answer.json()) as { id: string }
  await world.control.template({ id, status: 'APPROVED', category })
}

export const startTeamInboxWorld = async () => {
  const world = await startWhatsappWorld()
  const { deps } = world
  await prepareProductNotifications(deps)
  await approve(world, 'weekly_news', 'MARKETING', 'Novidades na loja desta semana.')
  await approve(world, 'ready', 'UTILITY', 'Seu pedido chegou e pode ser retirado.')
  const processor = startProcessor(deps)
  return {
    ...world,
    close: async () => {
      await processor.stop()
      await world.close()
    },
  }
}
export type TeamInboxWorld = Awaited<ReturnType<typeof startTeamInboxWorld>>

/** Tells the process that a test changed the inbox directly. */
const changed = (deps: Deps, companyId: string) => emitChange(deps, 'settings.updated', { companyId })

export const openTeamInbox = async (world: TeamInboxWorld) => {
  const home: Home = await world.company()
  const { deps, app } = world
  const { db } = deps.database
  const companyId = home.company.id
  const line = { phoneNumberId: home.channel.phoneNumberId, wabaId }
  const call = async (
    method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    headers = home.headers,
  ) => {
    const answer = await app.inject({ method, url: `/api/v1/${path}`, headers, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
  }
  const settle = async () => {
    await whenProcessed(deps)
    await deps.jobs.drain(deps)
  }
  const inbox = {
    ...home,
    companyId,
    line,
    call,
    settle,
    /** A customer writes, and what follows is done. */
    write: async (text: string, from: { phone?: string; at?: number; id?: string } = {}) => {
      const phone = from.phone ?? somePhone()
      const extra = { ...(from.at !== undefined && { at: from.at }), ...(from.id !== undefined && { id: from.id }) }
      await deliver(app, deps, inboundBody(line, { phone, name: 'Bia' }, textContent(text), extra))
      await settle()
      return phone
    },
    receive: async (phone: string, content: Record<string, unknown>) => {
      await deliver(app, deps, inboundBody(line, { phone, name: 'Bia' }, content))
      await settle()
    },
    conversationOf: async (phone: string) => {
      const { body } = await call('GET', `conversations?status=all&search=${phone}`)
      const rows = await db.select().from(conversations).where(eq(conversations.id, body.data[0]?.id))
      const [row] = rows
      if (!row) throw new Error('no conversation')
      return row
    },
    messagesOf: (conversationId: string) =>
      db
        .select()
        .from(messages)
        .where(eq(messages.conversationId, conversationId))
        .orderBy(messages.occurredAt, messages.id),
    said: async (conversationId: string) =>
      (await inbox.messagesOf(conversationId)).filter((m) => m.direction === 'out').map((m) => m.body),
    lines: async (conversationId: string) =>
      (await inbox.messagesOf(conversationId)).filter((m) => m.direction === 'event').map((m) => m.payload['kind']),
    jobs: () => db.select().from(jobs).where(eq(jobs.companyId, companyId)),
    settings: async (part: 'routing' | 'optOut' | 'limits', value: object) => {
      const [row] = await db.select().from(channels).where(eq(channels.id, home.channel.id))
      await db
        .update(channels)
        .set({ settings: { ...row?.settings, [part]: value } })
        .where(eq(channels.id, home.channel.id))
      deps.bus.publish('channel.changed', { channelId: home.channel.id })
    },
    chatSettings: async (settings: object) => {
      const values = { companyId, settings: { undoSeconds: 0, ...settings } }
      await db.insert(chatSettings).values(values).onConflictDoUpdate({ target: chatSettings.companyId, set: values })
      changed(deps, companyId)
    },
    hours: async (weekly: WeeklyInterval[]) => {
      const id = newId()
      await db.insert(businessHours).values({ id, companyId, name: id, timezone: 'America/Sao_Paulo', weekly })
      changed(deps, companyId)
      return id
    },
    policy: async (targets: Partial<SlaTargets>, conditions: Partial<SlaConditions> = {}) => {
      const id = newId()
      await db.insert(slaPolicies).values({
        ...{ id, companyId, name: id },
        targets: { firstResponse: null, nextResponse: null, resolution: null, ...targets },
        conditions: { teamIds: [], channelIds: [], labelIds: [], priorities: [], ...conditions },
      })
      changed(deps, companyId)
      return id
    },
    team: async (autoAssign: Partial<AutoAssign>, userIds: readonly string[], leadIds: readonly string[] = []) => {
      const id = newId()
      const full = { mode: 'round_robin', capacity: 20, sticky: true, reassignMinutes: null, ...autoAssign } as const
      await db.insert(teams).values({ id, companyId, name: id, autoAssign: full })
      const members = [...new Set([...userIds, ...leadIds])]
      if (members.length > 0)
        await db
          .insert(teamMembers)
          .values(members.map((userId) => ({ companyId, teamId: id, userId, lead: leadIds.includes(userId) })))
      changed(deps, companyId)
      return id
    },
    /** A member who is there: a browser is connected. */
    agent: async (fields: { online?: boolean; capacity?: number } = {}) => {
      const user = await createUser(deps)
      await addMember(deps, companyId, user.id, { role: 'member' })
      if (fields.capacity !== undefined)
        await db.update(companyMembers).set({ capacity: fields.capacity }).where(eq(companyMembers.userId, user.id))
      if (fields.online !== false) await inbox.connect(user.id)
      return { id: user.id, headers: await signIn(deps, user.id, companyId) }
    },
    connect: async (userId: string) => {
      await db.insert(memberSockets).values({ companyId, userId, processId: 'test', sockets: 1 }).onConflictDoNothing()
    },
    disconnect: async (userId: string) => {
      await db.delete(memberSockets).where(eq(memberSockets.userId, userId))
    },
  }
  return inbox
}
export type TeamInbox = Awaited<ReturnType<typeof openTeamInbox>>
