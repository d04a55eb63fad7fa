import { listTemplateAccounts } from '@recado/contracts/whatsapp/template-accounts'
import { saveTemplateDraft } from '@recado/contracts/whatsapp/template-drafts'
import {
  getTemplate,
  listTemplateGroups,
  type TemplateDetail,
  type TemplateGroup,
} from '@recado/contracts/whatsapp/templates'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type FakeRoute, failing, on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'

const id = '0192f000-0000-7000-8000-0000000000e1'
const accountId = '0192f000-0000-7000-8000-0000000000e2'
const now = new Date().toISOString()

const group: TemplateGroup = {
  name: 'order_ready',
  accountId,
  accountName: 'Empório',
  archived: false,
  hasMedia: false,
  source: 'meta',
  updatedAt: now,
  figures: { sent: 200, delivered: 190, read: 100, clicked: 0 },
  uses: 1,
  languages: [
    {
      id,
      language: 'pt_BR',
      category: 'UTILITY',
      status: 'APPROVED',
      quality: 'GREEN',
      hasDraft: true,
      preview: 'Seu pedido está pronto.',
      rejectedReason: null,
      editing: { allowed: true, reason: null, until: null, leftInMonth: 10 },
      updatedAt: now,
    },
    {
      id: accountId,
      language: 'en_US',
      category: 'UTILITY',
      status: 'PAUSED',
      quality: 'RED',
      hasDraft: false,
      preview: 'Your order is ready.',
      rejectedReason: null,
      editing: { allowed: true, reason: null, until: null, leftInMonth: 10 },
      updatedAt: now,
    },
  ],
}

const content = {
  category: 'UTILITY' as const,
  parameterFormat: 'POSITIONAL' as const,
  ttlSeconds: null,
  components: [{ type: 'BODY', text: 'Your order is ready, come and get it.' }],
}

const detail: TemplateDetail = {
  id,
  accountId,
  accountName: 'Empório',
  wabaId: '102290129340398',
  name: 'order_ready',
  language: 'en_US',
  status: 'REJECTED',
  category: 'UTILITY',
  quality: null,
  source: 'local',
  rejectedReason: 'PROMOTIONAL',
  recommendation: null,
  pausedUntil: null,
  archived: false,
  live: content,
  draft: null,
  version: 3,
  editing: { allowed: true, reason: null, until: null, leftInMonth: 10 },
  recategorised: null,
  files: {},
  createdBy: null,
  siblings: [],
  twin: null,
  submittedAt: now,
  syncedAt: now,
  updatedAt: now,
}

const session = sessionOf()

const accounts = on(listTemplateAccounts, () => ({
  data: [{ id: accountId, name: 'Empório', wabaId: '1', syncedAt: now, count: 1, channels: [] }],
}))

describe('the list', () => {
  it('nests the languages of a name with their status, and shows how it went', async () => {
    await renderApp('/integrations/whatsapp/templates', {
      session,
      routes: [accounts, on(listTemplateGroups, () => ({ data: [group], page: { next: null, has_more: false } }))],
    })
    await screen.findByRole('link', { name: 'order_ready pt_BR · Approved' })
    screen.getByRole('link', { name: 'order_ready en_US · Paused' })
    expect(screen.getByText(/200 sent · 95% delivered · 50% read/)).toBeTruthy()
  })
})

describe('the editor', () => {
  const open = (save: FakeRoute[] = []) =>
    renderApp(`/integrations/whatsapp/templates/${id}`, {
      session,
      routes: [accounts, on(getTemplate, () => detail), ...save],
    })

  it('says why it was rejected and what to do', async () => {
    await open()
    expect(await screen.findByText('The text is promotional, which only the Marketing category allows.')).toBeTruthy()
    expect(screen.getByText('Choose Marketing, or mention only the order or booking.')).toBeTruthy()
  })

  it('names what is wrong beside the field while it is typed, and shows it on the phone', async () => {
    const { user } = await open()
    const text = await screen.findByRole('textbox', { name: 'Text' })
    await user.clear(text)
    await user.type(text, 'Your parcel comes on {{{{1}}')
    expect(await screen.findByText("The text can't start or end with a variable.")).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Preview' }).textContent).toContain('Your parcel comes on')
  })

  it('shows that somebody else changed it, and overwrites nothing', async () => {
    const { user } = await open([failing(saveTemplateDraft, 'conflict')])
    const text = await screen.findByRole('textbox', { name: 'Text' })
    await user.type(text, ' Thanks.')
    await waitFor(() => expect(screen.getByText('Someone else changed this template')).toBeTruthy())
    expect((text as HTMLTextAreaElement).value).toBe('Your order is ready, come and get it. Thanks.')
  })
})
