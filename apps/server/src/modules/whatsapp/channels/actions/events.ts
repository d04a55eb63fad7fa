import { type Ctx, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import type { WebhookEvent } from '#server/lib/whatsapp-cloud/webhook-types.ts'
import { findAccountsByWaba, findChannelsByNumbers } from '#server/modules/whatsapp/directory/index.ts'
import { applyTemplateEvent } from '#server/modules/whatsapp/templates/index.ts'
import * as channelQueries from '../queries/channels.ts'
import { listSyncEvents } from '../queries/sync-events.ts'
import { channelFacts, emitMeasures } from './emit.ts'
import { enqueuePulls } from './pulls.ts'
import { announceChannel, changeChannelStatus, recordChannelEvent, type StatusChange } from './status.ts'

type Scope = { companyId: string; accountId: string; channels: channelQueries.ChannelRow[] }
type EventOf<K extends WebhookEvent['kind']> = Extract<WebhookEvent, { kind: K }>
type TemplateEvent = EventOf<'templateStatus' | 'templateQuality' | 'templateComponents' | 'templateCategory'>

/** How long the past of a phone app may take to come, over all of its chunks. */
const SYNC_MS = 48 * 3_600_000

const digits = (text: string) => text.replace(/\D/g, '')

const scopesOf = async (ctx: Ctx, event: WebhookEvent, speaker: string | null): Promise<Scope[]> => {
  const byNumber = event.phoneNumberId ? await findChannelsByNumbers(ctx.deps, [event.phoneNumberId], ctx) : null
  const named = event.phoneNumberId ? byNumber?.get(event.phoneNumberId) : undefined
  const accounts = named
    ? [{ id: named.accountId, companyId: named.companyId }]
    : event.wabaId
      ? ((await findAccountsByWaba(ctx.deps, [event.wabaId], ctx)).get(event.wabaId) ?? [])
      : []
  const spokenFor = accounts.filter(({ id }) => speaker === null || id === speaker)
  return Promise.all(
    spokenFor.map(async ({ id, companyId }) => {
      const all = await channelQueries.listLiveChannelsOfAccount(ctx, companyId, id)
      const display = event.displayPhoneNumber
      const channels = all.filter((channel) =>
        named ? channel.id === named.id : !display || digits(channel.phone) === digits(display),
      )
      return { companyId, accountId: id, channels }
    }),
  )
}

const applyTemplate = async (ctx: Ctx, event: TemplateEvent, scope: Scope) => {
  const { companyId, accountId } = scope
  const { before, mustPull } = await applyTemplateEvent(ctx, companyId, accountId, event)
  if (mustPull) await enqueuePulls(ctx, companyId, accountId, null)
  for (const channel of scope.channels) {
    await recordChannelEvent(ctx, companyId, channel.id, {
      kind: event.kind,
      before: event.kind === 'templateQuality' ? event.previous : (before?.status ?? null),
      after: event.kind === 'templateStatus' ? event.status : event.kind === 'templateQuality' ? event.current : null,
      detail: { name: event.templateName, language: event.templateLanguage },
    })
    announceChannel(ctx, companyId, channel.id)
  }
}

const accountChanges: Readonly<Record<string, StatusChange>> = {
  ACCOUNT_DELETED: { status: 'banned', reason: 'account_deleted' },
  PARTNER_REMOVED: { status: 'token_expired', reason: 'access_removed' },
  PARTNER_APP_UNINSTALLED: { status: 'token_expired', reason: 'access_removed' },
  ACCOUNT_OFFBOARDED: { status: 'token_expired', reason: 'access_removed' },
  ACCOUNT_VIOLATION: { status: 'degraded', reason: 'policy_violation' },
}

/** Keeps numbers from being added; those that are there work on. */
const NO_MORE_NUMBERS = 'RESTRICTION_ADD_PHONE_NUMBER_ACTION'

const statusOfAccount = (event: EventOf<'accountUpdate'>): StatusChange | null => {
  if (event.event === 'DISABLED_UPDATE') {
    if (event.banState === 'DISABLE') return { status: 'banned', reason: 'account_disabled' }
    return event.banState === 'SCHEDULE_FOR_DISABLE' ? { status: 'restricted', reason: 'account_to_be_disabled' } : null
  }
  if (event.event === 'ACCOUNT_RESTRICTION') {
    const restrictions = event.restrictions.filter(({ type }) => type !== NO_MORE_NUMBERS)
    const [first] = restrictions
    if (!first && event.restrictions.length > 0) return null
    const until = restrictions.map((r) => r.expiresAt?.getTime() ?? 0).reduce((a, b) => Math.max(a, b), 0)
    const reason = first?.type?.toLowerCase() ?? 'account_restricted'
    return { status: 'restricted', reason, restrictedUntil: until > 0 ? new Date(until) : null }
  }
  if (event.event === 'PARTNER_REMOVED' && event.disconnectReason)
    return { status: 'token_expired', reason: 'phone_app_disconnected' }
  return accountChanges[event.event ?? ''] ?? null
}

const liftingEvents = new Set(['ACCOUNT_RECONNECTED', 'VERIFIED_ACCOUNT', 'PARTNER_ADDED', 'PARTNER_APP_INSTALLED'])

const applyAccountUpdate = async (ctx: Ctx, event: EventOf<'accountUpdate'>, scope: Scope) => {
  const change = statusOfAccount(event)
  const lifts = liftingEvents.has(event.event ?? '') || event.banState === 'REINSTATE'
  const concerned = event.disconnectReason
    ? scope.channels.filter(({ kind }) => kind === 'coexistence')
    : scope.channels
  for (const channel of concerned.length > 0 ? concerned : scope.channels) {
    await recordChannelEvent(ctx, scope.companyId, channel.id, {
      kind: 'account_update',
      after: event.event,
      detail: { violation: event.violationType, ban: event.banState, disconnect: event.disconnectReason },
    })
    if (change) await changeChannelStatus(ctx, scope.companyId, channel.id, change)
    if (change?.reason === 'access_removed' || change?.reason === 'phone_app_disconnected')
      await emit(ctx, 'channel.disconnected', { ...channelFacts(channel), by: 'owner' })
    if (lifts) {
      await channelQueries.updateChannel(ctx, scope.companyId, channel.id, { restrictedUntil: null })
      await enqueuePulls(ctx, scope.companyId, scope.accountId, channel.id)
    }
    announceChannel(ctx, scope.companyId, channel.id)
  }
}

type NumberEvent = EventOf<
  'phoneQuality' | 'phoneName' | 'accountAlert' | 'accountReview' | 'businessCapability' | 'security' | 'valueErrors'
>

const factsOfNumber = (event: NumberEvent): Partial<channelQueries.NewChannel> => {
  if (event.kind === 'phoneQuality') return event.currentLimit ? { messagingLimit: event.currentLimit } : {}
  if (event.kind === 'businessCapability') return event.messagingLimit ? { messagingLimit: event.messagingLimit } : {}
  if (event.kind !== 'phoneName') return {}
  const approved = event.decision === 'APPROVED' && event.requestedName
  return { nameStatus: event.decision, ...(approved ? { name: event.requestedName ?? '' } : {}) }
}

const summaryOf = (event: NumberEvent): { after: string | null; detail: Record<string, unknown> } => {
  if (event.kind === 'phoneQuality') return { after: event.event, detail: { limit: event.currentLimit } }
  if (event.kind === 'phoneName') return { after: event.decision, detail: { reason: event.rejectionReason } }
  if (event.kind === 'accountAlert')
    return { after: event.type, detail: { severity: event.severity, status: event.status } }
  if (event.kind === 'accountReview') return { after: event.decision, detail: {} }
  if (event.kind === 'businessCapability') return { after: event.messagingLimit, detail: {} }
  if (event.kind === 'security') return { after: event.event, detail: {} }
  return { after: null, detail: { codes: event.errors.map((error) => error.code) } }
}

const applyNumber = async (ctx: Ctx, event: NumberEvent, scope: Scope) => {
  const facts = factsOfNumber(event)
  for (const channel of scope.channels) {
    await recordChannelEvent(ctx, scope.companyId, channel.id, { kind: event.kind, ...summaryOf(event) })
    await emitMeasures(ctx, channel, facts)
    if (Object.keys(facts).length > 0) await channelQueries.updateChannel(ctx, scope.companyId, channel.id, facts)
    if (event.kind === 'phoneQuality') await enqueuePulls(ctx, scope.companyId, scope.accountId, channel.id)
    announceChannel(ctx, scope.companyId, channel.id)
  }
  if (event.kind === 'accountReview' && event.decision)
    await channelQueries.updateAccount(ctx, scope.companyId, scope.accountId, { reviewStatus: event.decision })
}

const HISTORY_DECLINED = 2593109

/** Notes once what became of the phone app's contacts and past; the messages themselves are applied elsewhere. */
const applySync = async (ctx: Ctx, event: EventOf<'history' | 'contactSync'>, scope: Scope) => {
  const declined = event.kind === 'history' && event.errors.some(({ code }) => code === HISTORY_DECLINED)
  const after = event.kind === 'history' ? 'history' : 'contacts'
  const kind = declined ? 'sync_declined' : 'sync_arrived'
  for (const channel of scope.channels) {
    const known = await listSyncEvents(ctx, scope.companyId, channel.id, new Date(ctx.now().getTime() - SYNC_MS))
    if (known.some((fact) => fact.kind === kind && fact.after === after)) continue
    await recordChannelEvent(ctx, scope.companyId, channel.id, { kind, after })
    announceChannel(ctx, scope.companyId, channel.id)
  }
}

const applyEvent = async (ctx: Ctx, event: WebhookEvent, scope: Scope): Promise<void> => {
  switch (event.kind) {
    case 'templateStatus':
    case 'templateQuality':
    case 'templateComponents':
    case 'templateCategory':
      return applyTemplate(ctx, event, scope)
    case 'history':
    case 'contactSync':
      return applySync(ctx, event, scope)
    case 'accountUpdate':
      return applyAccountUpdate(ctx, event, scope)
    case 'phoneQuality':
    case 'phoneName':
    case 'accountAlert':
    case 'accountReview':
    case 'businessCapability':
    case 'security':
    case 'valueErrors':
      return applyNumber(ctx, event, scope)
    default:
  }
}

/**
 * Applies what webhooks say about templates, numbers and accounts; events of other kinds, and those of accounts that
 * no one has connected, are left out. Applying one twice changes nothing but the history. `speaker` is the account whose
 * own app signed them, which is heard about itself only; null for the platform's app.
 */
export const applyAccountEvents = (
  ctx: Ctx,
  events: readonly WebhookEvent[],
  speaker: string | null = null,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    for (const event of events) {
      for (const scope of await scopesOf(tx, event, speaker)) await applyEvent(tx, event, scope)
    }
  })
