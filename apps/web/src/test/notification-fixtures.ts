import type { getNotificationRun } from '@recado/contracts/admin/notification-runs'
import type { getNotificationWorkflow, listNotificationOptions } from '@recado/contracts/admin/notification-workflows'
import type { EndpointResponse } from '@recado/contracts/endpoint'

type Workflow = EndpointResponse<typeof getNotificationWorkflow>
type Run = EndpointResponse<typeof getNotificationRun>

export const workflowId = 'a'.repeat(24)
export const groupId = 'b'.repeat(24)
export const runId = 'c'.repeat(24)
const at = '2026-11-21T12:00:00.000Z'

export const options: EndpointResponse<typeof listNotificationOptions> = {
  groups: [{ id: groupId, name: 'General', identifier: null }],
  feeds: [],
  layouts: [],
  workflows: [{ id: workflowId, name: 'Weekly figures', identifier: 'weekly-figures', translations: {} }],
}

const steps: Workflow['steps'] = [
  {
    _id: '1'.repeat(24),
    uuid: 'gather',
    active: true,
    shouldStopOnFail: false,
    filters: [],
    template: { type: 'digest', content: '' },
    metadata: { type: 'timed', amount: 1, unit: 'weeks', timed: { weekDays: ['monday'], atTime: '08:00' } },
  },
  {
    _id: '2'.repeat(24),
    uuid: 'mail',
    active: true,
    shouldStopOnFail: true,
    replyCallback: { active: true, url: 'https://example.com/reply' },
    filters: [{ value: 'AND', children: [{ on: 'payload', field: 'amount', operator: 'LARGER', value: '100' }] }],
    template: {
      type: 'email',
      subject: 'Your week: {{total}}',
      contentType: 'editor',
      content: [{ type: 'text', content: 'You sold {{total}}' }],
      variables: [{ name: 'total', type: 'String', required: true }],
    },
    variants: [
      {
        _id: '3'.repeat(24),
        uuid: 'mail-pt',
        name: 'Português',
        active: true,
        shouldStopOnFail: false,
        filters: [{ value: 'AND', isNegated: true, children: [{ on: 'isOnline', value: true }] }],
        template: { type: 'email', subject: 'Sua semana', contentType: 'customHtml', content: '<p>Oi</p>' },
      },
    ],
  },
]

export const workflowOf = (more: Partial<Workflow> = {}): Workflow => ({
  id: workflowId,
  name: 'Weekly figures',
  identifier: 'weekly-figures',
  group: { id: groupId, name: 'General' },
  translations: {},
  tags: ['sales'],
  stepTypes: ['digest', 'email'],
  critical: false,
  active: true,
  bound: false,
  version: 3,
  triggers24h: 2,
  sent24h: 1,
  failed24h: 0,
  updatedAt: at,
  description: null,
  preferenceSettings: { email: true, sms: true, in_app: true, chat: true, push: true },
  data: null,
  steps,
  variables: [{ name: 'total', type: 'String', required: true }],
  subscriberVariables: [],
  needsTenant: false,
  needsActor: false,
  samplePayload: { total: '12' },
  missingIntegrations: [],
  ...more,
})

const job = (more: Partial<Run['jobs'][number]>): Run['jobs'][number] => ({
  id: 'd'.repeat(24),
  type: 'email',
  name: null,
  status: 'completed',
  runAt: null,
  providerId: null,
  digest: null,
  mergedInto: null,
  details: [],
  messages: [],
  ...more,
})

export const runOf = (more: Partial<Run> = {}): Run => ({
  id: runId,
  transactionId: 'tx-1',
  workflow: { id: workflowId, name: 'Weekly figures', identifier: 'weekly-figures', translations: {} },
  subscriber: { subscriberId: 'ana', name: 'Ana Souza', email: 'ana@example.com' },
  tenant: null,
  jobs: [
    job({
      id: 'e'.repeat(24),
      status: 'failed',
      details: [
        {
          moment: 'provider_error',
          status: 'Failed',
          providerId: 'sendgrid',
          raw: '{"message":"No such mailbox"}',
          webhookStatus: null,
          isRetry: false,
          at,
        },
      ],
    }),
    job({ id: 'f'.repeat(24), type: 'in_app' }),
  ],
  isTest: true,
  createdAt: at,
  payload: { total: '12' },
  overrides: {},
  actor: null,
  workflowVersion: 3,
  ...more,
})
