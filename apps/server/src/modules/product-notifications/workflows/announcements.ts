import { email, inApp, type Texts, workflow } from './build.ts'

const group = { en: 'Platform', pt: 'Plataforma' }
const button: Texts = { en: 'See more', pt: 'Ver mais' }
const sample = {
  campaignId: '01900000-0000-7000-8000-000000000000',
  ...{ titleEn: 'A new inbox', titlePt: 'Uma nova caixa de entrada', url: '/dashboard', inApp: 'yes', email: 'yes' },
  ...{ bodyEn: 'Answer customers faster.', bodyPt: 'Responda aos clientes mais rápido.' },
}

/** Holds where the announcement goes out on a channel. */
const by = (channel: 'inApp' | 'email') => [
  {
    ...({ value: 'AND', isNegated: false } as const),
    children: [{ on: 'payload' as const, field: channel, operator: 'EQUAL' as const, value: 'yes' }],
  },
]

const announcement = (name: Texts, description: Texts, critical: boolean) =>
  workflow({
    ...{ name, group, description, critical, sample, tags: ['platform'], important: true },
    steps: [
      inApp({
        ...({ feed: 'system', icon: critical ? 'warning' : 'info', url: '{{url}}', filters: by('inApp') } as const),
        content: { en: '<b>{{titleEn}}</b><br>{{bodyEn}}', pt: '<b>{{titlePt}}</b><br>{{bodyPt}}' },
      }),
      email({
        ...{ url: '{{url}}', button, filters: by('email') },
        subject: { en: '{{titleEn}}', pt: '{{titlePt}}' },
        body: { en: '<p>{{bodyEn}}</p>', pt: '<p>{{bodyPt}}</p>' },
      }),
    ],
  })

/** What the platform announces to its users, by topic. */
export const announcementWorkflows = {
  'system.product': announcement(
    { en: 'Product news', pt: 'Novidades do produto' },
    { en: 'What is new in the product.', pt: 'O que há de novo no produto.' },
    false,
  ),
  'system.billing': announcement(
    { en: 'Billing news', pt: 'Novidades sobre cobrança' },
    { en: 'Changes to plans, prices and invoices.', pt: 'Mudanças em planos, preços e faturas.' },
    false,
  ),
  'system.incident': announcement(
    { en: 'Incidents', pt: 'Incidentes' },
    { en: 'Problems of the platform that affect you.', pt: 'Problemas da plataforma que afetam você.' },
    true,
  ),
}
