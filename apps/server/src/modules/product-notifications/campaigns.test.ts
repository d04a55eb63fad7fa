import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { type EventName, type EventPayload, emit } from '#server/events.ts'
import { addMember, createSignedIn, createUser } from '#server/test/factories.ts'
import { openProductWorld, type ProductWorld } from '#server/test/product-notifications.ts'

// Campaigns tell those who run them how they fare, and the admins when one stops.

let w: ProductWorld
let admin: string
let owner: string
let other: string
let campaign: { companyId: string; campaignId: string; name: string; ownerId: string; launchedBy: string }

beforeAll(async () => {
  w = await openProductWorld()
})
afterAll(() => w.close())

beforeEach(async () => {
  const { user, company } = await createSignedIn(w.deps)
  const people = [await createUser(w.deps, { locale: 'pt' }), await createUser(w.deps)] as const
  for (const { id } of people) await addMember(w.deps, company.id, id, { role: 'member' })
  admin = user.id
  owner = people[0].id
  other = people[1].id
  campaign = {
    companyId: company.id,
    campaignId: randomUUID(),
    name: 'Volta às aulas',
    ownerId: owner,
    launchedBy: owner,
  }
  await w.refresh()
})

const told = async (userId: string) =>
  (await w.inboxOf(userId)).map(({ templateIdentifier, content }) => [templateIdentifier, content])
const happen = <E extends EventName>(event: E, payload: EventPayload<E>) =>
  emit(systemCtx(w.deps, 'test'), event, payload)

it('tell their owner that they started and finished, with the way to the campaign', async () => {
  await happen('campaign.started', { ...campaign, recipients: 12_400 })
  await happen('campaign.finished', { ...campaign, sent: 12_380, failed: 20 })
  expect(new Map((await told(owner)) as [string, string][])).toEqual(
    new Map([
      ['campaign.started', 'O envio da campanha <b>Volta às aulas</b> começou. Destinatários: 12.400'],
      ['campaign.finished', 'A campanha <b>Volta às aulas</b> terminou. Enviadas: 12.380 · Com falha: 20'],
    ]),
  )
  const [notice] = await w.inboxOf(owner)
  const { campaignId, companyId } = campaign
  expect(notice?.cta.data.url).toBe(`/company/campaigns/${campaignId}?company=${companyId}`)
  expect([await told(admin), await told(other)]).toEqual([[], []])
})

it('tell the owner and the admins, each once, why they were paused', async () => {
  await happen('campaign.paused', { ...campaign, reason: 'error_rate' })
  await happen('campaign.paused', { ...campaign, ownerId: admin, launchedBy: admin, reason: 'channel_down' })
  expect((await told(owner)).map(([, content]) => content)).toEqual([
    'A campanha <b>Volta às aulas</b> foi pausada: muitas mensagens falharam',
  ])
  expect((await told(admin)).map(([workflow]) => workflow)).toEqual(['campaign.paused', 'campaign.paused'])
  expect(await told(other)).toEqual([])
})

it('tell of a spend limit once, with the amount spent', async () => {
  await happen('campaign.paused', { ...campaign, reason: 'spend_cap' })
  await happen('campaign.spend_cap', { ...campaign, percent: 100, amount: 120.5, currency: 'BRL' })
  expect(await told(owner)).toEqual([['campaign.spend_cap', expect.stringMatching(/com R\$\s120,50 gastos/)]])
  expect(await told(admin)).toHaveLength(1)
})

it('tell of most of a spend limit being spent, while they go on', async () => {
  await happen('campaign.spend_cap', { ...campaign, percent: 80, amount: 96, currency: 'BRL' })
  expect(await told(owner)).toEqual([
    ['campaign.spend_cap', expect.stringMatching(/já gastou R\$\s96,00: 80% do teto de gastos$/)],
  ])
  expect(await told(admin)).toHaveLength(1)
})

it('tell their owner that they failed, and no one who has left the company', async () => {
  await happen('campaign.failed', { ...campaign, reason: 'no_recipients' })
  expect(await told(owner)).toEqual([
    ['campaign.failed', 'A campanha <b>Volta às aulas</b> falhou: não restou nenhum destinatário'],
  ])
  const stranger = await createUser(w.deps)
  await happen('campaign.failed', { ...campaign, ownerId: stranger.id, launchedBy: stranger.id, reason: 'internal' })
  expect(await told(stranger.id)).toEqual([])
})

it('tell their owner which variant won a test, and that they are to choose one', async () => {
  await happen('campaign.winner_chosen', { ...campaign, variant: 'B', reason: 'clear', rest: 8000 })
  await happen('campaign.decision_requested', { ...campaign, variants: 2 })
  expect(new Map((await told(owner)) as [string, string][])).toEqual(
    new Map([
      [
        'campaign.winner_chosen',
        'A variante B de <b>Volta às aulas</b> agora vai para os demais: ela foi claramente melhor. Destinatários: 8.000',
      ],
      [
        'campaign.decision_requested',
        'O teste A/B de <b>Volta às aulas</b> terminou. Escolha a variante que os demais recebem',
      ],
    ]),
  )
  expect([await told(admin), await told(other)]).toEqual([[], []])
})

it('tell the other admins that they wait for approval', async () => {
  await happen('campaign.approval_requested', { ...campaign, recipients: 12_400 })
  await happen('campaign.approval_requested', { ...campaign, launchedBy: admin, recipients: 50 })
  expect(await told(admin)).toEqual([
    ['campaign.approval_requested', expect.stringMatching(/Volta às aulas.*12[.,]400/)],
  ])
  expect(await told(owner)).toEqual([])
})

it('tell who launched them that the launch was approved or rejected, and why', async () => {
  await happen('campaign.approval_decided', {
    ...campaign,
    approved: false,
    ended: false,
    note: 'Espere os preços novos',
  })
  await happen('campaign.approval_decided', { ...campaign, approved: true, ended: false, note: '' })
  expect((await told(owner)).map(([, content]) => content).toSorted()).toEqual([
    'A campanha <b>Volta às aulas</b> foi aprovada',
    'A campanha <b>Volta às aulas</b> foi recusada: Espere os preços novos',
  ])
  expect([await told(admin), await told(other)]).toEqual([[], []])
})
