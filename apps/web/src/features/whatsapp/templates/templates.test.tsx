import { listTemplateAccounts } from '@recado/contracts/whatsapp/template-accounts'
import { createTemplate, saveTemplateDraft } from '@recado/contracts/whatsapp/template-drafts'
import {
  getTemplate,
  listTemplateGroups,
  type TemplateDetail,
  type TemplateGroup,
} from '@recado/contracts/whatsapp/templates'
import { screen, waitFor, within } from '@testing-library/react'
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
  business: { name: 'Empório da Esquina', photoUrl: null },
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
    await screen.findByRole('link', { name: 'order_ready Brazilian Portuguese · Approved' })
    screen.getByRole('link', { name: 'order_ready American English · Paused' })
    expect(screen.getByText(/200 sent · 95% delivered · 50% read/)).toBeTruthy()
  })
})

describe('a new template', () => {
  it('starts with the choice of a kind, and has the components of that kind', async () => {
    const made: unknown[] = []
    const { user } = await renderApp('/integrations/whatsapp/templates', {
      session,
      routes: [
        accounts,
        on(listTemplateGroups, () => ({ data: [group], page: { next: null, has_more: false } })),
        on(createTemplate, ({ body }) => {
          made.push(body)
          return { id }
        }),
        on(getTemplate, () => detail),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'New template' }))
    await user.click(await screen.findByRole('button', { name: /^Carousel/ }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Spring shoes')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(made).toHaveLength(1))
    expect(made[0]).toMatchObject({
      name: 'spring_shoes',
      content: { category: 'MARKETING', components: [{ type: 'BODY' }, { type: 'CAROUSEL', cards: [{}, {}] }] },
    })
  })
})

describe('the editor', () => {
  const open = (save: FakeRoute[] = [], template: TemplateDetail = detail) =>
    renderApp(`/integrations/whatsapp/templates/${id}`, {
      session,
      routes: [accounts, on(getTemplate, () => template), ...save],
    })
  const draftOf = (more: Partial<NonNullable<TemplateDetail['draft']>>): TemplateDetail => ({
    ...detail,
    status: 'DRAFT',
    rejectedReason: null,
    live: null,
    draft: { ...content, ...more },
  })

  it('says why it was rejected and what to do', async () => {
    await open()
    expect(await screen.findByText('The text is promotional, which only the Marketing category allows.')).toBeTruthy()
    expect(screen.getByText(/^Move it to Marketing and submit it again, or keep Utility/)).toBeTruthy()
  })

  it('gives different advice for the same reason in another category', async () => {
    const shouting = {
      ...content,
      category: 'MARKETING' as const,
      components: [{ type: 'BODY', text: 'EVERYTHING HALF PRICE TODAY' }],
    }
    await open([], { ...detail, category: 'MARKETING', live: shouting })
    const banner = within(await screen.findByRole('status', { name: 'Rejected by WhatsApp' }))
    banner.getByText(/too pushy, even for Marketing/)
    await banner.findByText(/Too many capital letters/)
    banner.getByRole('button', { name: 'Edit the text' })
    expect(banner.queryByRole('button', { name: /Change to/ })).toBeNull()
  })

  it('starts the fix that suits the reason and the category', async () => {
    const { user } = await open([on(saveTemplateDraft, () => ({ version: 4 }))])
    await user.click(await screen.findByRole('button', { name: 'Change to Marketing' }))
    expect(screen.getByRole('radio', { name: 'Marketing' })).toHaveProperty('checked', true)
    expect(screen.getByRole('button', { name: 'Submit for review' }).hasAttribute('disabled')).toBe(false)
  })

  it('lists what is left before submitting, each line linking to its field', async () => {
    const buttons = { type: 'BUTTONS', buttons: [{ type: 'URL', text: '', url: 'https://www.example.com' }] }
    const { user } = await open([], draftOf({ components: [{ type: 'BODY', text: '' }, buttons] }))
    await screen.findByRole('textbox', { name: 'Button text' })
    await user.click(await screen.findByRole('button', { name: '2 things left to do' }))
    const list = within(await screen.findByRole('list', { name: 'Left to do before submitting' }))
    await user.click(list.getByRole('button', { name: 'Button 1 · text Required.' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Button text' })))
    await user.click(list.getByRole('button', { name: 'Text Required.' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Text' })))
  })

  it('adds a button whose clicks campaigns count', async () => {
    const { user } = await open([], draftOf({ components: [{ type: 'BODY', text: 'Hi' }] }))
    await user.click(await screen.findByRole('button', { name: 'Add button' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Visit website, with clicks counted' }))
    const address = await screen.findByRole('textbox', { name: /^URL; end it with/ })
    expect(address).toHaveProperty('value', `${window.location.origin}/l/{{1}}`)
    expect(screen.getByText(/Each campaign sets the page this button opens/)).toBeTruthy()
  })

  it('keeps button kinds at their limit visible, with the limit', async () => {
    const phone = { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+551130001000' }
    const components = [...content.components, { type: 'BUTTONS', buttons: [phone] }]
    const { user } = await open([], draftOf({ components }))
    await user.click(await screen.findByRole('button', { name: 'Add button' }))
    const item = await screen.findByRole('menuitem', { name: /Call phone number/ })
    expect(item.textContent).toContain('Only 1 per template')
    expect(item.hasAttribute('disabled')).toBe(true)
    expect(screen.getByRole('menuitem', { name: 'Visit website' }).hasAttribute('disabled')).toBe(false)
  })

  it('changes its kind and keeps its text; the phone shows the sender', async () => {
    const { user } = await open([], draftOf({}))
    await user.click(await screen.findByRole('button', { name: 'Change type' }))
    await user.click(await screen.findByRole('button', { name: /^Limited-time offer/ }))
    expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveProperty(
      'value',
      'Your order is ready, come and get it.',
    )
    await screen.findByRole('textbox', { name: 'Short offer text' })
    expect(screen.getByRole('region', { name: 'Preview' }).textContent).toContain('Empório da Esquina')
  })

  it('is text to a member who may only read it, and says who may change it', async () => {
    await renderApp(`/integrations/whatsapp/templates/${id}`, {
      session: sessionOf({ memberRole: 'member' }),
      routes: [accounts, on(getTemplate, () => detail)],
    })
    expect(await screen.findByText('Only people who may create templates can change this.')).toBeTruthy()
    const text = screen.getAllByText('Text').map((term) => term.nextElementSibling?.textContent)
    expect(text).toContain('Your order is ready, come and get it.')
    expect(screen.getByText('WhatsApp default')).toBeTruthy()
    expect(screen.queryAllByRole('textbox')).toHaveLength(0)
    expect(screen.queryAllByRole('radio', { name: /Utility|Numbered/ })).toHaveLength(0)
  })
  it('names what is wrong beside the field while it is typed, and shows it on the phone', async () => {
    const { user } = await open()
    const text = await screen.findByRole('textbox', { name: 'Text' })
    await user.clear(text)
    await user.type(text, 'Your parcel comes on {{{{1}}')
    expect(await screen.findByText("The text can't start or end with a variable.")).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Preview' }).textContent).toContain('Your parcel comes on')
  })

  it('shows that another member changed it, and overwrites nothing', async () => {
    const { user } = await open([failing(saveTemplateDraft, 'conflict')])
    const text = await screen.findByRole('textbox', { name: 'Text' })
    await user.type(text, ' Thanks.')
    await waitFor(() => expect(screen.getByText('Someone else changed this template')).toBeTruthy())
    expect((text as HTMLTextAreaElement).value).toBe('Your order is ready, come and get it. Thanks.')
  })
})
