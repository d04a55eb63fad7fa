import { type ActionResult, type WebhookAction, webhookActions } from '@recado/contracts/integrations/webhook-actions'
import { webhookMapping } from '@recado/contracts/integrations/webhook-mapping'
import { type CompanyCtx, type Deps, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { safeMessageOf } from '#server/lib/safe-error.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { consentOf, recordConsent } from '#server/modules/contacts/contacts/index.ts'
import { openQuietly } from '#server/modules/inbox/conversations/index.ts'
import {
  deliveryOf,
  type Mapped,
  mapEvent,
  type SourceSettings,
  sourceNamed,
  type WebhookSource,
} from '#server/modules/integrations/webhook-sources/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { contactOf } from './contact-of.ts'
import { LookupRefused, lookedUp } from './look-up.ts'
import { noteFailure } from './notices.ts'
import { actionsFor, performActions, type Subject } from './perform.ts'
import {
  findEvent,
  finishEvent,
  type InboundRow,
  type IntegrationRow,
  saveSystemEvent,
  settleEvent,
  type WaitingEvent,
} from './queries/processing.ts'

/** Seconds before each further try. */
const RETRY_SECONDS = [10, 60, 300, 1800, 7200]

type Work = { event: InboundRow; integration: IntegrationRow; source: WebhookSource }

/** Ends the work on an event, for a reason that another try would not mend. */
class Ended extends Error {
  readonly state: 'mapped' | 'processed' | 'failed'
  readonly reason: string
  readonly known: Partial<InboundRow>
  constructor(state: 'mapped' | 'processed' | 'failed', reason: string, known: Partial<InboundRow> = {}) {
    super(reason)
    this.state = state
    this.reason = reason
    this.known = known
  }
}

/** What came in, taken apart again. */
export const storedDelivery = ({ body, headers, query, contentType }: InboundRow) =>
  deliveryOf({ body, headers, query: new URLSearchParams(query), contentType })

const jsonOf = async (ctx: CompanyCtx, { event, integration, source }: Work): Promise<unknown> => {
  const json = storedDelivery(event).json()
  if (json === undefined) throw new Ended('failed', 'not_readable')
  try {
    return await lookedUp(ctx.deps, source, integration, json)
  } catch (error) {
    if (error instanceof LookupRefused) throw new Ended('failed', error.reason)
    throw error
  }
}

/** What an event means, by what its source says of it and what the company's map makes of that. */
export const meaningOf = (
  { source, integration }: Pick<Work, 'source' | 'integration'>,
  event: Pick<InboundRow, 'body' | 'headers' | 'query' | 'contentType'>,
  json: unknown,
): { event: string | null; mapped: Mapped | null } => {
  const delivery = { ...storedDelivery(event as InboundRow), json: () => json }
  const facts = source.read(delivery, integration.settings as SourceSettings)
  const inner = source.inner ? source.inner(json) : json
  return { event: facts.event, mapped: mapEvent(webhookMapping.parse(integration.mapping), facts.event, inner) }
}

/** Whoever buys something is told how that goes on; whether they want marketing is theirs to say. */
const noteUtility = async (tx: CompanyCtx, contactId: string, { event, integration }: Work): Promise<void> => {
  const key = { companyId: tx.company.id, contactId, medium: 'whatsapp', purpose: 'utility', channelId: null } as const
  if ((await consentOf(tx, key)) !== 'unknown') return
  const evidence = { note: integration.name, eventId: event.id }
  await recordConsent(tx, { ...key, state: 'granted', source: 'api', evidence, at: event.receivedAt })
}

const isPurchase = (canonical: string): boolean => !['lead.created', 'checkout.abandoned', 'custom'].includes(canonical)

/** The conversations that templates are sent in, which are made beforehand: in a transaction of their own. */
const openConversations = async (
  ctx: CompanyCtx,
  actions: readonly WebhookAction[],
  contactId: string,
): Promise<ReadonlyMap<string, string>> => {
  const opened = new Map<string, string>()
  for (const action of actions) {
    if (action.type !== 'template' || opened.has(action.channelId)) continue
    const id = await openQuietly(ctx, action.channelId, contactId).catch((error: unknown) => {
      if (error instanceof AppError && error.status < 500) return null
      throw error
    })
    if (id !== null) opened.set(action.channelId, id)
  }
  return opened
}

const stateAfter = (results: readonly ActionResult[]): 'processed' | 'partially_failed' | 'failed' => {
  const failed = results.filter(({ state }) => state === 'failed').length
  if (failed === 0) return 'processed'
  return failed === results.length ? 'failed' : 'partially_failed'
}

const reasonAfter = (results: readonly ActionResult[]): string | null =>
  results.find(({ state }) => state === 'failed')?.code ?? null

const announce = (ctx: CompanyCtx, integrationId: string): void =>
  emitChange(ctx, 'webhook_integration.updated', { companyId: ctx.company.id, ids: [integrationId] })

/** Everything that an event brings about, in one transaction with what is noted of it. */
const takeIn = async (ctx: CompanyCtx, work: Work, subject: Subject): Promise<void> => {
  const { event, integration, source } = work
  const { contactId, canonical, fields, objectKey, event: name, at } = subject
  const actions = actionsFor(webhookActions.parse(integration.actions), canonical)
  const conversations = await openConversations(ctx, actions, contactId)
  await inTransaction(ctx, async (tx) => {
    const started = { event: name, canonical, contactId, attempts: event.attempts + 1, processedAt: tx.now() }
    // Whoever takes it first has it: the row is locked until everything it brings about is written.
    if (!(await settleEvent(tx, event.id, { ...started, error: null, nextAt: null, state: 'processed' }))) return
    const results = await performActions(tx, actions, subject, conversations)
    if (isPurchase(canonical)) await noteUtility(tx, contactId, work)
    await saveSystemEvent(tx, {
      ...{
        id: event.id,
        contactId,
        integrationId: integration.id,
        sourceKey: source.key,
        sourceName: integration.name,
      },
      ...{ canonical, objectKey, fields, at, isTest: event.isTest },
    })
    const state = stateAfter(results)
    await finishEvent(tx, event.id, { state, reason: reasonAfter(results), results })
    await emit(tx, 'integration.event_processed', {
      ...{
        companyId: tx.company.id,
        eventId: event.id,
        integrationId: integration.id,
        source: source.key,
        event: name,
      },
      ...{ canonical, contactId, objectKey, fields, at: at.getTime(), replayed: event.processedAt !== null },
    })
    if (state !== 'processed') await noteFailure(tx, integration)
    announce(tx, integration.id)
  })
}

const work = async (ctx: CompanyCtx, of: Work): Promise<void> => {
  const { event, integration } = of
  const json = await jsonOf(ctx, of)
  const { event: name, mapped } = meaningOf(of, event, json)
  if (!mapped) throw new Ended('processed', 'event_not_used', { event: name })
  const { canonical, fields, missing } = mapped
  const known = { event: name, canonical }
  if (missing.length > 0) throw new Ended('failed', 'field_missing', { ...known, error: missing.join(', ') })
  const contactId = await contactOf(ctx, mapped)
  if (contactId === null) throw new Ended('mapped', 'needs_phone', known)
  const { id: eventId, objectKey } = event
  const about = { eventId, integrationId: integration.id, contactId, objectKey, at: event.receivedAt }
  await takeIn(ctx, of, { ...about, event: name, canonical, fields })
}

const end = (ctx: CompanyCtx, { event, integration }: Work, { state, reason, known }: Ended): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const change = {
      error: null,
      ...known,
      state,
      reason,
      processedAt: tx.now(),
      nextAt: null,
      attempts: event.attempts + 1,
    }
    if (!(await settleEvent(tx, event.id, change))) return
    if (state === 'failed') await noteFailure(tx, integration)
    announce(tx, integration.id)
  })

/** Puts off what may work later, and sets aside what was tried often enough. */
const putOff = (ctx: CompanyCtx, { event, integration }: Work, error: unknown): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const attempts = event.attempts + 1
    const seconds = RETRY_SECONDS[event.attempts]
    const said = { attempts, error: safeMessageOf(error).slice(0, 2000) }
    if (seconds !== undefined) {
      await settleEvent(tx, event.id, { ...said, nextAt: new Date(tx.now().getTime() + seconds * 1000) })
    } else if (
      await settleEvent(tx, event.id, {
        ...said,
        state: 'failed',
        reason: 'gave_up',
        nextAt: null,
        processedAt: tx.now(),
      })
    ) {
      const { id: integrationId, name } = integration
      await emit(tx, 'webhook.dead_letter', {
        companyId: tx.company.id,
        integrationId,
        name,
        eventId: event.id,
        reason: 'gave_up',
      })
    }
    announce(tx, integration.id)
  })

/**
 * Works off an event that waits. What cannot be done about it is noted with it; what may work later is tried again.
 * Throws when not even that can be noted: it waits as before then.
 */
export const processEvent = async (deps: Deps, { id, companyId }: WaitingEvent): Promise<void> => {
  const settings = await settingsOf(deps, companyId)
  if (!settings) return
  const ctx = automationCtx(deps, settings)
  const row = await findEvent(ctx, id)
  const source = row && (await sourceNamed(ctx, row.integration))
  if (!row || !source || row.event.state !== 'received') return
  const of = { ...row, source }
  if (!ctx.company.accessBlocks.includes('integrations')) {
    await settleEvent(ctx, id, { state: 'suspended', reason: 'access_revoked' })
    return
  }
  try {
    await work(ctx, of)
  } catch (error) {
    if (error instanceof Ended) return end(ctx, of, error)
    if (error instanceof AppError && error.status < 500 && error.code !== 'conflict')
      return end(ctx, of, new Ended('failed', error.code))
    deps.log.warn({ err: error, eventId: id }, 'what a system told could not be worked off')
    await putOff(ctx, of, error)
  }
}
