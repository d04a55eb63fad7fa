import { autoAssign } from '@recado/contracts/companies/teams'
import type { Deps } from '#server/context.ts'
import { slaPolicies } from '#server/db/schema/automation/sla-policies.ts'
import { businessHours } from '#server/db/schema/companies/business-hours.ts'
import { teamMembers, teams } from '#server/db/schema/companies/teams.ts'
import { contactAttributes } from '#server/db/schema/contacts/attributes.ts'
import { contactLists } from '#server/db/schema/contacts/lists.ts'
import { segments } from '#server/db/schema/contacts/segments.ts'
import { contactTags } from '#server/db/schema/contacts/tags.ts'
import { cannedReplies } from '#server/db/schema/inbox/canned-replies.ts'
import { labels } from '#server/db/schema/inbox/labels.ts'
import { macros } from '#server/db/schema/inbox/macros.ts'
import { savedViews } from '#server/db/schema/inbox/views.ts'
import { apiKeys } from '#server/db/schema/integrations/api-keys.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/db/schema/integrations/webhook-endpoints.ts'
import { webhookInboundEvents } from '#server/db/schema/integrations/webhook-integrations.ts'
import { newId } from '#server/lib/ids.ts'
import { connectSystem } from './inbound.ts'
import { connectPublished, publishTwice } from './webhook-templates.ts'

/** A team with these members, that assigns nothing by itself. */
export const createTeam = async (deps: Deps, companyId: string, userIds: readonly string[] = [], name = 'Vendas') => {
  const { db } = deps.database
  const team = { id: newId(), companyId, name, autoAssign: autoAssign.parse({}) }
  await db.insert(teams).values(team)
  if (userIds.length > 0)
    await db.insert(teamMembers).values(userIds.map((userId) => ({ companyId, teamId: team.id, userId })))
  return team
}

export const createLabel = async (deps: Deps, companyId: string, name: string) => {
  const label = { id: newId(), companyId, name, color: 'blue' }
  await deps.database.db.insert(labels).values(label)
  return label
}

const sources = new WeakMap<Deps['database'], Promise<string>>()
/** The platform keeps few: companies of one database follow the same. */
const sharedSource = (deps: Deps): Promise<string> => {
  const key = sources.get(deps.database) ?? publishTwice(deps)
  sources.set(deps.database, key)
  return key
}

/** One of each thing that a company configures for its inbox, with `userId` as a team member. */
export const createCompanySettings = async (deps: Deps, companyId: string, userId: string) => {
  const { db } = deps.database
  const row = () => ({ companyId, id: newId() })
  const label = { ...row(), name: 'Urgent', color: 'red' }
  const hours = { ...row(), name: 'Office', timezone: 'America/Sao_Paulo' }
  const team = { ...row(), name: 'Sales', autoAssign: autoAssign.parse({}) }
  const conditions = { teamIds: [], channelIds: [], labelIds: [], priorities: [] }
  const targets = { firstResponse: 30, nextResponse: null, resolution: null }
  const policy = { ...row(), name: 'Everybody', targets, conditions, position: 0 }
  const content = { text: 'Olá, {{contact.first_name | tudo bem}}?', fileId: null }
  const reply = { ...row(), shortcut: 'oi', title: 'Hello', content, scope: 'company' } as const
  const steps = [{ type: 'resolve' as const }]
  const macro = { ...row(), name: 'Close', steps, scope: 'company' as const }
  const view = { ...row(), ownerId: userId, page: 'chat', name: 'Mine', search: { status: 'open' } }
  const attribute = { ...row(), key: 'plan', label: { en: 'Plan', pt: 'Plano' }, type: 'text' as const }
  const children = [{ field: 'name', operator: 'EQUAL' as const, value: 'Bia' }]
  const segment = { ...row(), name: 'Bias', filter: { value: 'AND' as const, children } }
  await db.insert(labels).values(label)
  await db.insert(businessHours).values(hours)
  await db.insert(teams).values(team)
  await db.insert(teamMembers).values({ companyId, teamId: team.id, userId })
  await db.insert(slaPolicies).values(policy)
  await db.insert(cannedReplies).values(reply)
  await db.insert(macros).values(macro)
  await db.insert(savedViews).values(view)
  await db.insert(contactAttributes).values(attribute)
  const tag = { ...row(), name: 'VIP' }
  const otherTag = { ...row(), name: 'Wholesale' }
  const list = { ...row(), name: 'Newsletter' }
  await db.insert(contactTags).values([tag, otherTag])
  await db.insert(contactLists).values(list)
  await db.insert(segments).values(segment)
  const apiKey = { ...row(), name: 'Shop', prefix: 'rk_live_abcd', secretHash: newId(), scopes: [], addresses: [] }
  await db.insert(apiKeys).values(apiKey)
  const system = await connectSystem(deps, companyId, 'generic')
  const movable = await connectPublished(deps, companyId, { key: await sharedSource(deps) })
  const systemEvent = { companyId, id: newId(), integrationId: system.id, shard: 0, receivedAt: new Date() }
  const told = { state: 'processed', event: 'order.paid', body: Buffer.from('{"type":"order.paid"}') }
  await db.insert(webhookInboundEvents).values({ ...systemEvent, ...told })
  const endpoint = { ...row(), url: 'https://erp.example.test/hook', events: ['order.paid'], apiVersion: 'v1' }
  const filters = { channelIds: [], labelIds: [] }
  await db.insert(webhookEndpoints).values({ ...endpoint, filters, secret: deps.sealer.seal('whsec_c2VjcmV0') })
  const delivery = { companyId, endpointId: endpoint.id, eventId: newId(), type: 'order.paid', data: {} }
  await db.insert(webhookDeliveries).values({ ...delivery, happenedAt: new Date(), state: 'failed' })
  return {
    ...{ label, hours, team, policy, reply, macro, view, attribute, tag, otherTag, list, segment, apiKey },
    ...{ system, movable, systemEvent, endpoint, delivery },
  }
}
