import {
  type CampaignConversions,
  compareCampaignGroups,
  getCampaignAnalytics,
  getCampaignConversions,
} from '@recado/contracts/campaigns/analytics'
import { getCampaign } from '@recado/contracts/campaigns/campaigns'
import { listContactLists } from '@recado/contracts/contacts/lists'
import { listSegments } from '@recado/contracts/contacts/segments'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { analyticsOf, campaignOf, noCounts } from '#web/test/campaign-fixtures.ts'
import { on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { SeesAll } from '#web/test/sees-all.ts'
import { sessionOf } from '#web/test/sessions.ts'

const [segmentId, listId] = ['019a0000-0000-7000-8000-000000000002', '019a0000-0000-7000-8000-000000000003']
const at = '2026-11-01T12:00:00.000Z'
const session = sessionOf({ blocks: ['integrations', 'whatsapp_chat', 'bulk_sending'] })
const counts = { ...noCounts, recipients: 1000, sent: 900, delivered: 800, read: 400, replied: 90, failed: 100 }
const campaign = campaignOf({ state: 'completed', startedAt: at, finishedAt: at, counts })
const path = `/company/campaigns/${campaign.id}`
const api = `/api/v1/campaigns/${campaign.id}/analytics`

beforeEach(() => void vi.stubGlobal('IntersectionObserver', SeesAll))

const none: CampaignConversions = {
  ...{ days: 7, orders: 0, buyers: 0, revenue: [], withoutAmount: 0, open: false, lift: null, exact: true },
  cost: { currency: 'BRL', perOrder: null },
}
const part = { ...counts, recipients: 250, sent: 200, delivered: 180, read: 90, replied: 18, failed: 50, optedOut: 3 }
const routes = [
  on(getCampaign, () => campaign),
  on(getCampaignAnalytics, () => analyticsOf({ counts })),
  on(listSegments, () => ({ data: [] })),
  on(listContactLists, () => ({
    data: [{ id: listId, name: 'Customers', description: '', contacts: 12, createdAt: at, version: 1 }],
  })),
]

test('each segment and list has its figures beside those of all, and others are chosen to compare', async () => {
  const { user, server } = await renderApp(path, {
    session,
    routes: [
      ...routes,
      on(getCampaignConversions, () => none),
      on(compareCampaignGroups, ({ query }) => ({
        data: query.has('lists')
          ? [{ kind: 'list' as const, id: listId, name: 'Customers', part }]
          : [{ kind: 'segment' as const, id: segmentId, name: 'Old ones', part: null }],
        exact: !query.has('lists'),
      })),
    ],
  })
  const card = within(await screen.findByRole('region', { name: 'By segment and list' }))
  expect(await card.findByText('This segment has conditions that name something deleted.')).toBeTruthy()
  expect(card.getByText(/Someone in several groups counts in each/)).toBeTruthy()
  await user.click(card.getByRole('combobox', { name: 'Compare by segment or list' }))
  await user.click(await screen.findByRole('option', { name: 'Customers' }))
  const row = (await card.findByRole('link', { name: 'Customers' })).closest('tr') as HTMLElement
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Customers List', ...['250', '200 80%', '180 90%', '90 45%', '18 9%', '50 20%', '3 1.5%']])
  expect(card.getByText(/Estimated from a sample/)).toBeTruthy()
  expect(`${server.calls('GET', `${api}/groups`).at(-1)?.query}`).toBe(`lists=${listId}`)
})

test('orders are told with what they came to by currency, what each cost, and how many there would have been anyway', async () => {
  const rate = { value: 0.02, low: 0.01, high: 0.03 }
  const found = {
    ...{ ...none, orders: 12, buyers: 11, withoutAmount: 1, open: true },
    revenue: [
      { currency: 'BRL', amount: 1234.5 },
      { currency: 'USD', amount: 20 },
      { currency: null, amount: 10 },
    ],
    cost: { currency: 'BRL', perOrder: 2.5 },
    lift: {
      ...{ holdout: 100, bought: 2, rate, sentRate: { value: 0.05, low: 0.04, high: 0.06 } },
      difference: { value: 0.03, low: 0.01, high: 0.05 },
    },
  }
  const { user, server } = await renderApp(path, {
    session,
    routes: [
      ...routes,
      on(getCampaignConversions, ({ query }) => (query.get('days') === '7' ? found : { ...none, days: 30 })),
      on(compareCampaignGroups, () => ({ data: [], exact: true })),
    ],
  })
  const card = within(await screen.findByRole('region', { name: 'Conversions' }))
  expect(await card.findByText('12 by 11 people')).toBeTruthy()
  expect(card.getByText('R$1,234.50')).toBeTruthy()
  expect(card.getByText('$20.00')).toBeTruthy()
  expect(card.getByText('10.00 (currency not reported)')).toBeTruthy()
  expect(card.getByText('R$2.50')).toBeTruthy()
  expect(card.getByText(/5% of those it was submitted to .* 2 of them \(2%\) .* \+3 percentage points/)).toBeTruthy()
  expect(card.getByText(/Orders can still come in\. An order counts for the last campaign/)).toBeTruthy()
  await user.click(card.getByRole('combobox', { name: 'Attribution window' }))
  await user.click(await screen.findByRole('option', { name: '30 days after delivery' }))
  expect(await card.findByText(/No paid orders within 30 days after delivery/)).toBeTruthy()
  expect(`${server.calls('GET', `${api}/conversions`).at(-1)?.query}`).toBe('days=30')
})
