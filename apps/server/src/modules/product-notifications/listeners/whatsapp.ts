import type { EventPayload, Listener } from '#server/events.ts'
import type { Notice } from '../notify.ts'
import { findCompanies } from '../queries/people.ts'
import { type Heard, notifying } from './listening.ts'

/** Meta reports some things twice and changes its mind in between; people are notified of each once an hour. */
const hourOf = ({ at }: Heard) => at.toISOString().slice(0, 13)

type Channel = EventPayload<'channel.connected'>

const aboutChannel = ({ companyId, channelId, name, phone }: Channel) => ({
  admins: { to: 'admins', companyId } as const,
  payload: { channelId, channel: name ? `${name} (${phone})` : phone },
})

const order = ['RED', 'YELLOW', 'GREEN']
const isLow = (quality: string) => quality === 'RED' || quality === 'YELLOW'

/** Whether the quality is low, and lower than it was. */
const fell = (before: string | null, after: string | null): after is string =>
  after !== null && isLow(after) && (before === null || !isLow(before) || order.indexOf(after) < order.indexOf(before))

/** Reasons of which people are notified otherwise, as the change of quality or the refused payment that they are, or that mend themselves. */
const quiet = new Set(['quality_red', 'payment_missing', 'webhook_lag', 'templates_failing'])
/** Reasons for which nothing is received. */
const deaf = new Set(['not_subscribed', 'fields_missing', 'webhook_stale'])

const troubleOf = ({ status, reason }: EventPayload<'channel.status_changed'>) => {
  if (status === 'token_expired') return 'channel.token_expired'
  if (status === 'restricted' || status === 'banned') return 'channel.restricted'
  if (status !== 'degraded' || !reason || quiet.has(reason)) return null
  return deaf.has(reason) ? 'channel.webhook_stale' : 'channel.restricted'
}

/** That a number receives nothing is for the platform's admins as well. */
const troubles = async (event: EventPayload<'channel.status_changed'>, heard: Heard): Promise<readonly Notice[]> => {
  const workflow = troubleOf(event)
  if (!workflow) return []
  const { companyId, channelId, status, reason } = event
  const { admins, payload } = aboutChannel(event)
  const factId = [channelId, status, reason, hourOf(heard)].join(':')
  if (workflow === 'channel.restricted') return [{ ...admins, workflow, factId, payload: { ...payload, status } }]
  const own: Notice = { ...admins, workflow, factId, payload }
  if (workflow !== 'channel.webhook_stale') return [own]
  const [company] = await findCompanies(heard.tx, [companyId])
  const told = { ...payload, companyName: company?.name ?? '' }
  return [own, { workflow: 'platform.webhook_stale', to: 'platform', companyId: null, factId, payload: told }]
}

/** A number is trusted less than before, or may write to another number of people. */
const measures = (event: EventPayload<'channel.measured'>, heard: Heard): readonly Notice[] => {
  const { channelId, before, after } = event
  const { admins, payload } = aboutChannel(event)
  const notices: Notice[] = []
  const factOf = (what: string) => [channelId, what, hourOf(heard)].join(':')
  const { quality, messagingLimit: limit } = after
  if (fell(before.quality, quality)) {
    const workflow = 'channel.quality_changed'
    notices.push({ ...admins, workflow, factId: factOf(quality), payload: { ...payload, quality } })
  }
  if (limit && before.messagingLimit && limit !== before.messagingLimit) {
    const workflow = 'channel.limit_changed'
    notices.push({
      ...admins,
      workflow,
      factId: factOf(limit),
      payload: { ...payload, limit: limit.replace(/^TIER_/, '') },
    })
  }
  return notices
}

type Template = Pick<
  EventPayload<'template.status_changed'>,
  'companyId' | 'templateId' | 'accountId' | 'name' | 'language' | 'authorId'
>

const aboutTemplate = ({ companyId, templateId, accountId, name, language, authorId }: Template, heard: Heard) => {
  const factOf = (what: string) => [companyId, name, language, what, hourOf(heard)].join(':')
  const admins = (what: string) => ({ to: 'admins' as const, companyId, factId: factOf(what) })
  const author = { to: { users: authorId ? [authorId] : [], only: 'plain_members' as const }, companyId }
  return {
    payload: { templateId, accountId, template: name, language },
    admins,
    /** The admins, and whoever wrote it when that is none of them. */
    concerned: (what: string) => [admins(what), { ...author, factId: `${factOf(what)}:author` }],
  }
}

const templateStatus = (event: EventPayload<'template.status_changed'>, heard: Heard): readonly Notice[] => {
  const { status, reason, places } = event
  const { payload, admins, concerned } = aboutTemplate(event, heard)
  if (status === 'PAUSED' || status === 'DISABLED') {
    const workflow = status === 'PAUSED' ? 'template.paused' : 'template.disabled'
    return [{ ...admins(status), workflow, payload: { ...payload, places } }]
  }
  if (status === 'APPROVED')
    return concerned(status).map((fact) => ({ ...fact, workflow: 'template.approved', payload }))
  if (status !== 'REJECTED') return []
  const told = { ...payload, reason: reason ?? '' }
  return concerned(status).map((fact) => ({ ...fact, workflow: 'template.rejected', payload: told }))
}

const MOST_DECIMALS = 4
const noCost = { costBeforeEn: '', costBeforePt: '', costAfterEn: '', costAfterPt: '' }

/** What a message costs before and after, written out for people of either language; empty without both prices. */
const writtenCost = (cost: EventPayload<'template.category_changed'>['cost']) => {
  if (!cost) return noCost
  const { currency, before, after } = cost
  const written = (price: number, locale: string) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: MOST_DECIMALS }).format(price)
  return {
    costBeforeEn: written(before, 'en-US'),
    costBeforePt: written(before, 'pt-BR'),
    costAfterEn: written(after, 'en-US'),
    costAfterPt: written(after, 'pt-BR'),
  }
}

const templateListeners: readonly Listener[] = [
  notifying('template.status_changed', templateStatus),
  notifying('template.quality_changed', (event, heard) => {
    const { quality } = event
    if (!fell(event.before, quality)) return []
    const { payload, concerned } = aboutTemplate(event, heard)
    const told = { ...payload, quality }
    return concerned(quality).map((fact) => ({ ...fact, workflow: 'template.quality_low' as const, payload: told }))
  }),
  notifying('template.category_changed', (event, heard) => {
    const { before, category } = event
    const { payload, admins } = aboutTemplate(event, heard)
    const told = { ...payload, category, before, ...writtenCost(event.cost) }
    return { ...admins(category), workflow: 'template.category_changed', payload: told }
  }),
]

const signupListeners: readonly Listener[] = [
  notifying('signup.stopped', ({ companyId, onboardingId, userId, account, stoppedAt }) => ({
    workflow: 'channel.onboarding_stuck',
    to: { users: [userId] },
    companyId,
    factId: `${onboardingId}:${stoppedAt}`,
    payload: { onboardingId, account },
  })),
  notifying('signup.abandoned', ({ companyId, onboardingId, userId, account }) => ({
    workflow: 'channel.onboarding_left',
    to: { users: [userId] },
    companyId,
    factId: onboardingId,
    payload: { onboardingId, account },
  })),
]

export const whatsappListeners: readonly Listener[] = [
  notifying('channel.connected', (event) => {
    const { admins, payload } = aboutChannel(event)
    return { ...admins, workflow: 'channel.connected', payload }
  }),
  notifying('channel.status_changed', troubles),
  notifying('channel.measured', measures),
  notifying('channel.app_unused', (event) => {
    const { channelId, since, days } = event
    const { admins, payload } = aboutChannel(event)
    const factId = `${channelId}:${since.slice(0, 10)}`
    return { ...admins, workflow: 'channel.coexistence_idle', factId, payload: { ...payload, days } }
  }),
  // By a member, by its owner at Meta, or as it was moved away.
  notifying('channel.disconnected', (event, heard) => {
    const { channelId, by } = event
    const { admins, payload } = aboutChannel(event)
    const factId = [channelId, by, hourOf(heard)].join(':')
    return { ...admins, workflow: 'channel.disconnected', factId, payload: { ...payload, by } }
  }),
  // Once a day for each of the two.
  notifying('channel.limit_reached', (event, { at }) => {
    const { companyId, scope, percent } = event
    const { admins, payload } = aboutChannel(event)
    const factId = [companyId, scope, percent, at.toISOString().slice(0, 10)].join(':')
    return { ...admins, workflow: 'channel.limit_reached', factId, payload: { ...payload, percent } }
  }),
  // Once for each of the two in a day of theirs.
  notifying('channel.spend_reached', (event) => {
    const { channelId, percent, amount, hard, day } = event
    const { admins, payload } = aboutChannel(event)
    const factId = [channelId, percent, amount, day].join(':')
    return { ...admins, workflow: 'channel.spend_cap', factId, payload: { ...payload, percent, held: hard ? 1 : 0 } }
  }),
  ...templateListeners,
  ...signupListeners,
]
