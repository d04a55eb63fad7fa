import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'grafana-on-call',
  channel: 'chat',
  displayName: 'Grafana On Call Webhook',
  beta: false,
  offeredInPicker: true,
  docs: 'https://grafana.com/docs/oncall/latest/configure/integrations/references/webhook/',
  logo: { light: 'grafana-on-call.png', dark: 'grafana-on-call.png' },
  credentials: [
    {
      key: 'alertUid',
      displayName: 'Alert UID',
      type: 'string',
      required: false,
      secret: false,
      description: 'Alerts with one id belong together.',
    },
    {
      key: 'title',
      displayName: 'Title',
      type: 'string',
      required: false,
      secret: false,
      description: 'Headline of the alert.',
    },
    {
      key: 'imageUrl',
      displayName: 'Image URL',
      type: 'string',
      required: false,
      secret: false,
      description: 'A picture to show with it.',
    },
    {
      key: 'state',
      displayName: 'Alert State',
      type: 'string',
      required: false,
      secret: false,
      description: '"alerting", or "ok" to resolve it.',
    },
    {
      key: 'externalLink',
      displayName: 'External Link',
      type: 'string',
      required: false,
      secret: false,
      description: 'Leads back to where it came from.',
    },
  ],
}
