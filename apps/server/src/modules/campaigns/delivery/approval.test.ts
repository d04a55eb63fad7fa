import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '#server/test/browser.ts'
import { act, type CampaignHome, campaignsOf, draft, launch, readCampaign } from '#server/test/campaign-runs.ts'
import { addMember, createUser, signIn } from '#server/test/factories.ts'
import { startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'

let world: WhatsappWorld
beforeAll(async () => {
  world = await startWhatsappWorld()
})
afterAll(() => world.close())

/** A draft to more people than may be written to without approval. */
const largeDraft = async (home: CampaignHome) => {
  const campaigns = campaignsOf(world)
  const people = [...(await campaigns.people(home, 5001)), ...(await campaigns.people(home, 5001))]
  const { id, version } = await draft(home, people.slice(0, 1))
  const half = (from: number) => ({ kind: 'contacts', ids: people.slice(from, from + 5001).map((one) => one.id) })
  const changed = await home.browser.patch(`/api/v1/campaigns/${id}`, {
    version,
    audience: { sources: [half(0), half(5001)] },
  })
  expect(changed.statusCode, changed.body).toBe(200)
  return readCampaign(home.browser, id)
}

const colleagueOf = async (home: CampaignHome) => {
  const user = await createUser(world.deps, { name: 'Bia', totpConfirmedAt: new Date() })
  await addMember(world.deps, home.company.id, user.id, { role: 'member', grants: ['campaigns.launch'] })
  const browser = createBrowser(world.app)
  browser.use(await signIn(world.deps, user.id, home.company.id))
  return { user, browser }
}

test('a launch to many waits until a colleague approves it', async () => {
  const home = await campaignsOf(world).home()
  const { user, browser } = await colleagueOf(home)
  const campaign = await largeDraft(home)
  const { warnings } = (await home.browser.post(`/api/v1/campaigns/${campaign.id}/preflight`, {})).json()
  expect(warnings).toContainEqual({ name: 'approval_needed', facts: {} })
  const waiting = await launch(home.browser, campaign)
  expect(waiting).toMatchObject({ state: 'scheduled', approval: { needed: true, approvedBy: null } })
  const path = `/api/v1/campaigns/${waiting.id}`
  const { version } = waiting

  const own = await home.browser.post(`${path}/approval`, { version, approved: true })
  expect([own.statusCode, own.json().code]).toEqual([403, 'own_approval'])
  // It cannot be got around by a pause, and what is to be approved stays as it is.
  expect((await home.browser.post(`${path}/pause`, {})).statusCode).toBe(409)
  const changed = await home.browser.patch(path, { version, audience: { sources: [] } })
  expect([changed.statusCode, changed.json().code]).toEqual([409, 'state_invalid'])

  const sentBack = await act(browser, waiting.id, 'approval', { version, approved: false, note: 'Too many' })
  expect(sentBack).toMatchObject({ state: 'draft', approval: { needed: false }, launchedBy: null })

  const again = await home.browser.post(`${path}/launch`, { version: sentBack.version, clientKey: 'launched-again' })
  expect(again.json()).toMatchObject({ state: 'scheduled', approval: { needed: true } })
  const approved = await act(browser, waiting.id, 'approval', { version: again.json().version, approved: true })
  expect(approved).toMatchObject({ state: 'validating', approval: { needed: true, approvedBy: { id: user.id } } })
})

test('who is alone in a company launches to many without approval, and to few so does everyone', async () => {
  const alone = await campaignsOf(world).home()
  expect(await launch(alone.browser, await largeDraft(alone))).toMatchObject({
    ...{ state: 'validating', approval: { needed: false } },
  })
  const home = await campaignsOf(world).home()
  await colleagueOf(home)
  const few = await draft(home, await campaignsOf(world).people(home, 2))
  expect(await launch(home.browser, few)).toMatchObject({ state: 'validating', approval: { needed: false } })
})
