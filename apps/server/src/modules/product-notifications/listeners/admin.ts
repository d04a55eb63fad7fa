import { type AccessBlock, accessBlocks, type Locale } from '@recado/contracts'
import type { EventPayload, Listener } from '#server/events.ts'
import type { Notice } from '../notify.ts'
import { notifying } from './listening.ts'

const blockNames: Record<AccessBlock, Record<Locale, string>> = {
  integrations: { en: 'Integrations', pt: 'Integrações' },
  whatsapp_chat: { en: 'WhatsApp chat', pt: 'Atendimento no WhatsApp' },
  bulk_sending: { en: 'Bulk sending', pt: 'Envio em massa' },
  chatbot: { en: 'Chatbot', pt: 'Chatbot' },
  automations: { en: 'Automations', pt: 'Automações' },
  smart_agent: { en: 'AI agents', pt: 'Agentes de IA' },
}

const namesOf = (blocks: readonly string[], locale: Locale) =>
  accessBlocks.flatMap((block) => (blocks.includes(block) ? blockNames[block][locale] : [])).join(', ')

const suspension =
  (state: 'suspended' | 'active') =>
  ({ companyId, reason, notify }: EventPayload<'company.suspended'>): readonly Notice[] =>
    notify ? [{ workflow: 'company.suspended', to: 'admins', companyId, payload: { state, reason } }] : []

export const adminListeners: readonly Listener[] = [
  notifying('company.access_changed', ({ companyId, gained, lost }) => ({
    workflow: 'access.changed',
    to: 'admins',
    companyId,
    payload: {
      gainedEn: namesOf(gained, 'en'),
      gainedPt: namesOf(gained, 'pt'),
      lostEn: namesOf(lost, 'en'),
      lostPt: namesOf(lost, 'pt'),
    },
  })),
  notifying('company.suspended', suspension('suspended')),
  notifying('company.reactivated', suspension('active')),
  notifying('company.security_reset', ({ companyId, reason }) => ({
    workflow: 'security.rules_reset',
    to: 'admins',
    companyId,
    payload: { reason },
  })),
  notifying('company.notice_posted', ({ companyId, noticeId, en, pt }) => ({
    workflow: 'platform.notice',
    to: 'admins',
    companyId,
    factId: `${noticeId}:${companyId}`,
    payload: { textEn: en, textPt: pt },
    includesActor: true,
  })),
  notifying('system_campaign.announced', ({ campaignId, userId, factId, topic, inApp, email, en, pt, url, trial }) => ({
    ...{ workflow: `system.${topic}` as const, to: { users: [userId] }, companyId: null, factId, includesActor: true },
    payload: {
      ...{ campaignId: trial ? '' : campaignId, url, inApp: inApp ? 'yes' : 'no', email: email ? 'yes' : 'no' },
      ...{ titleEn: en.title, titlePt: pt.title, bodyEn: en.body, bodyPt: pt.body },
    },
  })),
  notifying('user.impersonated', ({ userId, person, companyIds, mode, reason }, { actor, at }) => {
    const payload = { person, by: actor?.name ?? '', mode, reason, at: at.toISOString() }
    return [
      { workflow: 'security.impersonated', to: { users: [userId] }, companyId: null, payload },
      ...companyIds.map((companyId) => ({
        ...({ workflow: 'security.impersonated', to: 'admins' } as const),
        ...{ companyId, payload, except: [userId] },
      })),
    ]
  }),
  notifying('admin_request.created', ({ requestId, adminIds, person, email, reason }, { actor }) => ({
    workflow: 'admin.requested',
    to: { users: adminIds },
    companyId: null,
    factId: requestId,
    payload: { person, email, by: actor?.name ?? '', reason },
  })),
  notifying('system.trouble_found', ({ kind, en, pt }, { at }) => ({
    workflow: 'platform.trouble',
    to: 'platform',
    companyId: null,
    factId: `${kind}:${at.toISOString()}`,
    payload: { textEn: en, textPt: pt },
  })),
]
