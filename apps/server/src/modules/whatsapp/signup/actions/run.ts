import { type OnboardingStep, type OnboardingStepEntry, onboardingSteps } from '@recado/contracts/whatsapp/signup'
import { type Ctx, inTransaction } from '#server/context.ts'
import { JobPostponed } from '#server/jobs/define.ts'
import { graphClientFor } from '#server/modules/whatsapp/directory/index.ts'
import * as queries from '../queries/onboardings.ts'
import { type Performed, perform } from '../steps.ts'
import { announceOnboarding } from './announce.ts'

type ServerStep = Exclude<OnboardingStep, 'exchange'>

/** How long to wait before a step that Meta was too busy for is done again by itself. */
const RETRY_SECONDS = [5, 20] as const

const isOver = (entry: OnboardingStepEntry | undefined) => entry?.state === 'ok' || entry?.state === 'skipped'

/** The first step that is not over; null when all are. */
export const nextStep = (row: Pick<queries.OnboardingRow, 'steps'>): OnboardingStep | null =>
  onboardingSteps.find((step) => !isOver(row.steps[step])) ?? null

const begin = (ctx: Ctx, companyId: string, id: string) =>
  inTransaction(ctx, async (tx) => {
    const row = await queries.lockOnboarding(tx, companyId, id)
    const step = row?.state === 'running' ? nextStep(row) : null
    if (row?.state !== 'running' || step === 'exchange') return null
    if (step === null) {
      const finished = { state: 'done' as const, token: null, pin: null, stoppedAt: null, finishedAt: tx.now() }
      await queries.updateOnboarding(tx, companyId, id, finished)
      announceOnboarding(tx, companyId)
      return null
    }
    const attempts = (row.steps[step]?.attempts ?? 0) + 1
    const entry = { state: 'running' as const, attempts, at: tx.now().toISOString(), problem: null, errorCode: null }
    await queries.updateOnboarding(tx, companyId, id, { step, steps: { ...row.steps, [step]: entry } })
    announceOnboarding(tx, companyId)
    return { row, step: step satisfies ServerStep, attempts }
  })

const stateAfter = (outcome: Performed, again: boolean): Partial<queries.NewOnboarding> => {
  if (outcome.state === 'ok' || outcome.state === 'skipped' || again) return { state: 'running', stoppedAt: null }
  return { state: outcome.state }
}

/** Keeps what became of a step; answers in how many seconds it is done again by itself, null when it is not. */
const end = (
  ctx: Ctx,
  id: string,
  { row, step, attempts }: { row: queries.OnboardingRow; step: ServerStep; attempts: number },
  outcome: Performed,
) =>
  inTransaction(ctx, async (tx) => {
    const { companyId } = row
    const now = await queries.lockOnboarding(tx, companyId, id)
    if (now?.state !== 'running') return { seconds: null, goes: false }
    const goes = outcome.state === 'ok' || outcome.state === 'skipped'
    const seconds = outcome.transient ? (RETRY_SECONDS[attempts - 1] ?? null) : null
    const entry: OnboardingStepEntry = {
      state: outcome.state,
      attempts,
      at: tx.now().toISOString(),
      problem: 'problem' in outcome ? outcome.problem : null,
      errorCode: outcome.errorCode,
    }
    const stopped = goes || seconds !== null ? {} : { stoppedAt: tx.now(), stuckToldAt: null }
    await queries.updateOnboarding(tx, companyId, id, {
      ...outcome.patch,
      ...stateAfter(outcome, seconds !== null),
      ...stopped,
      steps: { ...now.steps, [step]: entry },
    })
    announceOnboarding(tx, companyId)
    return { seconds, goes }
  })

/**
 * Does the steps of a signup one after the other until one stops, or all are done. Every step is kept before and after,
 * so that a process that dies in between goes on with the step it was at. Throws `JobPostponed` when Meta was busy.
 */
export const runOnboarding = async (ctx: Ctx, companyId: string, id: string): Promise<void> => {
  for (;;) {
    const begun = await begin(ctx, companyId, id)
    if (!begun?.row.token) return
    const accessToken = ctx.deps.sealer.open(begun.row.token)
    const client = graphClientFor(ctx.deps, accessToken, { patient: true })
    const outcome = await perform(begun.step, { ctx, row: begun.row, client, accessToken })
    const { seconds, goes } = await end(ctx, id, begun, outcome)
    if (seconds !== null) throw new JobPostponed(seconds)
    if (!goes) return
  }
}
