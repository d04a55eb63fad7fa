import type { Onboarding } from '@recado/contracts/whatsapp/signup'
import { type CompanyCtx, type Ctx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { releaseNumber } from '#server/modules/whatsapp/channels/index.ts'
import * as queries from '../queries/onboardings.ts'
import { announceOnboarding } from './announce.ts'
import { enqueueRun } from './enqueue.ts'
import { lockIn, readOnboarding } from './load.ts'

const goOn = async (tx: Ctx, row: queries.OnboardingRow, patch: Partial<queries.NewOnboarding> = {}) => {
  const { companyId, id } = row
  await queries.updateOnboarding(tx, companyId, id, { ...patch, state: 'running', stoppedAt: null })
  await enqueueRun(tx, companyId, id)
  announceOnboarding(tx, companyId)
}

const withoutAttempts = (row: queries.OnboardingRow) => {
  const entry = row.steps[row.step]
  return entry ? { steps: { ...row.steps, [row.step]: { ...entry, attempts: 0, state: 'waiting' as const } } } : {}
}

/** Does the step that stopped again. One without a token has to go through Meta's window again: `state_invalid`. */
export const retryRow = async (tx: Ctx, row: queries.OnboardingRow): Promise<void> => {
  if (!row.token || row.step === 'exchange')
    throw new AppError('state_invalid', { data: { state: row.state, step: row.step } })
  await goOn(tx, row, withoutAttempts(row))
}

export const retryOnboarding = async (ctx: CompanyCtx, id: string): Promise<Onboarding> => {
  await inTransaction(ctx, async (tx) => retryRow(tx, await lockIn(tx, id, ['failed', 'waiting'])))
  return readOnboarding(ctx, id)
}

export const giveOnboardingPin = async (ctx: CompanyCtx, id: string, pin: string): Promise<Onboarding> => {
  await inTransaction(ctx, async (tx) => {
    const row = await lockIn(tx, id, ['failed', 'waiting'])
    if (row.step !== 'registration') throw new AppError('state_invalid', { data: { step: row.step } })
    await goOn(tx, row, { pin: tx.deps.sealer.seal(pin), ...withoutAttempts(row) })
  })
  return readOnboarding(ctx, id)
}

/** A signup of its own for one more number of the account, which begins where the numbers are chosen. */
const branch = async (tx: CompanyCtx, row: queries.OnboardingRow, phoneNumberId: string) => {
  const { number: _, ...steps } = row.steps
  const { stoppedAt: _stopped, stuckToldAt: _told, remindedAt: _reminded, ...rest } = row
  const sibling = { ...rest, id: newId(), phoneNumberId, steps, state: 'running' as const, nonceHash: '' }
  await queries.insertOnboarding(tx, sibling)
  await enqueueRun(tx, row.companyId, sibling.id)
}

/** Throws `channel_taken` for a number of another company, `not_found` for one that is not in the account. */
export const chooseNumbers = async (ctx: CompanyCtx, id: string, chosen: readonly string[]): Promise<Onboarding> => {
  await inTransaction(ctx, async (tx) => {
    const row = await lockIn(tx, id, ['waiting', 'failed'])
    if (row.step !== 'number') throw new AppError('state_invalid', { data: { step: row.step } })
    const [first, ...others] = [...new Set(chosen)]
    for (const phoneNumberId of chosen) {
      const number = row.numbers.find((known) => known.id === phoneNumberId)
      if (!number) throw new AppError('not_found')
      if (number.taken) throw new AppError('channel_taken')
    }
    for (const phoneNumberId of others) await branch(tx, row, phoneNumberId)
    await goOn(tx, row, { phoneNumberId: first ?? null, ...withoutAttempts(row) })
  })
  return readOnboarding(ctx, id)
}

/** Gives a signup up. What it changed at Meta stays there and harms nothing. */
export const discardOnboarding = (ctx: CompanyCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockIn(tx, id, ['opened', 'running', 'waiting', 'failed', 'cancelled'])
    const companyId = tx.company.id
    const gone = { state: 'discarded' as const, token: null, pin: null, finishedAt: tx.now() }
    await queries.updateOnboarding(tx, companyId, id, gone)
    if (row.channelId) await releaseNumber(tx, companyId, row.channelId)
    await recordAudit(tx, { action: 'channel.onboarding_discarded', target: { type: 'onboarding', id } })
    announceOnboarding(tx, companyId)
  })
