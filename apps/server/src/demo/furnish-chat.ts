import { v7 as uuidv7 } from 'uuid'
import type { Deps } from '#server/context.ts'
import {
  demoAttributes,
  demoDraft,
  demoHours,
  demoLabels,
  demoMarks,
  demoOpinions,
  demoReplies,
  demoSends,
  demoTargets,
  demoTeams,
} from './chat-content.ts'
import { demoIn } from './english.ts'
import { insertRows } from './rows.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type DemoCompany = {
  companyId: string
  otherCompanyId: string | undefined
  channelId: string
  /** Ids of the demo's people by their e-mails. */
  users: ReadonlyMap<string, string>
}

type Talk = {
  id: string
  contact_id: string
  phone: string
  status: string
  team_id: string | null
  assignee_id: string | null
  waiting_since: Date | null
  resolved_at: Date | null
  created_at: Date
}

/** What the rows name: ids of labels and teams by their names, of people by their first names. */
type Names = { label: (name: string) => string; team: (name: string) => string; person: (name: string) => string }

const known = (ids: ReadonlyMap<string, string>, name: string): string => {
  const id = ids.get(name)
  if (!id) throw new Error(`The demo has no ${name}`)
  return id
}

const furnishTeams = async (deps: Deps, { companyId, users }: DemoCompany): Promise<Names> => {
  const labels = new Map<string, string>(demoLabels.map(([name]) => [name, uuidv7()]))
  const teams = new Map<string, string>(demoTeams.map(({ name }) => [name, uuidv7()]))
  const person = (name: string) => known(users, `${name}@demo.recado.test`)
  const hoursId = uuidv7()
  await insertRows(deps, 'business_hours', [{ company_id: companyId, id: hoursId, ...demoHours }])
  await insertRows(
    deps,
    'labels',
    demoLabels.map(([name, color]) => ({ company_id: companyId, id: known(labels, name), name, color })),
  )
  const auto = { mode: 'off', capacity: 20, sticky: true, reassignMinutes: null }
  await insertRows(
    deps,
    'teams',
    demoTeams.map(({ name, description }) => ({
      ...{ company_id: companyId, id: known(teams, name), name, description },
      ...{ auto_assign: auto, business_hours_id: hoursId },
    })),
  )
  const membership = (team: string, name: string, lead: boolean) => ({
    ...{ company_id: companyId, team_id: known(teams, team), user_id: person(name), lead },
  })
  await insertRows(
    deps,
    'team_members',
    demoTeams.flatMap(({ name, leads, members }) => [
      ...leads.map((one) => membership(name, one, true)),
      ...members.map((one) => membership(name, one, false)),
    ]),
  )
  return { label: (name) => known(labels, name), team: (name) => known(teams, name), person }
}

const furnishReplies = async (deps: Deps, { companyId }: DemoCompany, names: Names) => {
  await insertRows(
    deps,
    'canned_replies',
    demoReplies.map(([shortcut, title, text], index) => ({
      ...{ company_id: companyId, id: uuidv7(), shortcut, title, content: { text, fileId: null } },
      ...{ scope: 'company', uses: 40 - index * 7 },
    })),
  )
  const steps = [
    { type: 'add_labels', labelIds: [names.label('Reclamação')] },
    { type: 'team', teamId: names.team('Entregas') },
    { type: 'priority', priority: 4 },
    { type: 'note', text: 'Cliente esperando pela entrega. Conferir a rota.' },
  ]
  const done = [{ type: 'send_text', text: 'Obrigado pelo contato, {{contact.first_name}}! Até a próxima 💛' }]
  await insertRows(deps, 'macros', [
    { company_id: companyId, id: uuidv7(), name: 'Entrega atrasada', steps, scope: 'company' },
    {
      company_id: companyId,
      id: uuidv7(),
      name: 'Agradecer e resolver',
      steps: [...done, { type: 'resolve' }],
      scope: 'company',
    },
  ])
  await insertRows(
    deps,
    'contact_attributes',
    demoAttributes.map((attribute, position) => ({ company_id: companyId, id: uuidv7(), ...attribute, position })),
  )
}

const talksOf = async (deps: Deps, companyId: string): Promise<Talk[]> => {
  const result = await deps.database.pool.query<Talk>(
    `select v.id, v.contact_id, c.phone, v.status, v.team_id, v.assignee_id, v.waiting_since, v.resolved_at, v.created_at
     from conversations v join contacts c on c.company_id = v.company_id and c.id = v.contact_id
     where v.company_id = $1 order by v.last_message_at desc`,
    [companyId],
  )
  return result.rows
}

const internal = (company: DemoCompany, talk: Talk, at: Date) => ({
  ...{ company_id: company.companyId, id: uuidv7({ msecs: at.getTime() }), conversation_id: talk.id },
  ...{ channel_id: company.channelId, contact_id: talk.contact_id, origin: 'agent', status: 'received' },
  ...{ occurred_at: at, created_at: at },
})

const markTalks = async (deps: Deps, company: DemoCompany, names: Names, byPhone: ReadonlyMap<string, Talk>) => {
  const [ana, bruno] = [names.person('ana'), names.person('bruno')]
  const at = new Date(deps.now().getTime() - 15 * MINUTE)
  for (const { phone, team, labels, priority = 0, attributes = {}, note } of demoMarks) {
    const talk = byPhone.get(phone)
    if (!talk) continue
    const teamId = team ? names.team(team) : null
    await deps.database.pool.query(
      'update conversations set team_id = $3, label_ids = $4, priority = $5 where company_id = $1 and id = $2',
      [company.companyId, talk.id, teamId, labels.map(names.label), priority],
    )
    await deps.database.pool.query('update contacts set attributes = $3 where company_id = $1 and id = $2', [
      ...[company.companyId, talk.contact_id, demoIn(deps.config.DEMO_LANGUAGE, attributes)],
    ])
    if (!note) continue
    const mentions = [{ id: bruno, name: 'Bruno Melo' }]
    const by = { id: ana, name: 'Ana Lima' }
    const moved = { ...internal(company, talk, at), direction: 'event', type: 'event', body: null, author_id: ana }
    const written = { ...internal(company, talk, at), direction: 'note', type: 'note', body: note, author_id: ana }
    await insertRows(deps, 'messages', [
      { ...moved, payload: { kind: 'team', by, to: { id: teamId, name: team } } },
      { ...written, payload: { mentions } },
    ])
    await insertRows(deps, 'conversation_participants', [
      { company_id: company.companyId, conversation_id: talk.id, user_id: bruno, following: true, mentioned_at: at },
    ])
  }
}

const clocksOf = (talk: Talk, policyId: string, now: number) => {
  const clock = (kind: string, from: Date, minutes: number) => {
    const due = from.getTime() + minutes * MINUTE
    const warn = from.getTime() + minutes * MINUTE * 0.75
    return {
      ...{ id: uuidv7(), conversation_id: talk.id, policy_id: policyId, kind, started_at: from },
      ...{ warn_at: new Date(warn), due_at: new Date(due) },
      warned_at: warn < now ? new Date(warn) : null,
      breached_at: due < now ? new Date(due) : null,
    }
  }
  const { waiting_since: since, created_at: begun } = talk
  const answer = since?.getTime() === begun.getTime() ? 'first_response' : 'next_response'
  return [
    clock('resolution', begun, demoTargets.resolution),
    ...(since
      ? [clock(answer, since, demoTargets[answer === 'first_response' ? 'firstResponse' : 'nextResponse'])]
      : []),
  ]
}

const setTargets = async (deps: Deps, { companyId }: DemoCompany, talks: readonly Talk[]) => {
  const policyId = uuidv7()
  const conditions = { teamIds: [], channelIds: [], labelIds: [], priorities: [] }
  await insertRows(deps, 'sla_policies', [
    { company_id: companyId, id: policyId, name: 'Atendimento da loja', targets: demoTargets, conditions },
  ])
  const open = talks.filter(({ status }) => status !== 'resolved')
  const clocks = open.flatMap((talk) => clocksOf(talk, policyId, deps.now().getTime()))
  await insertRows(
    deps,
    'sla_clocks',
    clocks.map((clock) => ({ company_id: companyId, ...clock })),
  )
  await deps.database.pool.query(
    `update conversations v set sla_due_at = k.due from (
       select conversation_id, min(due_at) as due from sla_clocks where company_id = $1 group by 1) k
     where v.company_id = $1 and v.id = k.conversation_id`,
    [companyId],
  )
}

const putAside = async (deps: Deps, company: DemoCompany, names: Names, byPhone: ReadonlyMap<string, Talk>) => {
  const now = deps.now().getTime()
  const [snoozed, kept, left] = ['14155550123', '5581991230003', '5581991230008'].map((phone) => byPhone.get(phone))
  if (!snoozed || !kept || !left) return
  const { companyId } = company
  await deps.database.pool.query(
    "update conversations set status = 'snoozed', snoozed_until = $3 where company_id = $1 and id = $2",
    [companyId, snoozed.id, new Date(now + DAY)],
  )
  const id = uuidv7()
  const body = 'Bom dia, Joana! Sua cesta de sábado está confirmada para as 8h 😊'
  await insertRows(deps, 'scheduled_messages', [
    {
      ...{ company_id: companyId, id, conversation_id: kept.id, author_id: names.person('ana') },
      ...{ send_at: new Date(now + 20 * HOUR), draft: { type: 'text', clientKey: `demo:${id}`, body } },
      cancel_on_reply: true,
    },
  ])
  const at = left.resolved_at ?? left.created_at
  await insertRows(deps, 'consents', [
    {
      ...{ company_id: companyId, id: uuidv7(), contact_id: left.contact_id, channel_id: company.channelId },
      ...{ purpose: 'marketing', state: 'denied', source: 'keyword', evidence: { text: 'PARAR' }, at },
    },
  ])
  await deps.database.pool.query("update contacts set marketing = 'denied' where company_id = $1 and id = $2", [
    ...[companyId, left.contact_id],
  ])
}

const hearOpinions = async (deps: Deps, company: DemoCompany, talks: readonly Talk[]) => {
  const past = talks.filter(({ resolved_at }) => resolved_at !== null)
  const rows = demoOpinions.flatMap(([score, comment = null], index) => {
    const talk = past[index * 2]
    if (!talk?.resolved_at) return []
    const { id: conversation_id, contact_id, assignee_id: user_id, resolved_at } = talk
    return {
      ...{
        company_id: company.companyId,
        id: uuidv7(),
        conversation_id,
        contact_id,
        channel_id: company.channelId,
        user_id,
      },
      ...{ score, comment, sent_at: resolved_at, answered_at: new Date(resolved_at.getTime() + 5 * MINUTE) },
    }
  })
  await insertRows(deps, 'csat_responses', rows)
}

const FAILURES = { 131026: 'permanent_recipient', 131049: 'policy' } as const

const sendBefore = async (deps: Deps, company: DemoCompany, byPhone: ReadonlyMap<string, Talk>) => {
  const body = 'Chegaram as novidades da semana: queijos do agreste, doces de caju e cafés especiais.'
  const rows = demoSends.flatMap(({ phone, status, pricing, code }) => {
    const talk = byPhone.get(phone)
    if (!talk) return []
    const at = new Date(talk.created_at.getTime() - 30 * MINUTE)
    const later = (seconds: number) => new Date(at.getTime() + seconds * 1000)
    return {
      ...internal(company, talk, at),
      ...{
        direction: 'out',
        type: 'template',
        body,
        origin: 'automation',
        status,
        status_rank: status === 'read' ? 50 : 40,
      },
      payload: { template: { name: 'novidades_da_semana', language: 'pt_BR', category: 'MARKETING', components: [] } },
      ...{ wamid: `wamid.demo-${talk.id}`, sent_at: code ? null : later(1), delivered_at: code ? null : later(3) },
      ...{ read_at: status === 'read' ? later(900) : null, failed_at: code ? later(2) : null },
      ...{ error_code: code, error_class: code ? FAILURES[code] : null },
      ...{ pricing_category: code ? null : 'marketing', pricing_type: pricing },
    }
  })
  await insertRows(deps, 'messages', rows)
}

const writeDraft = async (deps: Deps, company: DemoCompany, names: Names) => {
  const { name, language, category, components } = demoIn(deps.config.DEMO_LANGUAGE, demoDraft)
  await deps.database.pool.query(
    `insert into templates (id, company_id, wa_account_id, name, language, category, status, source, draft, created_by)
     select $1, $2, c.wa_account_id, $3, $4, $5, 'DRAFT', 'local', $6, $7 from channels c where c.id = $8`,
    [
      ...[uuidv7(), company.companyId, name, language, category],
      ...[
        { category, parameterFormat: 'POSITIONAL', components, ttlSeconds: null },
        names.person('ana'),
        company.channelId,
      ],
    ],
  )
}

/** Bulk sending on trial for the second company, which its plan does not have. */
const grantBlock = async (deps: Deps, { otherCompanyId }: DemoCompany, names: Names) => {
  if (!otherCompanyId) return
  const reason = 'Teste de 30 dias combinado com a cliente'
  await insertRows(deps, 'access_overrides', [
    {
      ...{ id: uuidv7(), company_id: otherCompanyId, block: 'bulk_sending', effect: 'grant', reason },
      ...{ author_id: names.person('admin'), expires_at: new Date(deps.now().getTime() + 30 * DAY) },
    },
  ])
  await deps.database.pool.query(
    "update companies set access_blocks = access_blocks || '{bulk_sending}'::text[] where id = $1",
    [otherCompanyId],
  )
}

/** Gives the demo's first company a chat at work: teams, SLA targets, marks, opinions, and what waits for its moment. */
export const furnishChat = async (deps: Deps, company: DemoCompany): Promise<void> => {
  const names = await furnishTeams(deps, company)
  await furnishReplies(deps, company, names)
  const talks = await talksOf(deps, company.companyId)
  const byPhone = new Map(talks.map((talk) => [talk.phone, talk]))
  await markTalks(deps, company, names, byPhone)
  await setTargets(deps, company, talks)
  await putAside(deps, company, names, byPhone)
  await hearOpinions(deps, company, talks)
  await sendBefore(deps, company, byPhone)
  await writeDraft(deps, company, names)
  await grantBlock(deps, company, names)
}
