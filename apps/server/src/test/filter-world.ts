import { contactFields, findField } from '@recado/contracts/contacts/contact-fields'
import type { FilterCondition, FilterGroup } from '@recado/contracts/shared/filter'
import type { CompanyCtx, Deps } from '#server/context.ts'
import { systemCtx } from '#server/context.ts'
import { contactAttributes } from '#server/db/schema/contacts/attributes.ts'
import { consents, contactIdentities, contactPoints, contacts } from '#server/db/schema/contacts/contacts.ts'
import { contactListMembers, contactLists } from '#server/db/schema/contacts/lists.ts'
import { contactTags } from '#server/db/schema/contacts/tags.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { labels } from '#server/db/schema/inbox/labels.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { newId } from '#server/lib/ids.ts'
import { addMember, createChannel, createCompany, createUser } from './factories.ts'
import type { Facts } from './filter-evaluation.ts'

// A company whose contacts have a bit of everything, with what is known of each of them.

/** Numbers that come out the same in every run (mulberry32). */
export const createRandom = (seed: number) => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number) => Math.floor(next() * end)
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T
  const some = <T>(values: readonly T[]): T[] => values.filter(() => next() < 0.4)
  const maybe = <T>(value: T): T | null => (next() < 0.7 ? value : null)
  return { below, pick, some, maybe }
}
export type Random = ReturnType<typeof createRandom>

const now = new Date('2026-03-10T15:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

const words = ['Ana', 'José', 'joão', 'Ana Souza', 'SOUZA', '50% off', 'a_b', 'x\\y', 'Padaria Açaí']
const options = ['small', 'large', 'Très']
const attributeTypes = {
  note: 'text',
  visits: 'number',
  joined: 'date',
  seen: 'datetime',
  vip: 'boolean',
  size: 'select',
  likes: 'multi_select',
} as const

const days = ['2026-03-10', '2026-03-09', '2026-02-28', '1990-03-10', '2000-02-29']
const instants = [0, 2, 12, 13, 30, 24 * 7, 24 * 8, 24 * 40].map((hours) => hoursAgo(hours))

const phones = ['5511987650001', '5521987650002', '555133332222', '12125550100', '351912345678']
const stateOfPhone: Record<string, string> = { '5511': 'SP', '5521': 'RJ', '5551': 'RS' }
const countryOfPhone = (phone: string) => (phone.startsWith('55') ? 'BR' : phone.startsWith('351') ? 'PT' : 'US')

type Things = { tags: string[]; lists: string[]; labels: string[]; members: string[]; channels: string[] }

const createThings = async (deps: Deps, companyId: string): Promise<Things> => {
  const { db } = deps.database
  const named = () => [1, 2, 3].map((number) => ({ id: newId(), companyId, name: `Thing ${number}` }))
  const rows = { tags: named(), lists: named(), labels: named() }
  await db.insert(contactTags).values(rows.tags)
  await db.insert(contactLists).values(rows.lists)
  await db.insert(labels).values(rows.labels.map((row) => ({ ...row, color: 'gray' as const })))
  const members = [await createUser(deps), await createUser(deps)].map(({ id }) => id)
  for (const id of members) await addMember(deps, companyId, id)
  const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)
  const channels = [await createChannel(deps, companyId), await createChannel(deps, companyId)].map(
    ({ channel }) => channel.id,
  )
  return { tags: idsOf(rows.tags), lists: idsOf(rows.lists), labels: idsOf(rows.labels), members, channels }
}

const profileOf = ({ pick, maybe, some, below }: Random, things: Things, phone: string | null) => ({
  name: maybe(pick(words)),
  profileName: maybe(pick(words)),
  phone,
  email: maybe(`${pick(['ana', 'BIA', 'carla'])}${below(5)}@exemplo.com`),
  organization: maybe(pick(words)),
  jobTitle: maybe(pick(words)),
  lifecycle: maybe(pick(['lead', 'customer'])),
  ownerId: maybe(pick(things.members)),
  source: pick(['chat', 'import', 'api'] as const),
  language: maybe(pick(['pt_BR', 'pt', 'en-US', 'en'])),
  timezone: maybe(pick(['America/Sao_Paulo', 'UTC'])),
  birthday: maybe(pick(days)),
  address: maybe({
    city: pick(['São Paulo', 'Recife', '']),
    state: pick(['SP', 'PE', '']),
    country: pick(['BR', 'PT', '']),
    postalCode: pick(['50030-230', '01310-100', '']),
  }),
  createdAt: pick(instants),
  tagIds: some(things.tags),
  lastInboundAt: maybe(pick(instants)),
  lastOutboundAt: maybe(pick(instants)),
  blockedAt: maybe(pick(instants)),
  attributes: Object.fromEntries(
    Object.entries({
      note: maybe(pick(words)),
      visits: maybe(below(5) - 1),
      joined: maybe(pick(days)),
      seen: maybe(pick(instants).toISOString()),
      vip: maybe(below(2) === 1),
      size: maybe(pick(options)),
      likes: maybe(some(options)),
    }).filter(([, value]) => value !== null),
  ),
})
type Profile = ReturnType<typeof profileOf>

const filled = (text: string | null | undefined) => (text ? text : null)

const factsOf = (profile: Profile): Facts => {
  const { attributes, address, phone, language, birthday } = profile
  const seen = attributes['seen']
  return {
    name: profile.name ?? profile.profileName,
    organization: profile.organization,
    job_title: profile.jobTitle,
    lifecycle: profile.lifecycle,
    blocked: profile.blockedAt !== null,
    owner: profile.ownerId,
    source: profile.source,
    language: language?.slice(0, 2) ?? null,
    timezone: profile.timezone,
    birthday,
    birthday_month: birthday ? Number(birthday.slice(5, 7)) : null,
    city: filled(address?.city),
    state: filled(address?.state) ?? stateOfPhone[phone?.slice(0, 4) ?? ''] ?? null,
    country: filled(address?.country) ?? (phone ? countryOfPhone(phone) : null),
    postal_code: filled(address?.postalCode),
    created_at: profile.createdAt,
    tags: profile.tagIds,
    last_inbound_at: profile.lastInboundAt,
    last_outbound_at: profile.lastOutboundAt,
    ...Object.fromEntries(Object.keys(attributeTypes).map((key) => [`attributes.${key}`, attributes[key] ?? null])),
    'attributes.seen': typeof seen === 'string' ? new Date(seen) : null,
  } as Facts
}

type Person = { companyId: string; contactId: string; random: Random; things: Things }

const addLists = async (deps: Deps, { companyId, contactId, random, things }: Person): Promise<Facts> => {
  const lists = random.some(things.lists)
  const rows = lists.map((listId) => ({ companyId, listId, contactId, source: 'manual' as const }))
  if (rows.length > 0) await deps.database.db.insert(contactListMembers).values(rows)
  return { lists }
}

const addConsents = async (deps: Deps, { companyId, contactId, random }: Person): Promise<Facts> => {
  const state = random.maybe(random.pick(['granted', 'denied', 'withdrawn'] as const))
  const expired = random.below(3) === 0
  const word = {
    companyId,
    contactId,
    medium: 'email' as const,
    purpose: 'marketing' as const,
    source: 'form' as const,
  }
  if (state)
    await deps.database.db.insert(consents).values([
      { ...word, id: newId(), state: 'granted', at: hoursAgo(50) },
      { ...word, id: newId(), state, at: hoursAgo(20), expiresAt: expired ? hoursAgo(1) : null },
    ])
  const said = state === 'granted' && !expired ? 'granted' : 'denied'
  return { 'consent.email.marketing': state === null || (state === 'granted' && expired) ? 'unknown' : said }
}

const messageOf = (
  random: Random,
  conversation: { companyId: string; contactId: string; channelId: string; id: string },
) => {
  const age = random.pick([1, 24 * 5, 24 * 20])
  const at = hoursAgo(age)
  const base = { id: newId(), type: 'text', origin: 'agent' as const, occurredAt: at, direction: 'out' as const }
  const out = { ...base, status: 'read' as const, sentAt: at }
  const kinds = [
    {
      row: { ...base, direction: 'in' as const, origin: 'contact' as const, status: 'received' as const },
      events: ['wrote'],
    },
    {
      row: {
        ...base,
        direction: 'in' as const,
        type: 'button',
        origin: 'contact' as const,
        status: 'received' as const,
      },
      events: ['wrote', 'clicked'],
    },
    { row: { ...out, status: 'sent' as const }, events: ['sent'] },
    { row: { ...out, status: 'delivered' as const, deliveredAt: at }, events: ['sent', 'delivered'] },
    { row: { ...out, readAt: at }, events: ['sent', 'delivered', 'read'] },
    { row: { ...base, status: 'failed' as const, failedAt: at }, events: ['failed'] },
  ]
  const { row, events } = random.pick(kinds)
  const { companyId, contactId, channelId, id: conversationId } = conversation
  return { row: { ...row, companyId, contactId, channelId, conversationId }, events, age }
}

const addConversations = async (deps: Deps, { companyId, contactId, random, things }: Person): Promise<Facts> => {
  const { db } = deps.database
  const identityId = newId()
  const username = random.maybe(random.pick(['ana.souza', 'joao_22', 'padaria']))
  await db.insert(contactIdentities).values({ companyId, id: identityId, contactId, scope: 'portfolio', username })
  const rows = [0, 1, 2].slice(random.below(4)).map((number) => ({
    ...{ companyId, id: newId(), channelId: random.pick(things.channels), contactId, identityId },
    status: random.pick(number === 0 ? (['open', 'pending'] as const) : (['resolved'] as const)),
    assigneeId: random.maybe(random.pick(things.members)),
    labelIds: random.some(things.labels),
    windowExpiresAt: random.maybe(hoursAgo(random.pick([-2, 3]))),
  }))
  if (rows.length > 0) await db.insert(conversations).values(rows)
  const sent = rows.flatMap((row) => [0, 1, 2, 3].slice(random.below(5)).map(() => messageOf(random, row)))
  if (sent.length > 0) await db.insert(messages).values(sent.map(({ row }) => row))
  const counts = ['wrote', 'sent', 'delivered', 'read', 'failed', 'clicked'].flatMap((event) =>
    [2, 30].map((span) => [
      `messages.${event}.${span}`,
      sent.filter(({ events, age }) => events.includes(event) && age <= span * 24).length,
    ]),
  )
  return {
    username,
    'conversation.count': rows.length,
    'conversation.channel': [...new Set(rows.map(({ channelId }) => channelId))],
    'conversation.status': [...new Set(rows.map(({ status }) => status))],
    'conversation.label': [...new Set(rows.flatMap(({ labelIds }) => labelIds))],
    'conversation.assignee': [...new Set(rows.flatMap(({ assigneeId }) => assigneeId ?? []))],
    window_open: rows.some(({ windowExpiresAt }) => windowExpiresAt !== null && windowExpiresAt > now),
    ...Object.fromEntries(counts),
  }
}

export type FilterWorld = { ctx: CompanyCtx; people: { id: string; facts: Facts }[]; things: Things }

/** Makes such a company, with as many contacts as there are asked for; its clock stands still. */
export const createFilterWorld = async (deps: Deps, random: Random, count: number): Promise<FilterWorld> => {
  const company = await createCompany(deps, { timezone: 'America/Sao_Paulo' })
  const things = await createThings(deps, company.id)
  const companyId = company.id
  await deps.database.db.insert(contactAttributes).values(
    Object.entries(attributeTypes).map(([key, type]) => ({
      ...{ id: newId(), companyId, key, type, label: { en: key, pt: key } },
      options: type === 'select' || type === 'multi_select' ? options : [],
    })),
  )
  const people: FilterWorld['people'] = []
  for (let number = 0; number < count; number++) {
    const id = newId()
    const phone = number < phones.length ? (phones[number] ?? null) : null
    const profile = profileOf(random, things, phone)
    await deps.database.db.insert(contacts).values({ companyId, id, ...profile })
    const value = random.maybe(`55119400${String(number).padStart(5, '0')}`)
    if (value)
      await deps.database.db
        .insert(contactPoints)
        .values({ companyId, id: newId(), contactId: id, kind: 'phone', value })
    const externalId = random.maybe(`ERP-${number}`)
    if (externalId)
      await deps.database.db
        .insert(contactPoints)
        .values({ ...{ companyId, id: newId(), contactId: id }, kind: 'external', scope: 'erp', value: externalId })
    const person = { companyId, contactId: id, random, things }
    const facts = {
      ...factsOf(profile),
      external_id: externalId,
      ...(await addLists(deps, person)),
      ...(await addConsents(deps, person)),
      ...(await addConversations(deps, person)),
    }
    people.push({ id, facts })
  }
  const member = { role: 'admin' as const, grants: [], visibility: 'all' as const }
  const context = { id: companyId, name: company.name, timezone: 'America/Sao_Paulo', accessBlocks: [], member }
  return { ctx: { ...systemCtx(deps, 'test', context), company: context, now: () => now }, people, things }
}

const dateTexts = ['today', 'today-1d', 'today-7d', 'now-7d', 'now-13h', 'now', ...days, '2026-03-10T03:00:00Z']
const textValues = [
  ...words,
  'ana',
  'ACAI',
  '%',
  'lead',
  'sp',
  'pt',
  'br',
  'ERP-1',
  'erp-2',
  'joao_22',
  '50030-230',
  'america/sao_paulo',
  'unheard of',
]
const likeValues = ['^ana', 'souza$', 'a', '%', '_', '\\', '^ana souza$', 'É', '^j', 'off$']

const fields = contactFields(
  Object.entries(attributeTypes).map(([key, type]) => ({
    ...{ key, type, label: { en: key, pt: key }, sensitive: false },
    options: type === 'select' || type === 'multi_select' ? options : [],
  })),
  { personalData: true },
)

const randomValue = (name: string, random: Random, things: Things): string | number | boolean => {
  const field = findField(fields, name)?.field
  if (!field) throw new Error(`No field ${name}`)
  const { references } = field
  if (references && references !== 'segments') return random.pick(things[references])
  if (field.options) return random.pick(field.options)
  if (field.type === 'number') return random.below(5) - 1
  if (field.type === 'boolean') return random.below(2) === 1
  return random.pick(field.type === 'date' || field.type === 'instant' ? dateTexts : textValues)
}

const randomCondition = (names: readonly string[], random: Random, things: Things): FilterCondition => {
  const name = random.pick(names)
  const operator = random.pick(findField(fields, name)?.field.operators ?? [])
  const one = () => randomValue(name, random, things)
  if (operator === 'IS_DEFINED') return { field: name, operator, value: random.below(2) === 1 }
  if (operator === 'LIKE' || operator === 'NOT_LIKE') return { field: name, operator, value: random.pick(likeValues) }
  if (/IN$/.test(operator)) return { field: name, operator, value: [one(), one()].slice(random.below(2)) }
  if (!/BETWEEN$/.test(operator)) return { field: name, operator, value: one() }
  const ends = [one(), one()]
  return {
    field: name,
    operator,
    value: typeof ends[0] === 'number' ? ends.toSorted((a, b) => Number(a) - Number(b)) : ends,
  }
}

/** A tree of conditions on fields of which the facts are known. */
export const randomTree = (names: readonly string[], random: Random, things: Things, levels = 3): FilterGroup => ({
  value: random.pick(['AND', 'OR']),
  children: Array.from({ length: 1 + random.below(3) }, () =>
    levels > 1 && random.below(3) === 0
      ? randomTree(names, random, things, levels - 1)
      : randomCondition(names, random, things),
  ),
})

/** One condition of each operator of each field. */
export const everyCondition = (names: readonly string[], random: Random, things: Things): FilterCondition[] =>
  names.flatMap((name) => {
    const operators = new Set(findField(fields, name)?.field.operators)
    const found: FilterCondition[] = []
    for (let tries = 0; operators.size > 0 && tries < 500; tries++) {
      const condition = randomCondition([name], random, things)
      if (operators.delete(condition.operator)) found.push(condition)
    }
    return found
  })
