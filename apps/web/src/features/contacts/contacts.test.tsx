import { type ContactCampaign, listCampaignsOfContact } from '@recado/contracts/campaigns/recipients'
import { listContactAttributes } from '@recado/contracts/contacts/contact-attributes'
import { listContactTimeline } from '@recado/contracts/contacts/contact-timeline'
import { getContact, previewMerge } from '@recado/contracts/contacts/contacts'
import { type DuplicatePair, listDuplicatePairs } from '@recado/contracts/contacts/duplicates'
import { type ContactImport, getImport, importRules, listImportRows } from '@recado/contracts/contacts/imports'
import { listSegments } from '@recado/contracts/contacts/segments'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { contactOf, summaryOf } from '#web/test/chat-fixtures.ts'
import { failing, on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { SeesAll } from '#web/test/sees-all.ts'
import { sessionOf } from '#web/test/sessions.ts'

const id = (n: number) => `019a0000-0000-7000-8000-00000000000${n}`
const at = '2026-01-01T00:00:00.000Z'

test('two contacts cannot be merged while what that would do is read again', async () => {
  const card = (n: number, name: string) => ({ ...contactOf(summaryOf()), id: id(n), name, displayName: name })
  const [first, second] = [card(1, 'Ana'), card(2, 'Anna')]
  const cards = new Map([first, second].map((one) => [one.id, one]))
  const pair: DuplicatePair = { id: id(9), contacts: [first, second], reasons: ['phone'], score: 1, foundAt: at }
  const held = Promise.withResolvers<void>()
  const { user } = await renderApp('/company/contacts/duplicates', {
    session: sessionOf(),
    routes: [
      on(listDuplicatePairs, () => ({
        data: [pair],
        page: { next: null, has_more: false, total: 1 },
      })),
      on(previewMerge, async ({ query }, { id: keep = '' }) => {
        if (keep === id(2)) await held.promise
        const [survivor, other] = [cards.get(keep), cards.get(query.get('otherId') ?? '')]
        if (!survivor || !other) throw new Error('No such contact')
        return {
          ...{ survivor, other, conflicts: [], attributeConflicts: [], conversations: 0, identities: 0 },
          ...{ notes: 0, lists: 0, marketing: 'unknown' as const, denied: [] },
        }
      }),
    ],
  })
  const merge = await screen.findByRole<HTMLButtonElement>('button', { name: /^Merge/ })
  await waitFor(() => expect(merge.disabled).toBe(false))
  await user.keyboard('2')
  await waitFor(() => expect(merge.disabled).toBe(true))
  held.resolve()
  await waitFor(() => expect(merge.disabled).toBe(false))
})

test('an undo that failed does not read as an import that failed', async () => {
  const found: ContactImport = {
    ...{ id: id(1), fileName: 'contacts.csv', format: 'csv', bytes: 10, rows: 2, state: 'failed', progress: 1 },
    counts: { created: 2, updated: 0, unchanged: 0, skipped: 0, failed: 0 },
    reverted: { deleted: 1, restored: 0, kept: 0 },
    ...{ error: 'internal', author: null, undoUntil: '2099-01-01T00:00:00.000Z', createdAt: at, startedAt: at },
    ...{ finishedAt: at, sheets: [], sheet: null, encoding: 'utf-8', delimiter: ',', header: true },
    ...{ columns: ['phone'], suggestions: [], preview: [] },
    mapping: {
      ...{ columns: ['phone'], dateOrder: 'dmy', decimal: ',', country: 'BR' },
      ...{ tags: [], listId: null, ownerId: null, externalSource: '' },
    },
    rules: importRules.parse({}),
    ...{ phonesFixed: 0, reasons: [], sameFile: null, waits: false, version: 1 },
  }
  await renderApp(`/company/contacts/imports/${found.id}`, {
    session: sessionOf(),
    routes: [
      on(getImport, () => found),
      on(listImportRows, () => ({ data: [], page: { next: null, has_more: false } })),
    ],
  })
  expect(await screen.findByText("The import couldn't be fully undone. Try again.")).toBeTruthy()
  expect(screen.queryByText(/stopped before the last row/)).toBeNull()
  expect(screen.getByRole('button', { name: /^Undo/ })).toBeTruthy()
})

test('a segment that was counted a moment ago is not counted when the page opens', async () => {
  vi.stubGlobal('IntersectionObserver', SeesAll)
  const { server } = await renderApp('/company/contacts/segments', {
    session: sessionOf(),
    routes: [
      on(listSegments, () => ({
        data: [
          {
            ...{
              id: id(1),
              name: 'Recife',
              filter: { value: 'AND' as const, children: [] },
              shared: true,
              authorId: null,
            },
            ...{
              author: null,
              count: 1234,
              countedAt: new Date().toISOString(),
              problems: [],
              usedBy: [],
              editable: true,
            },
            ...{ version: 1, updatedAt: at },
          },
        ],
      })),
    ],
  })
  expect(await screen.findByText('1,234')).toBeTruthy()
  expect(server.calls('GET', `/api/v1/segments/${id(1)}/count`)).toEqual([])
})

test('the page of a contact says that own fields could not be loaded, and loads them again', async () => {
  const contact = { ...contactOf(summaryOf()), id: id(1), attributes: { plan: 'gold' } }
  let isDown = true
  const attributes = on(listContactAttributes, () => ({
    data: [
      {
        ...{ id: id(2), key: 'plan', type: 'text' as const, label: { en: 'Plan', pt: 'Plano' }, options: [] },
        ...{ required: false, default: null, pattern: '', unique: false, sensitive: false, searchable: false },
        ...{ position: 0, version: 1 },
      },
    ],
  }))
  const { user } = await renderApp(`/company/contacts/${contact.id}`, {
    session: sessionOf(),
    routes: [
      on(getContact, () => contact),
      {
        ...attributes,
        handler: (seen, params) =>
          (isDown ? failing(listContactAttributes, 'internal') : attributes).handler(seen, params),
      },
    ],
  })
  const [retry] = await screen.findAllByRole('button', { name: 'Try again' })
  expect(screen.queryByText('gold')).toBeNull()
  isDown = false
  if (retry) await user.click(retry)
  expect(await screen.findByText('gold')).toBeTruthy()
})

test('the page of a contact shows what became of its campaigns, to those who may see campaigns', async () => {
  const contact = { ...contactOf(summaryOf()), id: id(1) }
  const got: ContactCampaign = {
    ...{ campaign: { id: id(3), name: 'Saturday invitation' }, state: 'skipped', reason: 'opted_out', variant: 'B' },
    ...{ conversationId: null, plannedAt: '2026-11-01T12:00:00.000Z', sentAt: null, repliedAt: null },
  }
  const entry = {
    ...{ type: 'campaign' as const, id: id(3), at: '2026-11-01T12:00:00.000Z', campaign: got.campaign },
    ...{ state: 'read' as const, reason: null, clicked: true, optedOut: false },
  }
  const routes = [
    on(getContact, () => contact),
    on(listCampaignsOfContact, () => ({ data: [got] })),
    on(listContactTimeline, () => ({ data: [entry], page: { next: null, has_more: false } })),
  ]
  const { user, unmount } = await renderApp(`/company/contacts/${contact.id}`, {
    session: sessionOf({ blocks: ['integrations', 'whatsapp_chat', 'bulk_sending'] }),
    routes,
  })
  const told = await screen.findByRole('link', { name: 'Campaign: Saturday invitation' })
  expect(told.getAttribute('href')).toBe(`/company/campaigns/${id(3)}`)
  expect(screen.getByText('Read · Clicked')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Campaigns' }))
  const link = await screen.findByRole('link', { name: 'Saturday invitation' })
  expect(link.getAttribute('href')).toBe(`/company/campaigns/${id(3)}`)
  expect(screen.getByText('Left out: Opted out')).toBeTruthy()
  unmount()
  await renderApp(`/company/contacts/${contact.id}`, { session: sessionOf(), routes })
  await screen.findByRole('tab', { name: 'Timeline' })
  expect(screen.queryByRole('tab', { name: 'Campaigns' })).toBeNull()
})
