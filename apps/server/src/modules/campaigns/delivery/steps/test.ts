import type { CompanyCtx } from '#server/context.ts'
import type { TestDecision } from '#server/db/schema/campaigns/campaigns.ts'
import { emit } from '#server/events.ts'
import {
  type CampaignRow,
  emitCampaign,
  findSums,
  updateCampaignRow,
  updateProgress,
} from '#server/modules/campaigns/campaigns/index.ts'
import { findFigures } from '../queries/figures.ts'
import { findOpenWaves, hasUnsettled, openWave } from '../queries/recipients.ts'
import { type Choice, chooseWinner } from '../winner.ts'
import { eventOf } from './events.ts'

const HOUR = 3_600_000
/** Who was asked is in no hurry: until they answer, the campaign is looked at so seldom. */
const ASKED_MS = 15 * 60_000

/** On whom variants are tried, and who gets the winner. */
export const TESTED = 0
export const REST = 1

type Test = NonNullable<CampaignRow['content']['test']>

/** When the last message leaves once the winner is known, now that it is known earlier or later than was thought. */
const shifted = ({ finishEstimate, testEndsAt }: CampaignRow, { hours }: Test, at: Date): Date | null => {
  if (finishEstimate === null) return null
  const moved = testEndsAt ? at.getTime() - testEndsAt.getTime() : -hours * HOUR
  return new Date(Math.max(at.getTime(), finishEstimate.getTime() + moved))
}

/** Writes down who wins the test of a campaign that is held still, and lets the others have it. */
export const recordDecision = async (
  tx: CompanyCtx,
  row: CampaignRow,
  { variant, reason, by }: Choice & { by: string | null },
): Promise<CampaignRow> => {
  const { content, testEndsAt, testDecision: former } = row
  const { test, variants } = content
  if (!test) return row
  const now = tx.now()
  const testDecision: TestDecision = {
    ...{ variant, reason, by, at: now.toISOString() },
    complete: former?.complete ?? (testEndsAt !== null && testEndsAt <= now),
    // What came of the winner since then is no result of the test.
    figures: former?.figures ?? (await findFigures(tx, row.id, { metric: test.metric, variants: variants.length })),
  }
  const finishEstimate = former ? row.finishEstimate : shifted(row, test, now)
  await updateCampaignRow(tx, row.id, { testDecision, finishEstimate })
  await openWave(tx, row.id, REST)
  emitCampaign(tx, row.id)
  return { ...row, testDecision, finishEstimate }
}

const decideAlone = async (tx: CompanyCtx, row: CampaignRow, { metric }: Test, rule: 'clear' | 'best') => {
  const { variants } = row.content
  const figures = await findFigures(tx, row.id, { metric, variants: variants.length })
  const choice = chooseWinner(figures, rule)
  const rest = (await findSums(tx, [row.id])).get(row.id)?.remainder ?? 0
  await emit(tx, 'campaign.winner_chosen', {
    ...{ ...eventOf(tx, row), variant: variants[choice.variant]?.key ?? '', reason: choice.reason, rest },
  })
  return recordDecision(tx, row, { ...choice, by: null })
}

const ask = async (tx: CompanyCtx, row: CampaignRow): Promise<void> => {
  if (row.testAskedAt !== null) return
  await updateCampaignRow(tx, row.id, { testAskedAt: tx.now() })
  await emit(tx, 'campaign.decision_requested', { ...eventOf(tx, row), variants: row.content.variants.length })
  emitCampaign(tx, row.id)
}

/** The clock of a test starts when the last of its messages has found its fate; where none has left, there is no wait. */
const startClock = async (tx: CompanyCtx, row: CampaignRow, { hours }: Test): Promise<Date> => {
  const sums = (await findSums(tx, [row.id])).get(row.id)
  const endsAt = new Date(tx.now().getTime() + (sums && sums.queued > 0 ? hours * HOUR : 0))
  const { finishEstimate } = row
  const later = finishEstimate !== null && finishEstimate < endsAt
  await updateProgress(tx, row.id, { testEndsAt: endsAt, ...(later && { finishEstimate: endsAt }) })
  emitCampaign(tx, row.id)
  return endsAt
}

/** `until`: when to look at the campaign again that waits for its winner; null where it waits for nothing. */
export type TestRound = { row: CampaignRow; until: Date | null; decided: boolean }

/** Starts the clock of a test, asks for its winner, or chooses it, as far as it is time, in a campaign that is held still. */
export const advanceTest = async (tx: CompanyCtx, row: CampaignRow): Promise<TestRound> => {
  const { test, channels } = row.content
  const goesOn = { row, until: null, decided: false }
  if (test === null || row.testDecision !== null) return goesOn
  if ((await findOpenWaves(tx, row.id)).includes(TESTED)) return goesOn
  const channelIds = channels.map(({ channelId }) => channelId)
  if (row.testEndsAt === null && (await hasUnsettled(tx, row.id, channelIds))) return { ...goesOn, until: tx.now() }
  const endsAt = row.testEndsAt ?? (await startClock(tx, row, test))
  const now = { ...row, testEndsAt: endsAt }
  if (endsAt > tx.now()) return { row: now, until: endsAt, decided: false }
  if (test.rule !== 'ask') return { row: await decideAlone(tx, now, test, test.rule), until: null, decided: true }
  await ask(tx, now)
  return { row: now, until: new Date(tx.now().getTime() + ASKED_MS), decided: false }
}
