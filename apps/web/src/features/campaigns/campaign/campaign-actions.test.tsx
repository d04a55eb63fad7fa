import { getCampaignAnalytics } from '@recado/contracts/campaigns/analytics'
import {
  approveCampaign,
  type Campaign,
  cancelCampaign,
  getCampaign,
  getSeries,
  listCampaigns,
} from '@recado/contracts/campaigns/campaigns'
import { getPreflight } from '@recado/contracts/campaigns/preflight'
import { previewRetry, retryCampaign } from '@recado/contracts/campaigns/recipients'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { campaignOf as anyCampaign, noCounts } from '#web/test/campaign-fixtures.ts'
import { failing, on, onPath } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'

const id = '019a0000-0000-7000-8000-000000000001'
const at = '2026-11-01T12:00:00.000Z'
const path = `/company/campaigns/${id}`
const api = `/api/v1/campaigns/${id}`
const session = sessionOf({ blocks: ['integrations', 'whatsapp_chat', 'bulk_sending'] })
const estimate = { currency: 'BRL', low: 10, high: 25, ratesFrom: '2026-10-01' }

const campaignOf = (part: Partial<Campaign>): Campaign =>
  anyCampaign({ cost: { estimate, actual: 0, currency: 'BRL' }, version: 3, ...part })

const failed = campaignOf({
  state: 'completed_with_errors',
  counts: { ...noCounts, recipients: 9, sent: 6, failed: 5 },
})
const awaiting = campaignOf({
  ...{ state: 'scheduled', startsAt: at, approval: { needed: true, approvedBy: null, at: null } },
  launchedBy: { id: '019a0000-0000-7000-8000-000000000009', name: 'Bia Rocha', avatarUrl: null },
})
const noAnalytics = failing(getCampaignAnalytics, 'not_found')
const retryRoutes = [
  on(getCampaign, () => failed),
  noAnalytics,
  on(previewRetry, () => ({
    classes: [
      { errorClass: 'transient', count: 3, retryable: true },
      { errorClass: 'media', count: 1, retryable: true },
      { errorClass: 'permanent_recipient', count: 1, retryable: false },
    ],
    cost: estimate,
  })),
  on(retryCampaign, ({ body }) => ({ count: (body as { expected: number }).expected })),
]

test('failed messages are tried again by reason, those that would fail again are named and left', async () => {
  const { user, server } = await renderApp(path, { session, routes: retryRoutes })
  await user.click(await screen.findByRole('button', { name: 'Retry failed' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Retry failed messages of News?' }))
  expect(await dialog.findByRole('button', { name: 'Retry 4 recipients' })).toBeTruthy()
  expect(dialog.getByText('Unreachable recipient: 1 recipient')).toBeTruthy()
  expect(dialog.queryByRole('checkbox', { name: /Unreachable/ })).toBeNull()
  await user.click(dialog.getByRole('checkbox', { name: 'File problem: 1 recipient' }))
  await user.click(dialog.getByRole('button', { name: 'Retry 3 recipients' }))
  await waitFor(() => expect(server.calls('POST', `${api}/retry`)).toHaveLength(1))
  expect(server.calls('POST', `${api}/retry`)[0]?.body).toEqual({ classes: ['transient'], expected: 3 })
})

test('where no failure can be tried again, nothing offers to', async () => {
  const never = { classes: [{ errorClass: 'permanent_recipient', count: 5, retryable: false }], cost: estimate }
  const routes = [on(getCampaign, () => failed), noAnalytics, on(previewRetry, () => never)]
  const { user } = await renderApp(path, { session, routes })
  await user.click(await screen.findByRole('button', { name: 'Retry failed' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Retry failed messages of News?' }))
  expect(await dialog.findByText('None of these failures can be tried again.')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: /Retry/ })).toBeNull()
})

const waterfall = { matched: 40, duplicates: 0, excluded: [], willSend: 40, exact: true }
const approvalRoutes = (stored: Campaign = awaiting) => [
  on(getCampaign, () => stored),
  noAnalytics,
  on(getPreflight, () => ({
    ...{ version: 3, waterfall, blocking: [], warnings: [], limits: [], test: null, startsAt: at, finishesAt: at },
    occurrences: [],
    ...{ cost: { ...estimate, lines: [] }, replies: { expected: 1, perHour: 1, members: 2 } },
  })),
  on(approveCampaign, ({ body }) => {
    stored = campaignOf({ state: (body as { approved: boolean }).approved ? 'validating' : 'draft' })
    return stored
  }),
]

test('a launch is approved knowing how many get it and for how much', async () => {
  const { user, server } = await renderApp(path, { session, routes: approvalRoutes() })
  expect(
    await screen.findByText(/Bia Rocha asked to launch this campaign\..*R\$\s?10\.00 to R\$\s?25\.00/),
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve the launch of News?' }))
  expect(await dialog.findByText('40')).toBeTruthy()
  expect(dialog.getByText(/R\$\s?10\.00 to R\$\s?25\.00/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Approve launch' }))
  await waitFor(() => expect(server.calls('POST', `${api}/approval`)).toHaveLength(1))
  expect(server.calls('POST', `${api}/approval`)[0]?.body).toMatchObject({ version: 3, approved: true })
})

test('a launch is sent back with a reason, and can be edited again', async () => {
  const { user, server } = await renderApp(path, { session, routes: approvalRoutes() })
  await user.click(await screen.findByRole('button', { name: 'Reject' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject the launch of News?' }))
  await user.type(await dialog.findByRole('textbox', { name: /Reason/ }), 'Too many people')
  await user.click(dialog.getByRole('button', { name: 'Reject launch' }))
  await waitFor(() => expect(server.calls('POST', `${api}/approval`)).toHaveLength(1))
  expect(server.calls('POST', `${api}/approval`)[0]?.body).toEqual({
    ...{ version: 3, approved: false, note: 'Too many people' },
  })
  expect(await screen.findByRole('link', { name: 'Edit draft' })).toBeTruthy()
})

test('who launched a campaign is not asked to approve it', async () => {
  const own = { ...awaiting, launchedBy: { id: session.user.id, name: 'Ana', avatarUrl: null } }
  await renderApp(path, { session, routes: [on(getCampaign, () => own), noAnalytics] })
  expect(await screen.findByRole('button', { name: 'Cancel campaign' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

test('a campaign that waits for its daily limit says how many fit, and when it goes on', async () => {
  const paused = campaignOf({
    ...{ state: 'paused', pauseReason: 'limit_reached', resumesAt: '2026-11-02T17:20:00.000Z' },
    counts: { ...noCounts, recipients: 5000, queued: 3400, pending: 1600 },
  })
  await renderApp(path, { session, routes: [on(getCampaign, () => paused), noAnalytics] })
  expect(await screen.findByText(/3,400 of 5,000 recipients fit.*It resumes on Nov 2, 2026/)).toBeTruthy()
})

const series = campaignOf({ state: 'scheduled', series: true, startsAt: at })
const occurrence = campaignOf({
  ...{ id: '019a0000-0000-7000-8000-000000000005', name: 'News (2026-10-25)', state: 'paused', pauseReason: 'blocked' },
  ...{ seriesId: id, blocking: [{ name: 'template_paused', facts: { template: 'news' } }] },
})
const seriesRoutes = (stored: Campaign = series) => [
  on(getCampaign, ({ path: called }) => (called.endsWith(id) ? stored : occurrence)),
  on(getSeries, () => ({
    ...{ next: [at, '2026-11-08T12:00:00.000Z'], campaigns: 1, cost: { actual: 4.5, currency: 'BRL' } },
    counts: { ...noCounts, recipients: 80, sent: 75 },
  })),
  on(listCampaigns, () => ({ data: [occurrence], page: { next: null, has_more: false } })),
  on(cancelCampaign, () => {
    stored = { ...series, state: 'canceled', finishedAt: at }
    return stored
  }),
  noAnalytics,
]

test('a series shows its next dates, its campaigns and their sums, and ends when a person ends it', async () => {
  const { user, server } = await renderApp(path, { session, routes: seriesRoutes() })
  expect(await screen.findByText(/^This campaign repeats\. It next goes out on/)).toBeTruthy()
  const dates = within(await screen.findByRole('region', { name: 'Next dates' }))
  expect(await dates.findAllByRole('listitem')).toHaveLength(2)
  expect(await screen.findByText('75')).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'Recipients' })).toBeNull()
  expect(await screen.findByRole('link', { name: 'News (2026-10-25)' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'End series' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'End the series News?' }))
  expect(dialog.getByText(/already started go on/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'End series' }))
  await waitFor(() => expect(server.calls('POST', `${api}/cancellation`)).toHaveLength(1))
  expect(await screen.findByText('This series has ended.')).toBeTruthy()
})

test('one of a series that could not start says why, and leads to its series', async () => {
  await renderApp(`/company/campaigns/${occurrence.id}`, { session, routes: seriesRoutes() })
  expect(await screen.findByText('Meta paused the template news.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Part of a series' }).getAttribute('href')).toBe(path)
  expect(screen.getByRole('button', { name: 'Resume' })).toBeTruthy()
})

test('of a paused campaign, what is still to come can be changed, and one that has gone on meanwhile says so', async () => {
  const paused = campaignOf({
    state: 'paused',
    pauseReason: 'manual',
    counts: { ...noCounts, recipients: 9, pending: 4 },
  })
  let goesOn = false
  const routes = [
    on(getCampaign, () => paused),
    noAnalytics,
    onPath('PATCH', api, ({ body }) =>
      goesOn
        ? { status: 409, body: { type: 'about:blank', title: 'x', status: 409, code: 'state_invalid', trace_id: 't' } }
        : { status: 200, body: { ...paused, ...(body as object), version: 4 } },
    ),
  ]
  const { user, server } = await renderApp(path, { session, routes })
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit campaign' }))
  goesOn = true
  await user.type(await drawer.findByRole('textbox', { name: 'Messages per day' }), '500')
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  expect(await drawer.findByText("This action isn't available right now.")).toBeTruthy()
  expect(drawer.getByRole<HTMLInputElement>('textbox', { name: 'Messages per day' }).value).toBe('500')
  goesOn = false
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit campaign' })).toBeNull())
  expect(server.calls('PATCH', api).at(-1)?.body).toMatchObject({
    version: 3,
    schedule: { perDay: 500, perSecond: null },
  })
})
