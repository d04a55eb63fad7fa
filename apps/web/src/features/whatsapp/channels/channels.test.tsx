import { getChannelActivity } from '@recado/contracts/whatsapp/channel-activity'
import {
  checkChannel,
  connectChannel,
  disconnectChannel,
  getSpareNumber,
} from '@recado/contracts/whatsapp/channel-connection'
import {
  channelConversational,
  channelLimits,
  channelOptOut,
  channelRouting,
} from '@recado/contracts/whatsapp/channel-settings'
import { listTemplates } from '@recado/contracts/whatsapp/channel-templates'
import { type ChannelUsage, listChannelUsage } from '@recado/contracts/whatsapp/channel-usage'
import { type ChannelSummary, getChannel, listChannels } from '@recado/contracts/whatsapp/channels'
import { testTemplate } from '@recado/contracts/whatsapp/templates'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type FakeRoute, failing, on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'
import type { ChannelDetail } from './api.ts'

const id = '0192f000-0000-7000-8000-0000000000d1'
const now = new Date().toISOString()

const summary: ChannelSummary = {
  id,
  name: 'Empório Boa Vista',
  phone: '+55 81 3030-4040',
  phoneNumberId: '106540352242922',
  wabaId: '102290129340398',
  accountName: 'Empório',
  kind: 'cloud',
  status: 'degraded',
  statusReason: 'not_registered',
  nameStatus: 'APPROVED',
  quality: 'YELLOW',
  messagingLimit: 'TIER_2K',
  throughput: 80,
  lastInboundAt: now,
  lastOutboundAt: null,
  lastEventAt: now,
  paused: null,
  attention: { checks: 2, needs: 1, first: 'registration' },
  createdAt: now,
  disconnectedAt: null,
}

const detail: ChannelDetail = {
  ...summary,
  profile: {
    about: '',
    address: '',
    description: '',
    email: '',
    websites: [],
    vertical: 'OTHER',
    profilePictureUrl: null,
  },
  health: {
    checkedAt: now,
    checks: [
      { name: 'token', state: 'ok', value: null, errorCode: null },
      { name: 'registration', state: 'problem', value: 'PENDING', errorCode: null },
    ],
  },
  webhook: { url: 'https://chat.example.com/webhooks/whatsapp', verifyToken: null },
  hasOwnApp: false,
  tokenKind: 'manual',
  hasPin: false,
  restrictedUntil: null,
  settings: {
    version: 1,
    routing: channelRouting.parse({}),
    optOut: channelOptOut.parse({}),
    limits: channelLimits.parse({}),
    conversational: channelConversational.parse({}),
  },
}

const usage: ChannelUsage = {
  id,
  teamName: 'Vendas',
  messagesDay: 40,
  errorsHour: 0,
  spendToday: 1,
  spendDay: 1,
  spendMonth: 12.5,
  currency: 'USD',
  ratesFrom: '2026-10-01',
  webhookLagSeconds: 2,
  limitUsed: 1500,
  limitSize: 2000,
  sharedWith: 1,
  capped: false,
}

const values = { wabaId: '102290129340400', phoneNumberId: '106540352242931', accessToken: 'EAA'.padEnd(60, 'x') }
const step = (name: 'token' | 'scopes' | 'account' | 'number' | 'free' | 'registration' | 'subscription') => ({
  step: name,
  state: 'ok' as const,
  errorCode: null,
  detail: null,
})
const allGood = (['token', 'scopes', 'account', 'number', 'free', 'registration', 'subscription'] as const).map(step)

const open = (path: string, routes: FakeRoute[] = [], channels: ChannelSummary[] = [summary]) =>
  renderApp(path, {
    session: sessionOf(),
    routes: [
      ...routes,
      on(getSpareNumber, () => ({ number: { ...values, phone: '+55 81 3232-6001' } })),
      on(listChannels, () => ({ data: channels })),
      on(listChannelUsage, () => ({ data: [usage] })),
      on(getChannel, () => detail),
      on(getChannelActivity, () => ({ events: [], errors: [], since: '2026-11-20', sharedWith: 0 })),
    ],
  })

const fillAndCheck = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'With a token' }))
  await user.click(await screen.findByRole('button', { name: 'Fill in sample values' }))
  await screen.findByDisplayValue(values.phoneNumberId)
  await user.click(screen.getByRole('button', { name: 'Check' }))
}

describe('WhatsApp numbers', () => {
  it('shows a small number of numbers as cards with their status', async () => {
    const { user, router } = await open('/integrations/whatsapp')
    const list = within(await screen.findByRole('list', { name: 'WhatsApp numbers' }))
    expect(list.getByText('1 of 2 checks needs you: Registration')).toBeTruthy()
    expect(list.getByText('Medium')).toBeTruthy()
    expect(await list.findByText('1,500 of 2,000')).toBeTruthy()
    await user.click(list.getByRole('link', { name: summary.name }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/integrations/whatsapp/${id}`))
  })

  it('shows many numbers in a table with their status', async () => {
    const many = Array.from({ length: 11 }, (_, index) => ({
      ...summary,
      id: index === 0 ? id : `0192f000-0000-7000-8000-0000000001${index.toString().padStart(2, '0')}`,
      name: `Loja ${index}`,
      quality: index === 0 ? 'YELLOW' : 'GREEN',
      status: index === 0 ? ('degraded' as const) : ('connected' as const),
    }))
    await open('/integrations/whatsapp', [], many)
    const table = within(await screen.findByRole('table'))
    expect(table.getByText('Needs attention')).toBeTruthy()
    expect(table.getByText('Medium')).toBeTruthy()
    expect(await table.findByText('1,500 of 2,000')).toBeTruthy()
    expect(table.getByText('shared with 1 other company of yours')).toBeTruthy()
    expect(table.getByText('$12.50')).toBeTruthy()
  })

  it('says what is needed when there is no number yet', async () => {
    await open('/integrations/whatsapp', [], [])
    expect(await screen.findByText('Connect your first number')).toBeTruthy()
    expect(screen.getByText(/permanent access token/)).toBeTruthy()
  })

  it('says in plain words which check failed, and does not connect', async () => {
    const failed = { step: 'number' as const, state: 'failed' as const, errorCode: null, detail: 'not_in_account' }
    const result = { ok: false, steps: [step('token'), step('scopes'), step('account'), failed], number: null }
    const { user, server } = await open('/integrations/whatsapp', [on(checkChannel, () => result)], [])
    await fillAndCheck(user)
    expect(await screen.findByText(/This number isn't in this account/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Check' })).toBeTruthy()
    expect(server.calls('POST', '/api/v1/channels')).toHaveLength(0)
  })

  it('connects what was checked', async () => {
    const number = { phone: '+55 81 3232-6001', name: 'Loja Nova', quality: null }
    const routes = [
      on(checkChannel, () => ({ ok: true, steps: allGood, number })),
      on(connectChannel, () => ({ ...detail, name: 'Loja Nova' })),
    ]
    const { user, server, router } = await open('/integrations/whatsapp', routes, [])
    await fillAndCheck(user)
    await user.click(await screen.findByRole('button', { name: 'Connect this number' }))
    await waitFor(() => expect(server.calls('POST', '/api/v1/channels')[0]?.body).toEqual(values))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/integrations/whatsapp/${id}`))
  })

  it('says how to mend what is wrong', async () => {
    const disabled = { kind: 'templateStatus', about: 'oferta · pt_BR', before: 'PAUSED', after: 'DISABLED' }
    const events = [{ ...disabled, id, reason: null, at: '2026-11-20T10:00:00.000Z' }]
    await open(`/integrations/whatsapp/${id}`, [
      on(getChannelActivity, () => ({ events, errors: [], since: '2026-11-20', sharedWith: 0 })),
    ])
    expect(await screen.findByText('Template oferta · pt_BR: Disabled')).toBeTruthy()
    expect(screen.getByText(/was Paused/)).toBeTruthy()
    expect(await screen.findByText(/can't send or receive/)).toBeTruthy()
    expect(screen.getByText('Register the number with its 6-digit PIN.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Register number' })).toBeTruthy()
  })

  it('shows the status of a number first, and passed checks on request', async () => {
    const { user } = await open(`/integrations/whatsapp/${id}`)
    expect(await screen.findByText('1 of 2 checks needs you: Registration')).toBeTruthy()
    expect(screen.queryByText('Access token')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show 1 other check' }))
    expect(screen.getByText('Access token')).toBeTruthy()
  })

  it('has six tabs, and links to former tabs lead to where their contents are now', async () => {
    await open(`/integrations/whatsapp/${id}?tab=optOut`)
    expect(await screen.findAllByRole('tab')).toHaveLength(6)
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Conversations')
    expect(await screen.findByRole('form', { name: 'Opt-out' })).toBeTruthy()
  })

  it('sends a test message from the number', async () => {
    const hello = {
      id: '0192f000-0000-7000-8000-0000000000e1',
      name: 'hello_world',
      language: 'en',
      category: 'UTILITY',
    }
    const template = {
      ...hello,
      status: 'APPROVED',
      parameterFormat: 'POSITIONAL' as const,
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['A-1'] } },
        { type: 'BODY', text: 'Hello {{1}}, all well?', example: { body_text: [['Ana']] } },
      ],
    }
    const { user, server } = await open(`/integrations/whatsapp/${id}`, [
      on(listTemplates, () => ({ data: [template], syncedAt: now })),
      on(testTemplate, () => ({ conversationId: id, messageId: id })),
    ])
    await user.click(await screen.findByRole('button', { name: 'Send test message' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Send test message' }))
    await user.type(await dialog.findByLabelText('To phone'), '+55 81 98888-7777')
    await dialog.findByDisplayValue('hello_world · en')
    expect(await dialog.findByLabelText('Header, variable 1')).toHaveProperty('value', 'A-1')
    expect(dialog.getByLabelText('Variable 1')).toHaveProperty('value', 'Ana')
    await user.click(dialog.getByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(server.calls('POST', `/api/v1/templates/${hello.id}/tests`)[0]?.body).toEqual({
        channelId: id,
        phone: '+55 81 98888-7777',
        values: { 'header.1': 'A-1', 'body.1': 'Ana' },
      }),
    )
  })

  it('disconnects only after its name was typed', async () => {
    const { user, server } = await open(`/integrations/whatsapp/${id}?tab=danger`, [
      on(disconnectChannel, () => undefined as never),
    ])
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }))
    const dialog = within(await screen.findByRole('dialog'))
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Disconnect' })
    expect(confirm.disabled).toBe(true)
    await user.type(dialog.getByRole('textbox'), summary.name)
    await user.click(confirm)
    await waitFor(() => expect(server.calls('DELETE', `/api/v1/channels/${id}`)).toHaveLength(1))
  })

  it('shows the page for what is not there', async () => {
    await open(`/integrations/whatsapp/${id}`, [failing(getChannel, 'not_found')])
    expect(await screen.findByText('Page not found')).toBeTruthy()
  })
})
