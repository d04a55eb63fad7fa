import { type ContactAttribute, listContactAttributes } from '@recado/contracts/contacts/contact-attributes'
import { type ContactCard, createContact, updateContact } from '@recado/contracts/contacts/contacts'
import { getConversationCost } from '@recado/contracts/inbox/conversation-cost'
import { holdMessage } from '@recado/contracts/inbox/held-messages'
import { getLogEntry } from '@recado/contracts/inbox/message-log'
import { getMessages, type MessageDraft, resendMessage } from '@recado/contracts/inbox/messages'
import { findRecipients } from '@recado/contracts/inbox/recipients'
import {
  listScheduledMessages,
  type ScheduledMessage,
  updateScheduledMessage,
} from '@recado/contracts/inbox/scheduled-messages'
import { listTemplateMappings, saveTemplateMapping } from '@recado/contracts/inbox/template-mappings'
import { listChannels } from '@recado/contracts/whatsapp/channels'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ahead,
  type ChatWorld,
  channelOf,
  chatRoutes,
  contactOf,
  conversationId,
  messageOf,
  outgoingOf,
  summaryOf,
} from '#web/test/chat-fixtures.ts'
import { giveSizes } from '#web/test/element-sizes.ts'
import { type FakeRoute, failing, on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'

const path = `/integrations/whatsapp/chat?conversation=${conversationId}`
const session = sessionOf({ blocks: ['whatsapp_chat', 'integrations'] })
const minute = 60_000

beforeEach(giveSizes)

const openChat = async (
  world: ChatWorld = { summary: summaryOf(), messages: [messageOf()] },
  routes: FakeRoute[] = [],
) => {
  const app = await renderApp(path, { session, routes: [...routes, ...chatRoutes(world)] })
  await screen.findByRole('log')
  return app
}

const sends = (server: Awaited<ReturnType<typeof openChat>>['server']): MessageDraft[] =>
  server
    .calls('POST', `/api/v1/conversations/${conversationId}/held-messages`)
    .map(({ body }) => (body as { draft: MessageDraft }).draft)

const starting = [
  on(listChannels, () => ({ data: [channelOf()] })),
  on(findRecipients, () => ({ data: [], number: { phone: '+5581987650009', prices: [] } })),
]

/** Puts a text into a field at once: each key would render the page anew. */
const write = (text: string) => {
  const field = screen.getByLabelText<HTMLTextAreaElement>('Message')
  fireEvent.change(field, { target: { value: text } })
  return field
}

const accepting = on(holdMessage, ({ body }) => {
  const { draft } = body as { draft: MessageDraft }
  const message = outgoingOf({ clientKey: draft.clientKey, body: draft.type === 'text' ? draft.body : '' })
  return { held: null, message }
})

describe('the chat page', () => {
  it('shows the conversation with its formatting', async () => {
    await openChat()
    const bold = await within(screen.getByRole('log')).findByText('today')
    expect(bold.tagName).toBe('STRONG')
    expect(screen.getByText('+55 81 99123-0001 · Empório')).toBeTruthy()
  })

  it('sends once when Enter is pressed twice, and empties the field', async () => {
    const { server } = await openChat(undefined, [accepting])
    const field = write('Yes, until six.')
    fireEvent.keyDown(field, { key: 'Enter' })
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(await within(screen.getByRole('log')).findByText('Yes, until six.')).toBeTruthy()
    await waitFor(() => expect(sends(server)).toHaveLength(1))
    expect(sends(server)[0]).toMatchObject({ type: 'text', body: 'Yes, until six.' })
    expect(field.value).toBe('')
  })

  it('makes a new line on Shift+Enter, and on Enter too when the setting says so', async () => {
    const { user, server } = await openChat(undefined, [accepting])
    const field = screen.getByLabelText<HTMLTextAreaElement>('Message')
    await user.type(field, 'one{Shift>}{Enter}{/Shift}two')
    expect(field.value).toBe('one\ntwo')
    await user.click(screen.getByRole('button', { name: 'More ways to send' }))
    await user.click(await screen.findByText(/Enter to send/))
    await user.type(field, '{Enter}three')
    expect(field.value).toBe('one\ntwo\nthree')
    expect(sends(server)).toHaveLength(0)
  })

  it('keeps what was typed for when the page is opened again', async () => {
    const { unmount } = await openChat()
    write('half a sent')
    unmount()
    await openChat()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('half a sent')
  })

  it('keeps a message that could not go, and sends it under the same key', async () => {
    let down = true
    const flaky: FakeRoute = {
      ...accepting,
      handler: (seen, params) => (down ? Promise.reject(new TypeError('offline')) : accepting.handler(seen, params)),
    }
    const { user, server } = await openChat(undefined, [flaky])
    await user.type(screen.getByLabelText('Message'), 'Are you there?{Enter}')
    expect(await screen.findByText(/Not sent yet/)).toBeTruthy()
    down = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/Not sent yet/)).toBeNull())
    const keys = sends(server).map(({ clientKey }) => clientKey)
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
  })

  it('turns into the template picker at the second the window closes, and keeps the draft', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    await openChat({ summary: summaryOf({ windowExpiresAt: ahead(minute) }), messages: [messageOf()] })
    write('almost')
    await act(() => vi.advanceTimersByTimeAsync(minute))
    expect(await screen.findByText('The 24-hour window is closed')).toBeTruthy()
    expect(screen.queryByLabelText('Message')).toBeNull()
    expect(screen.getByText(/Your draft is saved/)).toBeTruthy()
  })

  it('says before anyone types that a suppressed person gets nothing, and offers neither field nor templates', async () => {
    await openChat({ summary: summaryOf(), messages: [messageOf()], suppressed: 'blocked' })
    expect(await screen.findByText("You can't message this person")).toBeTruthy()
    expect(screen.queryByLabelText('Message')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Template' })).toBeNull()
  })

  it('lets a suppressed person who wrote since be answered, and says so', async () => {
    await openChat({ summary: summaryOf(), messages: [messageOf()], suppressed: 'replies' })
    expect((await screen.findByRole('note')).textContent).toContain('You can reply')
    expect(screen.getByLabelText('Message')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Template' })).toBeNull()
  })

  it('offers a template when the server says that the window is closed', async () => {
    const { user } = await openChat(undefined, [failing(holdMessage, 'window_closed')])
    await user.type(screen.getByLabelText('Message'), 'too late{Enter}')
    const log = screen.getByRole('log')
    await user.click(await within(log).findByRole('button', { name: 'Choose template' }))
    expect(await screen.findByText('order_ready')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(await within(log).findByRole('button', { name: 'Discard' }))
    expect(screen.queryByText('too late')).toBeNull()
  })

  it('asks for every variable of a template, shows it filled, and sends its values', async () => {
    const world = { summary: summaryOf({ windowExpiresAt: ahead(-1000) }), messages: [messageOf()] }
    const { user, server } = await openChat(world, [accepting])
    await user.click(await screen.findByRole('button', { name: 'Choose template' }))
    await user.click(await screen.findByText('order_ready'))
    expect((await screen.findByLabelText<HTMLInputElement>('first name')).value).toBe('Bia')
    await user.click(screen.getByRole('button', { name: 'Send template' }))
    expect(await screen.findByText('Required')).toBeTruthy()
    expect(sends(server)).toHaveLength(0)
    await user.type(screen.getByLabelText('order number'), 'A-19')
    const preview = screen.getByRole('region', { name: 'Preview' })
    expect(preview.textContent).toContain('Hi Bia, your order A-19 is ready.')
    await user.click(screen.getByRole('button', { name: 'Send template' }))
    await waitFor(() => expect(sends(server)).toHaveLength(1))
    expect(sends(server)[0]).toMatchObject({
      type: 'template',
      template: {
        name: 'order_ready',
        language: 'en_US',
        values: { 'body.first_name': 'Bia', 'body.order_number': 'A-19' },
      },
    })
  })

  it('fills a variable with its last value, and remembers the new value', async () => {
    const world = { summary: summaryOf({ windowExpiresAt: ahead(-1000) }), messages: [messageOf()] }
    const mapping = { 'body.order_number': { text: 'A-1' } }
    const { user, server } = await openChat(world, [
      accepting,
      on(listTemplateMappings, () => ({ data: [{ name: 'order_ready', language: 'en_US', mapping }] })),
      on(saveTemplateMapping, () => undefined),
      on(getConversationCost, () => ({
        ...{ charged: 0, amount: 0, currency: null, estimated: 0 },
        prices: [{ category: 'utility', price: 0.0364, currency: 'BRL', ratesFrom: '2026-10-01' }],
      })),
    ])
    await user.click(await screen.findByRole('button', { name: 'Choose template' }))
    await user.click(await screen.findByText('order_ready'))
    expect((await screen.findByLabelText<HTMLInputElement>('order number')).value).toBe('A-1')
    expect(screen.getByText(/WhatsApp rates as of Oct 1, 2026/).textContent).toContain('R$0.0364')
    await user.click(screen.getByRole('button', { name: 'Fill in first name' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Contact's name/ }))
    expect(screen.getByLabelText<HTMLInputElement>('first name').value).toBe('Bia Rocha')
    await user.click(screen.getByRole('button', { name: 'Send template' }))
    await waitFor(() => expect(server.calls('PUT', '/api/v1/template-mappings')).toHaveLength(1))
    expect(server.calls('PUT', '/api/v1/template-mappings')[0]?.body).toEqual({
      name: 'order_ready',
      language: 'en_US',
      mapping: { 'body.first_name': { known: 'contact.name' }, 'body.order_number': { text: 'A-1' } },
    })
  })

  it('does not save unchanged template values, whatever the order of their keys', async () => {
    const world = { summary: summaryOf({ windowExpiresAt: ahead(-1000) }), messages: [messageOf()] }
    const mapping = { 'body.order_number': { text: 'A-1' }, 'body.first_name': { known: 'contact.name' as const } }
    const { user, server } = await openChat(world, [
      accepting,
      on(listTemplateMappings, () => ({ data: [{ name: 'order_ready', language: 'en_US', mapping }] })),
      on(saveTemplateMapping, () => undefined),
    ])
    await user.click(await screen.findByRole('button', { name: 'Choose template' }))
    await user.click(await screen.findByText('order_ready'))
    await user.click(await screen.findByRole('button', { name: 'Send template' }))
    const held = `/api/v1/conversations/${conversationId}/held-messages`
    await waitFor(() => expect(server.calls('POST', held)).toHaveLength(1))
    expect(server.calls('PUT', '/api/v1/template-mappings')).toEqual([])
  })

  it('says why a message failed and what to do, and sends it again', async () => {
    const error = { code: 131026, class: 'permanent_recipient', details: null, traceId: null }
    const failed = outgoingOf({ status: 'failed', error })
    const again = on(resendMessage, () => outgoingOf({ body: 'again' }))
    const { user, server } = await openChat({ summary: summaryOf(), messages: [messageOf(), failed] }, [again])
    expect(await screen.findByText('Not delivered.')).toBeTruthy()
    expect(screen.getByText('WhatsApp code 131026')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Resend' }))
    const resends = () => server.calls('POST', `/api/v1/conversations/${conversationId}/messages/${failed.id}/resends`)
    await waitFor(() => expect(resends()[0]?.body).toMatchObject({ evenIfUnknown: false }))
  })

  it('says of a message when it came how far, what it cost, and why it failed', async () => {
    const failed = outgoingOf({
      status: 'failed',
      error: { code: 131026, class: 'recipient', details: null, traceId: null },
    })
    const { id, occurredAt } = failed
    const detail = on(getLogEntry, () => ({
      entry: {
        id,
        conversationId,
        occurredAt,
        direction: 'out' as const,
        contact: { id, displayName: 'Bia Rocha', phone: null },
        channel: { id, name: 'Empório' },
        type: 'text' as const,
        templateName: null,
        preview: '',
        origin: 'agent' as const,
        author: null,
        status: 'failed' as const,
        error: { code: 131026, class: 'permanent_recipient' },
        category: 'service',
        cost: { amount: 0.0068, currency: 'USD', estimated: false },
      },
      message: failed,
      wamid: 'wamid.X1',
      pricing: { category: 'service', type: null },
      timeline: [{ status: 'failed', at: occurredAt, seconds: 2, errorCode: 131026, detail: null }],
    }))
    await openChat({ summary: summaryOf(), messages: [failed] }, [detail])
    const bubble = document.querySelector<HTMLElement>(`[data-message-id="${id}"]`)
    if (!bubble) throw new Error('The message is not shown')
    fireEvent.click(within(bubble).getByLabelText('Message actions'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Details' }))
    const dialog = await screen.findByRole('dialog', { name: 'Message' })
    expect(await within(dialog).findByText('$0.0068')).toBeTruthy()
    expect(within(dialog).getByText('+2 sec')).toBeTruthy()
    expect(within(dialog).getByText('WhatsApp code 131026')).toBeTruthy()
    expect(within(dialog).queryByText('Open conversation')).toBeNull()
  })

  it('warns before sending again what may have arrived', async () => {
    const { user } = await openChat({ summary: summaryOf(), messages: [outgoingOf({ status: 'unknown' })] })
    await user.click(await screen.findByRole('button', { name: 'Resend anyway' }))
    expect(await screen.findByText(/the customer will get it twice/)).toBeTruthy()
  })

  it('keeps an e-mail that the server refused, and says that it is wrong', async () => {
    const errors = [{ path: 'body.email', code: 'invalid_format', message: 'no' }]
    const { user } = await openChat(undefined, [failing(updateContact, 'validation_failed', { errors })])
    const field = await screen.findByLabelText<HTMLInputElement>('Email')
    await user.type(field, 'bia at home')
    await user.tab()
    expect(await screen.findByText('Enter a valid email address')).toBeTruthy()
    expect(field.value).toBe('bia at home')
  })

  it('shows fields of several texts one by one, hidden ones as they are hidden, and none that only the API writes', async () => {
    const attributeOf = (key: string, type: ContactAttribute['type']): ContactAttribute => ({
      ...{ id: key, key, label: { en: key, pt: key }, type, options: [], version: 1, position: 0, pattern: '' },
      ...{ required: false, sensitive: type === 'boolean', unique: false, searchable: false, default: null },
    })
    const card = contactOf(summaryOf())
    const attributes = { Nicknames: ['Bia', 'Bibi'], Diabetic: '••••', Raw: { a: 1 } }
    const world = { summary: summaryOf(), messages: [messageOf()], contact: { attributes } }
    const { user, server } = await openChat(world, [
      on(listContactAttributes, () => ({
        data: [attributeOf('Nicknames', 'text_list'), attributeOf('Diabetic', 'boolean'), attributeOf('Raw', 'json')],
      })),
      on(updateContact, () => ({
        ...card,
        attributes: { ...attributes, Nicknames: ['Bia', 'Bibi', 'B'] },
        version: 2,
      })),
    ])
    expect((await screen.findByLabelText<HTMLInputElement>('Diabetic')).value).toBe('••••')
    expect(screen.getByText('Bibi')).toBeTruthy()
    expect(screen.queryByLabelText('Raw')).toBeNull()
    await user.type(screen.getByRole('combobox', { name: 'Nicknames' }), 'B{Enter}')
    await waitFor(() =>
      expect(server.calls('PATCH', `/api/v1/contacts/${card.id}`).map(({ body }) => body)).toEqual([
        { version: 1, attributes: { Nicknames: ['Bia', 'Bibi', 'B'] } },
      ]),
    )
  })

  describe('when somebody else edited the contact meanwhile', () => {
    const card = contactOf(summaryOf())
    /** Takes a change that was made on version 2; before it, `theirs` is what the contact is. */
    const changed = (theirs: Partial<ContactCard>) => {
      const current = { ...card, ...theirs, version: 2 }
      return {
        ...failing(updateContact, 'conflict'),
        handler: ({ body }: { body: unknown }) => {
          const { version, ...change } = body as Partial<ContactCard>
          if (version === 2) return { status: 200, body: { ...current, ...change, version: 3 } }
          const problem = { type: 'about:blank', title: 'conflict', status: 409, code: 'conflict', data: { current } }
          return { status: 409, body: problem }
        },
      }
    }
    const saved = ({ server }: Awaited<ReturnType<typeof openChat>>) =>
      server.calls('PATCH', `/api/v1/contacts/${card.id}`).map(({ body }) => body)
    const name = async (theirs: Partial<ContactCard>) => {
      const app = await openChat(undefined, [changed(theirs)])
      const field = await screen.findByLabelText<HTMLInputElement>('Name')
      fireEvent.change(field, { target: { value: 'Bia of the bakery' } })
      fireEvent.blur(field)
      return { app, field }
    }

    it('saves over a change of another field without a word', async () => {
      const { app, field } = await name({ notes: 'Pays on Friday' })
      await waitFor(() => expect(saved(app)).toHaveLength(2))
      expect(saved(app)[1]).toEqual({ version: 2, name: 'Bia of the bakery' })
      expect(await screen.findByDisplayValue('Pays on Friday')).toBeTruthy()
      expect(field.value).toBe('Bia of the bakery')
    })

    it.each([
      ['Keep mine', 2, 'Bia of the bakery'],
      ['Keep theirs', 1, 'Bia of Recife'],
      ['Close', 1, 'Bia of the bakery'],
    ])('asks about the same field: %s', async (choice, calls, shown) => {
      const { app, field } = await name({ name: 'Bia of Recife' })
      const dialog = await screen.findByRole('dialog', { name: 'Someone else just changed this' })
      expect(within(dialog).getByText('Bia of Recife')).toBeTruthy()
      expect(within(dialog).getByText('Bia of the bakery')).toBeTruthy()
      fireEvent.click(within(dialog).getByRole('button', { name: choice }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await waitFor(() => expect(saved(app)).toHaveLength(calls))
      await waitFor(() => expect(field.value).toBe(shown))
    })

    it('asks also when the contact is not shown any more', async () => {
      const app = await openChat(undefined, [changed({ name: 'Bia of Recife' })])
      const field = await screen.findByLabelText('Name')
      fireEvent.change(field, { target: { value: 'Bia of the bakery' } })
      const [hide] = screen.getAllByRole('button', { name: 'Hide contact' })
      if (hide) fireEvent.click(hide)
      await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())
      const dialog = await screen.findByRole('dialog', { name: 'Someone else just changed this' })
      fireEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }))
      await waitFor(() => expect(saved(app).at(1)).toEqual({ version: 2, name: 'Bia of the bakery' }))
    })
  })

  it('stays to read when the company loses the chat, with what was typed, and goes on when it has it again', async () => {
    const { server, services } = await openChat(undefined, [accepting])
    write('Half a sen')
    server.state.session = sessionOf({ blocks: ['integrations'] })
    act(() => services.socket.emit({ event: 'company.access_changed' }))
    expect(await screen.findByText('Your company no longer has access to conversations')).toBeTruthy()
    expect(within(screen.getByRole('log')).getByText('today')).toBeTruthy()
    const kept = await screen.findByLabelText<HTMLTextAreaElement>('Your draft')
    expect([kept.value, kept.readOnly]).toEqual(['Half a sen', true])
    expect(screen.queryByLabelText('Message')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Resolve' })).toBeNull()
    const before = server.calls('GET', '/api/v1/conversations').length
    server.state.session = session
    act(() => services.socket.emit({ event: 'company.access_changed' }))
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Message')).value).toBe('Half a sen')
    expect(screen.queryByText('Your company no longer has access to conversations')).toBeNull()
    await waitFor(() => expect(server.calls('GET', '/api/v1/conversations').length).toBeGreaterThan(before))
  })

  it('shows what a customer wrote though it could not be read at first', async () => {
    const world = { summary: summaryOf(), messages: [messageOf()] }
    const { services } = await openChat(world, [failing(getMessages, 'internal')])
    await within(screen.getByRole('log')).findByText('today')
    const said = messageOf({ id: crypto.randomUUID(), body: 'Anybody there?' })
    world.messages = [...world.messages, said]
    const named = { conversationIds: [conversationId], ids: [said.id] }
    act(() => services.socket.emit({ event: 'message.created', ...named }))
    expect(await within(screen.getByRole('log')).findByText('Anybody there?', {}, { timeout: 30_000 })).toBeTruthy()
  })

  it('asks before the page is left with a file that was chosen', async () => {
    await openChat()
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(leave()).toBe(false)
    const files = [new File(['x'], 'map.pdf', { type: 'application/pdf' })]
    fireEvent.paste(screen.getByLabelText('Message'), { clipboardData: { files } })
    expect(await screen.findByText('map.pdf')).toBeTruthy()
    expect(leave()).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Remove map.pdf' }))
    expect(leave()).toBe(false)
  })

  it('names the campaign that a message is of', async () => {
    const campaign = { id: crypto.randomUUID(), name: 'Saturday invitation' }
    const sent = messageOf({ direction: 'out', type: 'template', origin: 'campaign', body: 'See you there?', campaign })
    await openChat({ summary: summaryOf(), messages: [sent] }, [])
    expect(await screen.findByText(/Campaign · Saturday invitation/)).toBeTruthy()
  })

  it('says which planned message the customer made needless, and plans it again with its words', async () => {
    const scheduledId = crypto.randomUUID()
    const calledOff: ScheduledMessage = {
      ...{ id: scheduledId, sendAt: ahead(-minute), state: 'called_off', error: null, cancelOnReply: true },
      draft: { type: 'text', clientKey: 'a-planned-one', body: 'Still interested?' },
      ...{ fallback: null, author: { id: crypto.randomUUID(), name: 'Ana', avatarUrl: null } },
    }
    const payload = { kind: 'scheduled_called_off', by: null, words: 'Still interested?' }
    const line = messageOf({ direction: 'event', type: 'event', origin: 'system', body: null, payload })
    const listed = on(listScheduledMessages, () => ({ data: [calledOff] }))
    const saved = on(updateScheduledMessage, () => ({ ...calledOff, state: 'waiting' as const }))
    const world = { summary: summaryOf(), messages: [messageOf(), line] }
    const { server } = await openChat(world, [listed, saved])
    const log = within(screen.getByRole('log'))
    expect(await log.findByText(/“Still interested\?” wasn't sent because Bia Rocha wrote first/)).toBeTruthy()
    const planned = within(await screen.findByRole('region', { name: 'Scheduled messages' }))
    expect(planned.getByText('Not sent because the customer wrote first.')).toBeTruthy()
    fireEvent.click(planned.getByRole('button', { name: 'Schedule again' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule again' }))
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('Still interested?')
    fireEvent.click(dialog.getByRole('button', { name: 'In an hour' }))
    fireEvent.click(dialog.getByRole('checkbox', { name: /if the customer writes first/ }))
    fireEvent.click(dialog.getByRole('button', { name: 'Schedule message' }))
    const url = `/api/v1/conversations/${conversationId}/scheduled-messages/${scheduledId}`
    await waitFor(() => expect(server.calls('PATCH', url)).toHaveLength(1))
    expect(server.calls('PATCH', url)[0]?.body).toMatchObject({
      cancelOnReply: false,
      draft: { body: 'Still interested?' },
    })
  })

  it('sends a planned message whatever the customer writes, unless somebody wants otherwise', async () => {
    const { user } = await openChat()
    write('Later, then')
    await user.click(screen.getByRole('button', { name: 'More ways to send' }))
    await user.click(await screen.findByRole('menuitem', { name: /Send later/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Send later' }))
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /if the customer writes first/ }).checked).toBe(false)
  })

  it('keeps somebody whose card was shared, and writes to them', async () => {
    const payload = {
      contacts: [
        {
          name: { formatted_name: 'Rui Lima' },
          phones: [{ phone: '+55 81 98765-0009', wa_id: '5581987650009' }],
          emails: [{ email: 'not one' }, { email: 'rui@example.com' }],
        },
      ],
    }
    const contact = { ...contactOf(summaryOf()), displayName: 'Rui Lima' }
    const kept = on(createContact, () => ({ contact, created: true }))
    const world = { summary: summaryOf(), messages: [messageOf({ type: 'contacts', body: null, payload })] }
    const { server } = await openChat(world, [kept, ...starting])
    fireEvent.click(await screen.findByRole('button', { name: /^Save Rui Lima/ }))
    expect(await screen.findByText('Rui Lima is now a contact')).toBeTruthy()
    expect(server.calls('POST', '/api/v1/contacts').map(({ body }) => body)).toEqual([
      { phone: '+55 81 98765-0009', name: 'Rui Lima', email: 'rui@example.com' },
    ])
    fireEvent.click(screen.getByRole('button', { name: /^Message Rui Lima/ }))
    const dialog = await screen.findByRole('dialog', { name: 'New conversation' })
    expect(await within(dialog).findByText('+55 81 98765-0009')).toBeTruthy()
    expect(within(dialog).getByLabelText<HTMLInputElement>('Name (optional)').value).toBe('Rui Lima')
  })

  it('speaks Portuguese', async () => {
    const routes = chatRoutes({ summary: summaryOf(), messages: [messageOf()] })
    await renderApp(path, { session, routes, language: 'pt' })
    expect(await screen.findByLabelText('Mensagem')).toBeTruthy()
    expect(screen.getByText('Não atribuídas')).toBeTruthy()
  })
})
