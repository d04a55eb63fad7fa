import {
  countCampaignRisks,
  getOverseenCampaign,
  holdCampaign,
  listAllCampaigns,
  type OverseenDetail,
  reviewCampaign,
} from '@recado/contracts/campaigns/oversight'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'

const id = '019a0000-0000-7000-8000-000000000001'
const at = '2026-11-01T12:00:00.000Z'
const session = sessionOf({ company: null, role: 'admin' })

const campaign: OverseenDetail = {
  ...{ id, name: 'Spring sale', company: { id: '019a0000-0000-7000-8000-000000000002', name: 'Padaria Sol' } },
  ...{ state: 'running', pauseReason: null, recipients: 1200, queued: 400, sent: 390, delivered: 200 },
  ...{ failed: 40, optedOut: 3, perMinute: 61.4, quality: 'YELLOW', spend: { amount: 12.5, currency: 'BRL' } },
  ...{ risks: [], launchedBy: null, startedAt: at, createdAt: at, templates: ['spring'], startsAt: at },
  ...{ finishedAt: null, note: null, perSecond: null, failures: [], history: [], mayBulk: true },
}

const around = (detail: OverseenDetail) => [
  on(listAllCampaigns, () => ({ data: [detail], page: { next: null, has_more: false } })),
  on(getOverseenCampaign, () => detail),
  on(countCampaignRisks, () => ({ open: detail.risks.length })),
]

test('shows how a campaign of a company goes, and stops it for a reason', async () => {
  const asked: unknown[] = []
  const { user } = await renderApp('/all-campaigns', {
    session,
    routes: [
      ...around(campaign),
      on(holdCampaign, ({ body }) => {
        asked.push(body)
        return { ...campaign, state: 'paused' as const, pauseReason: 'held' as const }
      }),
    ],
  })
  const row = (await screen.findByText('Padaria Sol')).closest('tr') ?? document.body
  for (const text of ['1,200', '61', '10%', '1.5%', 'Medium']) expect(within(row).getByText(text)).toBeDefined()
  await user.click(within(row).getByText('Spring sale'))
  await user.click(await screen.findByRole('button', { name: 'Hold' }))
  const dialog = await screen.findByRole('dialog', { name: 'Hold Spring sale?' })
  const confirm = within(dialog).getByRole('button', { name: 'Hold' })
  expect(confirm).toHaveProperty('disabled', true)
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Complaints')
  await user.click(confirm)
  await waitFor(() => expect(asked).toEqual([{ reason: 'Complaints' }]))
})

test('says why a person should look at a campaign, and takes their decision', async () => {
  const asked: unknown[] = []
  const risk = { evidence: { recipients: 60_000, limit: 50_000 }, decidedBy: null, decidedAt: null, createdAt: at }
  const risky: OverseenDetail = {
    ...{ ...campaign, risks: ['many_recipients'] },
    history: [{ rule: 'many_recipients', state: 'open', ...risk }],
  }
  const { user } = await renderApp(`/all-campaigns?open=${id}`, {
    session,
    routes: [
      ...around(risky),
      on(reviewCampaign, ({ body }) => {
        asked.push(body)
        return risky
      }),
    ],
  })
  expect(await screen.findByText('Recipients: 60,000. Reviewed above 50,000.')).toBeDefined()
  expect(screen.getByText('1 campaign to review')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  const dialog = await screen.findByRole('dialog', { name: 'Approve Spring sale?' })
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Known company')
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(asked).toEqual([{ decision: 'approved', reason: 'Known company' }]))
})
