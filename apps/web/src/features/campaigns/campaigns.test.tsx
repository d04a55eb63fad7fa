import { getCampaignAnalytics } from '@recado/contracts/campaigns/analytics'
import {
  type Campaign,
  type CampaignTest,
  createCampaign,
  decideCampaign,
  getCampaign,
  launchCampaign,
  listCampaigns,
  previewAudience,
  updateCampaign,
} from '@recado/contracts/campaigns/campaigns'
import { campaignContent } from '@recado/contracts/campaigns/content'
import { getPreflight, type Preflight, previewMessages } from '@recado/contracts/campaigns/preflight'
import { type CampaignRecipient, keepRecipients, listRecipients } from '@recado/contracts/campaigns/recipients'
import { listMembers } from '@recado/contracts/companies/companies'
import { listTeams } from '@recado/contracts/companies/teams'
import { createContactList, listContactLists } from '@recado/contracts/contacts/lists'
import { listSegments } from '@recado/contracts/contacts/segments'
import { listContactTags } from '@recado/contracts/contacts/tags'
import { listLabels } from '@recado/contracts/inbox/labels'
import { listTemplates } from '@recado/contracts/whatsapp/channel-templates'
import { listChannels } from '@recado/contracts/whatsapp/channels'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { analyticsOf, campaignOf, noCounts } from '#web/test/campaign-fixtures.ts'
import { channelOf } from '#web/test/chat-fixtures.ts'
import { failing, on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'

const id = '019a0000-0000-7000-8000-000000000001'
const listId = '019a0000-0000-7000-8000-000000000002'
const at = '2026-11-01T12:00:00.000Z'
const session = sessionOf({ blocks: ['integrations', 'whatsapp_chat', 'bulk_sending'] })
const none = { data: [], page: { next: null, has_more: false } }
const waterfall = {
  ...{ matched: 12, duplicates: 2, willSend: 7, exact: true },
  excluded: [{ reason: 'opted_out' as const, count: 3 }],
}
const preflight: Preflight = {
  ...{ version: 1, waterfall, blocking: [], warnings: [] },
  cost: { currency: 'BRL', low: 1, high: 2.5, ratesFrom: '2026-10-01', lines: [] },
  limits: [{ portfolioId: 'p', limit: 1000, used: 10, fitsNow: 7, restAt: null }],
  ...{ startsAt: at, finishesAt: at, occurrences: [], test: null, replies: { expected: 1, perHour: 1, members: 2 } },
}

const around = [
  on(listChannels, () => ({ data: [channelOf()] })),
  on(listSegments, () => ({ data: [] })),
  on(listContactTags, () => ({ data: [] })),
  on(listContactLists, () => ({
    data: [{ id: listId, name: 'Customers', description: '', contacts: 12, createdAt: at, version: 1 }],
  })),
  on(previewAudience, () => waterfall),
]

test('a first campaign begins with an idea whose audience and schedule are filled in', async () => {
  const draft = campaignOf()
  const { user, server } = await renderApp('/company/campaigns', {
    session,
    routes: [
      ...around,
      on(listCampaigns, () => none),
      on(createCampaign, () => draft),
      on(updateCampaign, () => ({ ...draft, step: 'content' as const, version: 2 })),
      on(getCampaign, () => draft),
    ],
  })
  await user.click(await screen.findByRole('button', { name: /^News for customers/ }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Content' })).toBeTruthy()
  const [begun] = server.calls('POST', '/api/v1/campaigns')
  expect(begun?.body).toMatchObject({ name: 'News for customers', schedule: { start: { kind: 'at' } } })
})

test('a campaign for a list begins with that list as its audience', async () => {
  const draft = campaignOf()
  const { user, server } = await renderApp('/company/contacts/lists', {
    session,
    routes: [...around, on(createCampaign, () => draft), on(getCampaign, () => draft)],
  })
  await user.click(await screen.findByRole('button', { name: 'Send a campaign to Customers' }))
  expect(await screen.findByRole('textbox', { name: 'Campaign name' })).toBeTruthy()
  expect(screen.queryByText('Start from an idea')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(server.calls('POST', '/api/v1/campaigns')).toHaveLength(1))
  const [begun] = server.calls('POST', '/api/v1/campaigns')
  expect(begun?.body).toMatchObject({ audience: { sources: [{ kind: 'lists', ids: [listId] }] } })
})

test('what is chosen for the audience is saved, and the reasons of those left out are said in words', async () => {
  let stored = campaignOf()
  const { user, server } = await renderApp(`/company/campaigns/${id}/edit`, {
    session,
    routes: [
      ...around,
      on(getCampaign, () => stored),
      on(updateCampaign, ({ body }) => {
        stored = { ...stored, ...(body as Partial<Campaign>), version: stored.version + 1 }
        return stored
      }),
    ],
  })
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(screen.getByText('Add an audience to continue')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add audience' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Lists' }))
  const sources = within(screen.getByRole('list', { name: 'Audience sources' }))
  await user.click(sources.getByRole('combobox', { name: 'Lists' }))
  await user.click(await screen.findByRole('option', { name: 'Customers' }))
  await waitFor(() => expect(server.calls('PATCH', `/api/v1/campaigns/${id}`).length).toBeGreaterThan(0))
  expect(stored.audience.sources).toEqual([{ kind: 'lists', ids: [listId] }])
  expect(await screen.findByText('Opted out')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Content' })).toBeTruthy()
  expect(stored.step).toBe('content')
})

test('a draft that someone else changed asks before one of the two is lost', async () => {
  const theirs = campaignOf({ name: 'Their name', version: 2 })
  const { user } = await renderApp(`/company/campaigns/${id}/edit`, {
    session,
    routes: [
      ...around,
      on(getCampaign, () => campaignOf()),
      failing(updateCampaign, 'conflict', { data: { current: theirs } }),
    ],
  })
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Campaign name' })
  await user.clear(name)
  await user.type(name, 'My name')
  expect(await screen.findByText(/Their name/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show their version' }))
  await waitFor(() => expect(name.value).toBe('Their name'))
})

test('what is written while a save is under way is saved after it', async () => {
  let stored = campaignOf({ name: 'News' })
  const first = Promise.withResolvers<void>()
  const { user, server } = await renderApp(`/company/campaigns/${id}/edit`, {
    session,
    routes: [
      ...around,
      on(getCampaign, () => stored),
      on(updateCampaign, async ({ body }) => {
        stored = { ...stored, ...(body as Partial<Campaign>), version: stored.version + 1 }
        const answer = stored
        if (answer.version === campaignOf().version + 1) await first.promise
        return answer
      }),
    ],
  })
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Campaign name' })
  const saves = () => server.calls('PATCH', `/api/v1/campaigns/${id}`)
  await user.type(name, ' one')
  await waitFor(() => expect(saves()).toHaveLength(1), { timeout: 3000 })
  await user.type(name, ' two')
  first.resolve()
  await waitFor(() => expect(stored.name).toBe('News one two'), { timeout: 3000 })
})

test('a launch is refused while something blocks it, and says how many and how much before it leaves', async () => {
  let found: Preflight = { ...preflight, blocking: [{ name: 'no_template', facts: {} }] }
  const draft = campaignOf({ step: 'review' })
  const routes = [
    ...around,
    on(getCampaign, () => draft),
    on(getPreflight, () => found),
    on(launchCampaign, () => ({ ...draft, state: 'validating' as const })),
    on(listCampaigns, () => none),
  ]
  const first = await renderApp(`/company/campaigns/${id}/edit`, { session, routes })
  expect(await screen.findByText('Choose a template.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Launch campaign' }).disabled).toBe(true)
  first.unmount()
  found = preflight
  const { user, server } = await renderApp(`/company/campaigns/${id}/edit`, { session, routes })
  const launch = await screen.findByRole<HTMLButtonElement>('button', { name: 'Launch campaign' })
  await waitFor(() => expect(launch.disabled).toBe(false))
  await user.click(launch)
  const dialog = within(await screen.findByRole('dialog', { name: 'Send to 7 people now?' }))
  expect(dialog.getByText(/R\$\s?2\.50/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Launch' }))
  await waitFor(() => expect(server.calls('POST', `/api/v1/campaigns/${id}/launch`)).toHaveLength(1))
  expect(server.calls('POST', `/api/v1/campaigns/${id}/launch`)[0]?.body).toMatchObject({ version: 1 })
})

test('a campaign that repeats is written in a few words, and says its next dates before it starts', async () => {
  const occurrences = ['2026-11-02T13:00:00.000Z', '2026-11-09T13:00:00.000Z']
  let stored = campaignOf({ step: 'schedule' })
  const routes = [
    ...around,
    on(getCampaign, () => stored),
    on(updateCampaign, ({ body }) => {
      stored = { ...stored, ...(body as Partial<Campaign>), version: stored.version + 1 }
      stored = { ...stored, series: stored.schedule.start.kind === 'recurring' }
      return stored
    }),
    on(getPreflight, () => ({ ...preflight, version: stored.version, occurrences, startsAt: occurrences[0] ?? at })),
    on(launchCampaign, () => ({ ...stored, state: 'scheduled' as const })),
    on(listCampaigns, () => none),
  ]
  const { user, server } = await renderApp(`/company/campaigns/${id}/edit`, { session, routes })
  await user.click(await screen.findByRole('radio', { name: 'Repeatedly' }))
  await user.click(screen.getByRole('checkbox', { name: 'Thu' }))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const dates = within(await screen.findByRole('region', { name: 'Next dates' }))
  expect(dates.getAllByRole('listitem')).toHaveLength(2)
  expect(stored.schedule.start).toMatchObject({ kind: 'recurring', rule: 'FREQ=WEEKLY;BYDAY=MO,TH' })
  await user.click(screen.getByRole('button', { name: 'Start series' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Start this series on .*2026/ }))
  await user.click(dialog.getByRole('button', { name: 'Start series' }))
  await waitFor(() => expect(server.calls('POST', `/api/v1/campaigns/${id}/launch`)).toHaveLength(1))
})

test.each(['en', 'pt'] as const)('the schedule can be written in %s', async (language) => {
  const draft = campaignOf({ step: 'schedule' })
  const routes = [...around, on(getCampaign, () => draft)]
  await renderApp(`/company/campaigns/${id}/edit`, { session, routes, language })
  const perDay = language === 'pt' ? 'Mensagens por dia' : 'Messages per day'
  expect(await screen.findByRole('textbox', { name: perDay })).toBeTruthy()
})

const variant = { template: 'news', language: { strategy: 'fixed' as const, language: 'pt_BR' }, values: {}, share: 50 }
const tested = campaignContent.parse({
  variants: [
    { ...variant, key: 'A' },
    { ...variant, key: 'B', template: 'offer' },
  ],
  test: { percent: 20, metric: 'reply', hours: 4 },
})

test('the review says in a sentence what the test of variants will do', async () => {
  const draft = campaignOf({ step: 'review', content: tested })
  const outcome = { people: 2000, rest: 8000, decidesAt: '2026-11-24T17:00:00.000Z' }
  const found = { ...preflight, test: { ...outcome, variants: ['A', 'B'], metric: 'reply', rule: 'best' } }
  const routes = [...around, on(getCampaign, () => draft), on(getPreflight, () => found as Preflight)]
  await renderApp(`/company/campaigns/${id}/edit`, { session, routes })
  const sentence = await screen.findByText(
    /^2,000 people get A or B\. Around .*, the variant that does better by replies/,
  )
  expect(sentence.textContent).toMatch(/goes to the other 8,000\.$/)
})

test('what follows the replies to a campaign stands beside its messages, each button with what is done', async () => {
  const label = { id: '019a0000-0000-7000-8000-00000000000a', name: 'Interested', color: 'green' as const, version: 1 }
  const none = { labelId: null, tagId: null, listId: null, teamId: null, assigneeId: null, optOut: false }
  const content = {
    ...tested,
    test: null,
    replies: [
      { ...none, button: 'Tell me more', labelId: label.id },
      { ...none, button: null, optOut: true },
    ],
  }
  const running = campaignOf({ state: 'running', startedAt: at, content })
  const routes = [
    ...around,
    on(getCampaign, () => running),
    on(previewMessages, () => ({ data: [] })),
    on(listLabels, () => ({ data: [label] })),
    on(listTeams, () => ({ data: [] })),
  ]
  await renderApp(`/company/campaigns/${id}?tab=content`, { session, routes })
  const replies = within(await screen.findByRole('list', { name: 'After sending' }))
  expect(await replies.findByText(/Tell me more/)).toBeTruthy()
  expect(await replies.findByText(/Interested/)).toBeTruthy()
  expect(replies.getByText('Stop marketing messages to them')).toBeTruthy()
})

test('who is asked for the winner of a test chooses it with what each variant has come to', async () => {
  const of = (key: 'A' | 'B', template: string, replied: number) => ({
    ...{ variant: key, template, sent: 100, delivered: 100, read: 0, clicked: 0, replied, failed: 0, optedOut: 0 },
    ...{ readRate: none0, clickRate: none0, replyRate: { value: replied / 100, low: 0, high: 1 } },
    ...{ pValue: 0.2, winner: false },
  })
  const none0 = { value: 0, low: 0, high: 0 }
  const asked = campaignOf({
    ...{ state: 'running', startedAt: at, content: tested, counts: { ...noCounts, recipients: 1000, sent: 200 } },
    test: { state: 'asked', metric: 'reply', rule: 'ask', endsAt: at, rest: 800, decision: null },
  })
  const analytics = analyticsOf({ variants: [of('A', 'news', 5), of('B', 'offer', 9)] })
  let now: Campaign = asked
  const decision: CampaignTest['decision'] = {
    ...{ variant: 'B', reason: 'person', at, by: null, complete: true, figures: [] },
  }
  const { user, server } = await renderApp(`/company/campaigns/${id}`, {
    session,
    routes: [
      on(getCampaign, () => now),
      on(getCampaignAnalytics, () => analytics),
      on(listChannels, () => ({ data: [channelOf()] })),
      on(decideCampaign, () => {
        now = { ...asked, test: { ...(asked.test as CampaignTest), state: 'decided', decision } }
        return now
      }),
    ],
  })
  const problems = within(await screen.findByRole('list', { name: 'Problems' }))
  await user.click(problems.getByRole('button', { name: 'Choose variant' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose the variant for everyone else' }))
  const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Send to everyone else' })
  expect(send.disabled).toBe(true)
  expect(await dialog.findByText('9% replied, 100 delivered')).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: 'B: offer' }))
  await user.click(send)
  expect(await screen.findByText(/^Someone chose variant B on/)).toBeTruthy()
  expect(server.calls('POST', `/api/v1/campaigns/${id}/decision`)[0]?.body).toEqual({ variant: 'B' })
})

test('variants can be tried on a part of the audience first, and a test by clicks needs tracked links', async () => {
  const channel = channelOf()
  const content = { ...tested, channels: [{ channelId: channel.id, weight: 1 }], test: null, trackLinks: false }
  let stored = campaignOf({ step: 'content', content })
  const templateOf = (name: string) => ({
    ...{ id: name, name, language: 'pt_BR', category: 'UTILITY', status: 'APPROVED' },
    ...{ parameterFormat: 'POSITIONAL' as const, components: [{ type: 'BODY', text: 'Oi' }] },
  })
  const { user } = await renderApp(`/company/campaigns/${id}/edit`, {
    session,
    routes: [
      ...around,
      on(listTemplates, () => ({ data: ['news', 'offer'].map(templateOf), syncedAt: at })),
      on(previewMessages, () => ({ data: [] })),
      on(getCampaign, () => stored),
      on(updateCampaign, ({ body }) => {
        stored = { ...stored, ...(body as Partial<Campaign>), version: stored.version + 1 }
        return stored
      }),
    ],
  })
  await user.click(await screen.findByRole('switch', { name: /^Test first/ }))
  await waitFor(() => expect(stored.content.test).toEqual({ percent: 20, metric: 'reply', hours: 4, rule: 'clear' }))
  await user.click(screen.getByRole('combobox', { name: 'Winner by' }))
  await user.click(await screen.findByRole('option', { name: 'Clicks' }))
  expect(await screen.findByText('Turn on link tracking to choose the winner by clicks.')).toBeTruthy()
  await user.click(screen.getByRole('combobox', { name: 'Who decides' }))
  await user.click(await screen.findByRole('option', { name: 'Ask me' }))
  await waitFor(() => expect(stored.content.test).toMatchObject({ metric: 'click', rule: 'ask' }))
})

test('recipients that filters leave are kept as a list of contacts', async () => {
  const done = campaignOf({ state: 'completed', startedAt: at, finishedAt: at })
  const failed: CampaignRecipient = {
    ...{ contactId: id, displayName: 'Bia Rocha', phone: null, variant: 'A', channelId: null, state: 'failed' },
    ...{ reason: null, errorCode: 131026, errorClass: 'permanent_recipient', conversationId: null, messageId: null },
    ...{ sentAt: null, deliveredAt: null, readAt: null, clickedAt: null, repliedAt: null },
  }
  const { user, server } = await renderApp(`/company/campaigns/${id}?tab=recipients&state=failed`, {
    session,
    routes: [
      ...around,
      on(getCampaign, () => done),
      on(listRecipients, () => ({ data: [failed], page: { next: null, has_more: false, total: 1 } })),
      on(createContactList, () => ({
        ...{ id: listId, name: 'News', description: '', contacts: 0, createdAt: at, version: 1 },
      })),
      on(keepRecipients, () => ({ done: 1, skipped: [] })),
    ],
  })
  await user.click(await screen.findByRole('button', { name: 'Save as list' }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'List name' })).value).toBe('News')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.calls('POST', `/api/v1/campaigns/${id}/recipients/list-members`)[0]?.body).toEqual({
      selection: { filter: { state: 'failed' }, expected: 1 },
      listId,
    }),
  )
})

test('the content says which buttons have their clicks counted, and links in texts can be left as they are', async () => {
  const url = (path: string) => ({ type: 'URL', text: `Open ${path}`, url: path })
  const buttons = [
    url(`${window.location.origin}/l/{{1}}`),
    url('https://shop.example/{{1}}'),
    url('https://a.example/'),
  ]
  const template = {
    ...{ id: listId, name: 'news', language: 'pt_BR', category: 'UTILITY', status: 'APPROVED' },
    ...{
      parameterFormat: 'POSITIONAL' as const,
      components: [
        { type: 'BODY', text: 'Hi' },
        { type: 'BUTTONS', buttons },
      ],
    },
  }
  let stored = campaignOf({
    step: 'content',
    content: campaignContent.parse({
      channels: [{ channelId: channelOf().id }],
      variants: [
        { ...variant, key: 'A', share: 100, values: { 'button.0': { from: 'text', text: 'https://b.example' } } },
      ],
    }),
  })
  const { user } = await renderApp(`/company/campaigns/${id}/edit`, {
    session,
    routes: [
      ...around,
      on(listTemplates, () => ({ data: [template], syncedAt: null })),
      on(previewMessages, () => ({ data: [] })),
      on(getCampaign, () => stored),
      on(updateCampaign, ({ body }) => {
        stored = { ...stored, ...(body as Partial<Campaign>), version: stored.version + 1 }
        return stored
      }),
    ],
  })
  expect(await screen.findByText(/Enter the full address of the page this button opens/)).toBeTruthy()
  expect(screen.getByText(/the button leads straight to shop\.example\./)).toBeTruthy()
  expect(screen.getByText(/the button leads straight to a\.example\./)).toBeTruthy()
  await user.click(screen.getByRole('switch', { name: /^Track links/ }))
  await waitFor(() => expect(stored.content.trackLinks).toBe(false), { timeout: 3000 })
})

test('what follows replies is chosen for each button, and steps that are empty are not marked as done', async () => {
  let stored = campaignOf({
    step: 'content',
    content: campaignContent.parse({
      channels: [{ channelId: channelOf().id }],
      variants: [{ key: 'A', template: 'news', language: { strategy: 'fixed', language: 'en' }, share: 100 }],
    }),
  })
  const components = [
    { type: 'BODY', text: 'Hi' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Stop promotions' }] },
  ]
  const template = {
    ...{ id: listId, name: 'news', language: 'en', category: 'UTILITY', status: 'APPROVED', components },
    parameterFormat: 'POSITIONAL' as const,
  }
  const { user } = await renderApp(`/company/campaigns/${id}/edit`, {
    session,
    routes: [
      ...around,
      on(listTemplates, () => ({ data: [template], syncedAt: null })),
      on(previewMessages, () => ({ data: [] })),
      on(listLabels, () => ({ data: [] })),
      on(listTeams, () => ({ data: [] })),
      on(listMembers, () => none),
      on(getCampaign, () => stored),
      on(updateCampaign, ({ body }) => {
        stored = { ...stored, ...(body as Partial<Campaign>), version: stored.version + 1 }
        return stored
      }),
    ],
  })
  expect(await screen.findByRole('button', { name: 'Audience' })).toBeTruthy()
  const routes = within(await screen.findByRole('list', { name: 'Replies' }))
  expect(routes.getByText('Any other reply')).toBeTruthy()
  await user.click(routes.getByRole('checkbox', { name: 'Stop marketing messages to them' }))
  await waitFor(() =>
    expect(stored.content.replies).toMatchObject([{ button: 'Stop promotions', optOut: true, labelId: null }]),
  )
})
