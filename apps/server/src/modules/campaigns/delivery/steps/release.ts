import { createHash } from 'node:crypto'
import { templateVariables } from '@recado/contracts/whatsapp/template-variables'
import type { PoolClient } from 'pg'
import type { CompanyCtx } from '#server/context.ts'
import type { CampaignRow } from '#server/modules/campaigns/campaigns/index.ts'
import {
  type ContentPlan,
  languageFor,
  type PlannedTemplate,
  paramsOf,
  rawOf,
  templateFor,
  withTrackedLinks,
} from '#server/modules/campaigns/content/index.ts'
import { quietUntil, zoneOf } from '#server/modules/campaigns/preflight/index.ts'
import { findSuppressed } from '#server/modules/contacts/contacts/index.ts'
import {
  acceptBulk,
  type BulkMessage,
  templateMessageOf,
  templateValuesOf,
} from '#server/modules/inbox/composing/index.ts'
import { type BulkThread, findOrFileThreads } from '#server/modules/inbox/conversations/index.ts'
import { type Limited, reserveReaches } from '#server/modules/whatsapp/channels/index.ts'
import { addCounts, type CountRow } from '../queries/counts.ts'
import {
  type Due,
  dealRecipients,
  findDue,
  findIdentities,
  findOpenWindows,
  moveCursor,
  postpone,
  skipRecipients,
  type Wave,
} from '../queries/recipients.ts'
import { REST } from './test.ts'

const HEADER_MEDIA = 'header.media'

export type Round = {
  plan: ContentPlan
  wave: Wave
  now: Date
  /** How many people may be reached, by the scopes of the numbers. */
  portfolios: ReadonlyMap<string, Limited>
  limit: number
}

export type Released = {
  /** Messages that were handed over. */
  count: number
  /** Recipients that were looked at. */
  seen: number
  /** Until when the rest does not fit the limit of a portfolio. */
  fullUntil: Date | null
  /** Whether someone was put off because it is night where they live. */
  quiet: boolean
}

type Skip = { contactId: string; reason: string; due: Due }

const reasonOf = (due: Due, marketing: boolean): string | null => {
  if (due.erased) return 'erased'
  if (due.gone) return 'contact_gone'
  if (due.blocked) return 'blocked'
  if (due.params === null) return due.raw ? 'value_missing' : 'template_gone'
  if (!marketing || due.marketing === 'granted') return null
  return due.marketing === 'denied' ? 'opted_out' : 'no_consent'
}

const scopeOf = (plan: ContentPlan, channelId: string) => plan.channels.find(({ id }) => id === channelId)

const threadsOf = async (ctx: CompanyCtx, client: PoolClient, plan: ContentPlan, dues: readonly Due[]) => {
  const identities = await findIdentities(ctx, dues, plan.channels)
  const keys = dues.map(({ channelId, contactId, phone }) => {
    const scope = scopeOf(plan, channelId)?.scope ?? ''
    const known = identities.get(`${scope} ${contactId}`)
    const user = {
      ...{ companyId: ctx.company.id, scope, phone: known?.phone ?? phone, waId: known?.waId ?? phone },
      ...{ bsuid: known?.bsuid ?? null, parentBsuid: null, username: null, profileName: null },
    }
    return { channelId, user }
  })
  return findOrFileThreads(ctx, client, keys)
}

type Ready = { due: Due; thread: BulkThread }

const personOf = ({ due, thread }: Ready) =>
  createHash('md5')
    .update(due.phone ?? thread.contactId)
    .digest('hex')

/** Those who fit the limits of their portfolios now, up to the first who does not. */
const fitting = async (tx: CompanyCtx, client: PoolClient, { plan, portfolios }: Round, ready: readonly Ready[]) => {
  const open = await findOpenWindows(
    tx,
    ready.map(({ thread }) => thread.conversationId),
  )
  const places = ready.filter(({ thread }) => !open.has(thread.conversationId))
  const fits = new Set<string>()
  let nextAt: Date | null = null
  for (const [scope, limited] of portfolios) {
    const own = places.filter(({ due }) => scopeOf(plan, due.channelId)?.scope === scope)
    const reserved = await reserveReaches(client, scope, own.map(personOf), { ...limited, now: tx.now() })
    for (const person of reserved.fits) fits.add(`${scope} ${person}`)
    nextAt = reserved.nextAt ?? nextAt
  }
  const stop = ready.findIndex(
    (one) =>
      !open.has(one.thread.conversationId) &&
      !fits.has(`${scopeOf(plan, one.due.channelId)?.scope ?? ''} ${personOf(one)}`),
  )
  return { taken: stop < 0 ? ready : ready.slice(0, stop), full: stop >= 0, nextAt }
}

const templateOf = (plan: ContentPlan, { channelId, variant, language }: Due): PlannedTemplate | undefined => {
  const name = plan.content.variants[variant]?.template ?? ''
  return templateFor(plan, scopeOf(plan, channelId)?.accountId ?? '', name, language)
}

const mediaOf = (plan: ContentPlan, template: PlannedTemplate, params: Record<string, string>) => {
  const kind = templateVariables(template).find(({ key }) => key === HEADER_MEDIA)?.mediaKind
  const value = params[HEADER_MEDIA]
  if (!kind || value === undefined) return null
  const file = plan.files.get(value)
  if (!file) return { value: { link: value }, media: undefined }
  const { id, mime, size, name, sha256 } = file
  return {
    value: { id, mimeType: mime, size, filename: name },
    media: { kind, fileId: id, mime, filename: name, sha256 },
  }
}

type Written = Ready & { template: PlannedTemplate; params: Record<string, string> }

/** Those whose template is there, with their values, in which links lead over the product. */
const written = async (tx: CompanyCtx, plan: ContentPlan, ready: readonly Ready[]): Promise<Written[]> => {
  const found = ready.flatMap((one) => {
    const template = templateOf(plan, one.due)
    return template ? [{ ...one, template }] : []
  })
  const linked = found.map(({ due, template }) => ({
    ...{ template, variant: due.variant, seq: due.seq, params: due.params ?? {} },
  }))
  const params = await withTrackedLinks(tx, plan, linked)
  return found.map((one, index) => ({ ...one, params: params[index] ?? {} }))
}

const messageOf = (tx: CompanyCtx, row: CampaignRow, plan: ContentPlan, one: Written): BulkMessage => {
  const { due, thread, template, params } = one
  const header = mediaOf(plan, template, params)
  const values = { ...templateValuesOf(template, params), ...(header && { [HEADER_MEDIA]: header.value }) }
  const { body, payload } = templateMessageOf(template, values)
  return {
    ...{ companyId: tx.company.id, messageId: due.messageId, channelId: due.channelId, type: 'template' },
    ...{ conversationId: thread.conversationId, contactId: thread.contactId, recipient: thread.recipient },
    ...{ body, payload, origin: 'campaign', campaignId: row.id, campaignVariant: due.variant },
    ...(header?.media && { media: header.media }),
  }
}

const suppressedAmong = async (tx: CompanyCtx, dues: readonly Due[]): Promise<ReadonlySet<Due>> => {
  const keys = dues.flatMap((due) => (due.phone === null ? [] : [{ kind: 'phone' as const, value: due.phone, due }]))
  return new Set([...(await findSuppressed(tx, keys))].map(({ due }) => due))
}

/** Parts those whose turn it is into who may get it, who gets nothing any more, and who sleeps. */
const sorted = async (tx: CompanyCtx, row: CampaignRow, plan: ContentPlan, dues: readonly Due[]) => {
  const { quietHours } = row.schedule
  const waiting = dues.filter(({ done }) => !done)
  const suppressed = await suppressedAmong(tx, waiting)
  const skips: Skip[] = []
  const asleep: { contactId: string; at: Date; due: Due }[] = []
  const awake: Due[] = []
  for (const due of waiting) {
    const reason = reasonOf(due, plan.marketing) ?? (suppressed.has(due) ? 'suppressed' : null)
    const zone = quietHours.zone === 'company' ? null : zoneOf(due)
    const until = reason === null ? quietUntil(quietHours, zone ?? tx.company.timezone, tx.now()) : null
    if (reason !== null) skips.push({ contactId: due.contactId, reason, due })
    else if (until !== null) asleep.push({ contactId: due.contactId, at: until, due })
    else awake.push(due)
  }
  return { skips, asleep, awake }
}

/** What someone gets who waited for the winner, made of what was known at the launch. */
const dealt = (plan: ContentPlan, winner: number, due: Due): Due => {
  if (due.raw === null) return due
  const variant = plan.content.variants[winner]
  const accountId = scopeOf(plan, due.channelId)?.accountId ?? ''
  const language = variant && languageFor(plan, variant, accountId, due.raw.language)
  if (!variant || !language || !templateFor(plan, accountId, variant.template, language))
    return { ...due, variant: winner, params: null, raw: null }
  return { ...due, variant: winner, language, params: paramsOf(plan, variant, rawOf(plan, due.raw.texts), language) }
}

/** Writes down what those get who waited for the winner; answers what that moves in the sums of recipients. */
const deal = async (
  tx: CompanyCtx,
  id: string,
  { found, dues }: { found: readonly Due[]; dues: readonly Due[] },
): Promise<CountRow[]> => {
  const before = new Map(found.map(({ contactId, variant }) => [contactId, variant]))
  const moved = dues.filter(({ contactId, variant }) => variant !== before.get(contactId))
  await dealRecipients(tx, id, [...new Set([...moved, ...dues.filter(({ raw }) => raw !== null)])])
  return moved.flatMap(({ contactId, variant, channelId }) => [
    { measure: 'recipients', variant: before.get(contactId) ?? null, channelId, n: -1 },
    { measure: 'recipients', variant, channelId, n: 1 },
  ])
}

/** Hands the next messages of a campaign that is held still to the sender. Repeating it does no harm. */
export const release = async (
  tx: CompanyCtx,
  client: PoolClient,
  row: CampaignRow,
  round: Round,
): Promise<Released> => {
  const { plan, wave } = round
  const winner = wave.wave === REST ? (row.testDecision?.variant ?? 0) : null
  const found = await findDue(tx, row.id, wave, round)
  const dues = winner === null ? found : found.map((due) => dealt(plan, winner, due))
  const { skips, asleep, awake } = await sorted(tx, row, plan, dues)
  const threads = await threadsOf(tx, client, plan, awake)
  const ready = awake.flatMap((due, index) => {
    const thread = threads[index]
    return thread ? [{ due, thread }] : []
  })
  const { taken, full, nextAt } = await fitting(tx, client, round, ready)
  const first = ready[taken.length]?.due
  const reached = dues.slice(0, full && first ? dues.indexOf(first) : dues.length)
  const isReached = new Set(reached)
  const texts = await written(tx, plan, taken)
  const messages = texts.map((one) => messageOf(tx, row, plan, one))
  const accepted = new Set(await acceptBulk(tx, messages))
  const gone = skips.filter(({ due }) => isReached.has(due))
  await skipRecipients(
    tx,
    row.id,
    gone.map(({ contactId, reason }) => ({ contactId, reason })),
  )
  await postpone(
    tx,
    row.id,
    asleep.filter(({ due }) => isReached.has(due)).map(({ contactId, at }) => ({ contactId, at })),
  )
  const counts: CountRow[] = [
    ...(winner === null ? [] : await deal(tx, row.id, { found, dues: [...taken, ...gone].map(({ due }) => due) })),
    ...taken
      .filter(({ due }) => accepted.has(due.messageId))
      .map(({ due: { variant, channelId } }) => ({ measure: 'queued', variant, channelId, n: 1 })),
    ...gone.flatMap(({ reason, due: { variant, channelId } }) => [
      { measure: 'skipped', variant, channelId, n: 1 },
      { measure: 'skipped_by', detail: reason, variant, channelId, n: 1 },
    ]),
  ]
  await addCounts(tx, row.id, counts)
  const last = reached.at(-1)
  if (last) await moveCursor(tx, row.id, { ...wave, cursorAt: last.notBefore, cursorSeq: last.seq, done: false })
  const channelIds = [...new Set(taken.map(({ due }) => due.channelId))]
  if (accepted.size > 0) tx.afterCommit(() => tx.deps.bus.publish('sends.wake', { channelIds }))
  return { count: accepted.size, seen: reached.length, fullUntil: full ? nextAt : null, quiet: asleep.length > 0 }
}
