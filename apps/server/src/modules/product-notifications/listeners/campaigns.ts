import type { EventPayload, Listener } from '#server/events.ts'
import { members, notifying } from './listening.ts'

type Campaign = Pick<EventPayload<'campaign.started'>, 'companyId' | 'campaignId' | 'name' | 'ownerId' | 'launchedBy'>

/** Whose campaign it is, and who launched it. */
const runnersOf = ({ ownerId, launchedBy }: Campaign) => [
  ...new Set([ownerId, launchedBy].flatMap((userId) => userId ?? [])),
]

const forRunners = (event: Campaign) => ({
  to: members(runnersOf(event)),
  companyId: event.companyId,
  payload: { campaignId: event.campaignId, name: event.name },
  includesActor: true,
})

/** The admins, and whoever runs it and is none of them. */
const forAdminsToo = (event: Campaign) =>
  (['admins', { users: runnersOf(event), only: 'plain_members' }] as const).map((to) => ({
    ...forRunners(event),
    to,
  }))

const written = (amount: number, currency: string, locale: string) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount)

export const campaignListeners: readonly Listener[] = [
  notifying('campaign.started', (event) => {
    const about = forRunners(event)
    return { ...about, workflow: 'campaign.started', payload: { ...about.payload, recipients: event.recipients } }
  }),
  notifying('campaign.finished', (event) => {
    const about = forRunners(event)
    const { sent, failed } = event
    return { ...about, workflow: 'campaign.finished', payload: { ...about.payload, sent, failed } }
  }),
  // Whoever asks for an approval cannot give it.
  notifying('campaign.approval_requested', (event) => {
    const { companyId, campaignId, name, recipients } = event
    const payload = { campaignId, name, recipients }
    const asker = event.launchedBy ?? event.ownerId
    return { to: 'admins', companyId, workflow: 'campaign.approval_requested', payload, except: asker ? [asker] : [] }
  }),
  notifying('campaign.approval_decided', (event) => {
    const about = forRunners(event)
    const payload = { ...about.payload, approved: event.approved ? 1 : 0, ended: event.ended ? 1 : 0, note: event.note }
    return { ...about, includesActor: false, workflow: 'campaign.approval_decided', payload }
  }),
  notifying('campaign.winner_chosen', (event) => {
    const about = forRunners(event)
    const { variant, reason, rest } = event
    return { ...about, workflow: 'campaign.winner_chosen', payload: { ...about.payload, variant, reason, rest } }
  }),
  notifying('campaign.decision_requested', (event) => ({
    ...forRunners(event),
    workflow: 'campaign.decision_requested',
  })),
  notifying('campaign.failed', (event) => {
    const about = forRunners(event)
    return { ...about, workflow: 'campaign.failed', payload: { ...about.payload, reason: event.reason } }
  }),
  // That a spend limit was reached is an event of its own, which names the amount.
  notifying('campaign.paused', (event) =>
    event.reason === 'spend_cap'
      ? []
      : forAdminsToo(event).map((about) => ({
          ...about,
          workflow: 'campaign.paused' as const,
          payload: { ...about.payload, reason: event.reason, note: event.note ?? '' },
        })),
  ),
  notifying('campaign.platform_changed', (event) => {
    const { change, perSecond } = event
    return forAdminsToo(event).map((about) => ({
      ...about,
      workflow: 'campaign.platform_changed' as const,
      payload: { ...about.payload, change, perSecond },
    }))
  }),
  notifying('campaign.spend_cap', (event) => {
    const { amount, currency, percent } = event
    const amounts = { amountEn: written(amount, currency, 'en-US'), amountPt: written(amount, currency, 'pt-BR') }
    return forAdminsToo(event).map((about) => ({
      ...about,
      workflow: 'campaign.spend_cap' as const,
      payload: { ...about.payload, ...amounts, reached: percent < 100 ? 0 : 1, percent },
    }))
  }),
]
