import { exclusionReasons } from '@recado/contracts/campaigns/audience'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import {
  adoptStrangers,
  type Candidate,
  compileFor,
  drawOf,
  findCandidates,
} from '#server/modules/campaigns/audience/index.ts'
import {
  type CampaignRow,
  emitCampaign,
  lockCampaign,
  updateCampaignRow,
  updateProgress,
} from '#server/modules/campaigns/campaigns/index.ts'
import {
  type ContentPlan,
  languageFor,
  paramsOf,
  planContent,
  templateFor,
  textsOf,
  variantAt,
} from '#server/modules/campaigns/content/index.ts'
import { notBeforeOf } from '#server/modules/campaigns/preflight/index.ts'
import { addCounts, type CountRow, findLeftOut } from '../queries/counts.ts'
import { insertRecipients, insertWave, type NewRecipient } from '../queries/recipients.ts'
import { afterTaking } from './taken.ts'
import { REST, TESTED } from './test.ts'

/** Contacts that are written down in one transaction. */
const PORTION = 2000

/** Numbers take turns by their weights; whoever wrote to one of them before hears from that one. */
const channelOf = ({ content, channels }: ContentPlan, seq: number, sticky: string | null) => {
  const own = channels.find(({ id }) => id === sticky)
  if (own) return own
  const turns = content.channels.flatMap(({ channelId, weight }) => {
    const channel = channels.find(({ id }) => id === channelId)
    return channel ? Array.from({ length: weight }, () => channel) : []
  })
  return turns[seq % turns.length]
}

type Base = Pick<CampaignRow, 'schedule'> & { startsAt: Date }

const leftOut = (one: Candidate, reason: string, seq: number, notBefore: Date): NewRecipient => ({
  ...{ contactId: one.id, seq, wave: -1, notBefore, variant: null, channelId: null, recipient: null },
  ...{ language: null, params: null, raw: null, messageId: newId(), skipReason: reason },
})

const getsWinner = ({ content: { test } }: ContentPlan, { testDraw }: Candidate) =>
  test !== null && testDraw >= test.percent * 100

/** Who gets a variant that is not known yet. */
const waiting = (
  plan: ContentPlan,
  { schedule, startsAt }: Base,
  one: Candidate,
  place: { seq: number; channelId: string },
): NewRecipient => ({
  ...{ contactId: one.id, ...place, wave: REST, notBefore: notBeforeOf(schedule.start, one, startsAt), variant: null },
  ...{ recipient: one.phone, language: null, params: null, messageId: newId(), skipReason: null },
  raw: { language: one.language, texts: textsOf(plan, one.values) },
})

/** What one contact of the audience gets, or why it gets nothing. */
const recipientOf = (plan: ContentPlan, { schedule, startsAt }: Base, one: Candidate, seq: number): NewRecipient => {
  if (one.reason !== null) return leftOut(one, one.reason, seq, startsAt)
  const index = variantAt(plan.content, one.variantDraw)
  const variant = plan.content.variants[index]
  const channel = channelOf(plan, seq, one.sticky)
  if (channel && getsWinner(plan, one))
    return waiting(plan, { schedule, startsAt }, one, { seq, channelId: channel.id })
  if (!variant || !channel) return leftOut(one, 'template_gone', seq, startsAt)
  const language = languageFor(plan, variant, channel.accountId, one.language)
  const template = templateFor(plan, channel.accountId, variant.template, language)
  if (!template) return leftOut(one, 'template_gone', seq, startsAt)
  const params = paramsOf(plan, variant, one.values, language)
  if (params === null) return leftOut(one, 'value_missing', seq, startsAt)
  const notBefore = notBeforeOf(schedule.start, one, startsAt)
  return {
    ...{ contactId: one.id, seq, wave: TESTED, notBefore, variant: index, channelId: channel.id, recipient: one.phone },
    ...{ language, params, raw: null, messageId: newId(), skipReason: null },
  }
}

const countsOf = (rows: readonly NewRecipient[], names: number): CountRow[] => [
  { measure: 'matched', n: names },
  { measure: 'remainder', n: rows.filter(({ wave }) => wave === REST).length },
  ...rows.map(
    ({ wave, variant, channelId, skipReason }): CountRow =>
      wave < 0
        ? { measure: 'left_out', detail: skipReason ?? '', n: 1 }
        : { measure: 'recipients', variant, channelId, n: 1 },
  ),
]

/** Says what became of the audience, and lets the campaign go on by that. */
const finish = async (tx: CompanyCtx, row: CampaignRow): Promise<void> => {
  const sums = await findLeftOut(tx, row.id)
  const sumOf = (measure: string, detail?: string) =>
    sums
      .filter((one) => one.measure === measure && (detail === undefined || one.detail === detail))
      .reduce((sum, { n }) => sum + n, 0)
  const willSend = sumOf('recipients')
  const excluded = exclusionReasons
    .map((reason) => ({ reason, count: sumOf('left_out', reason) }))
    .filter(({ count }) => count > 0)
  const matched = sumOf('matched')
  const people = willSend + sumOf('left_out')
  await insertWave(tx, row.id, TESTED)
  if (row.content.test) await insertWave(tx, row.id, REST, false)
  const waterfall = { matched, duplicates: matched - people, excluded, willSend, exact: true }
  await updateCampaignRow(tx, row.id, { snapshotAt: tx.now(), ...(await afterTaking(tx, row, waterfall)) })
  emitCampaign(tx, row.id)
}

/**
 * Writes down everyone a campaign is for, portion by portion in the order of contacts. A portion that was committed is not
 * done again; after a crash the next process goes on behind it.
 */
export const snapshot = async (ctx: CompanyCtx, row: CampaignRow, signal: AbortSignal): Promise<void> => {
  const plan = await planContent(ctx, row.id, row.content)
  await adoptStrangers(ctx, row.audience, plan, signal)
  const audience = await compileFor(ctx, row.audience, plan)
  for (let more = true; more && !signal.aborted; ) {
    const startedAt = performance.now()
    more = await inTransaction(ctx, async (tx) => {
      const now = await lockCampaign(tx, row.id)
      if (now.state !== 'validating') return false
      const some = await findCandidates(tx, audience, {
        ...{ after: now.snapshotAfter, limit: PORTION, plan, sticky: row.content.sticky },
        draws: { variant: drawOf(row.id, 'variant'), test: drawOf(row.id, 'test') },
      })
      const base = { schedule: now.schedule, startsAt: now.startsAt ?? tx.now() }
      const rows = some.map((one, index) => recipientOf(plan, base, one, now.snapshotSeq + index + 1))
      await insertRecipients(tx, row.id, rows)
      await addCounts(
        tx,
        row.id,
        countsOf(
          rows,
          some.reduce((sum, { names }) => sum + names, 0),
        ),
      )
      const last = some.at(-1)
      if (last) await updateProgress(tx, row.id, { snapshotAfter: last.id, snapshotSeq: now.snapshotSeq + some.length })
      if (some.length === PORTION) return true
      await finish(tx, { ...now })
      return false
    })
    await ctx.deps.admission.pause(performance.now() - startedAt, signal)
  }
}
