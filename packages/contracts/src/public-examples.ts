// What bodies and answers of the public API look like; a test holds each against its schema.

const contactId = '0199d2c4-6f0e-7b6a-9f3e-2d1c5a8b7e41'
const channelId = '0199d2c4-6f0e-7b6a-9f3e-2d1c5a8b7e42'
const memberId = '0199d2c4-6f0e-7b6a-9f3e-2d1c5a8b7e43'
const labelId = '0199d2c4-6f0e-7b6a-9f3e-2d1c5a8b7e44'
const listId = '0199d2c4-6f0e-7b6a-9f3e-2d1c5a8b7e45'
const fileId = '0199d2c4-6f0e-7b6a-9f3e-2d1c5a8b7e46'

const orderReady = { name: 'order_ready', language: 'pt_BR', values: { 'body.1': 'Lia', 'body.2': '4512' } }
const greeting = { type: 'text', to: '+5581991234567', body: 'Olá, Lia! Seu pedido saiu para entrega.' }

const lia = {
  externalId: { source: 'crm', id: 'C-1042' },
  phone: '+5581991234567',
  name: 'Lia Prado',
  email: 'lia@example.com',
  tags: ['VIP'],
}

/** By the name of the endpoint. */
export const publicExamples: Readonly<Record<string, { body?: unknown; response?: unknown }>> = {
  postMessage: { body: { ...greeting, fallbackTemplate: orderReady } },
  postMessages: {
    body: {
      messages: [
        { type: 'template', to: '+5581991234567', template: orderReady },
        { ...greeting, to: contactId },
      ],
    },
  },
  sendMessage: { body: { type: 'text', clientKey: 'order-4512-shipped', body: greeting.body } },
  uploadMedia: {
    response: {
      ...{ fileId, kind: 'document', mime: 'application/pdf', size: 48_213, name: 'fatura-4512.pdf' },
      url: 'https://recado.example.com/files/0199d2c4?expires=1790000000&sig=…',
    },
  },
  createContact: { body: { phone: lia.phone, name: lia.name, tags: lia.tags } },
  updateContact: { body: { version: 3, organization: 'Padaria Prado', attributes: { plan: 'gold' } } },
  upsertContact: { body: lia },
  upsertContacts: {
    body: { contacts: [lia, { phone: '+5581991234568', name: 'Rui Melo' }] },
    response: {
      data: [
        { id: contactId, created: false, error: null },
        { id: null, created: false, error: { code: 'contact_suppressed' } },
      ],
    },
  },
  searchContacts: {
    body: {
      filter: { value: 'AND', children: [{ field: 'lifecycle', operator: 'EQUAL', value: 'customer' }] },
      limit: 50,
    },
  },
  setContactTags: { body: { add: ['VIP'], remove: ['Lead'] } },
  setContactLists: { body: { add: [listId] } },
  addConsent: { body: { state: 'granted', source: 'form', note: 'Checkout form' } },
  createContactNote: { body: { kind: 'note', body: 'Prefers to be called after 6 pm' } },
  createContactTag: { body: { name: 'VIP', color: 'green' } },
  createContactList: { body: { name: 'Newsletter' } },
  startConversation: { body: { channelId, phone: '+5581991234567', name: 'Lia Prado' } },
  assignConversation: { body: { assigneeId: memberId } },
  setConversationStatus: { body: { status: 'resolved' } },
  setConversationLabels: { body: { add: [labelId] } },
  setConversationPriority: { body: { priority: 'high' } },
  snoozeConversation: { body: { until: '2026-12-01T12:00:00.000Z' } },
  writeNote: { body: { clientKey: 'note-of-order-4512', body: 'Refund approved' } },
  createCampaign: { body: { name: 'Black Friday' } },
  launchCampaign: { body: { version: 7, clientKey: 'black-friday-2026' } },
}
