import type { Onboarding, OnboardingStepEntry, SyncState } from '@recado/contracts/whatsapp/signup'
import type { Ctx } from '#server/context.ts'
import { listSyncEvents } from '#server/modules/whatsapp/channels/index.ts'
import { openingOf } from './opening.ts'
import type { OnboardingRow, ShownOnboarding } from './queries/onboardings.ts'

const DAY_MS = 86_400_000
/** A code lives 30 seconds, so an exchange that is not over after a minute was broken off. */
const EXCHANGE_MS = 60_000

type SyncEvent = Awaited<ReturnType<typeof listSyncEvents>>[number]

const syncStateOf = (events: readonly SyncEvent[], what: 'contacts' | 'history', now: Date): SyncState | null => {
  const about = events.filter(({ after }) => after === what)
  const has = (kind: string) => about.some((event) => event.kind === kind)
  const asked = about.find(({ kind }) => kind === 'sync_requested')
  if (!asked) return null
  if (has('sync_declined')) return 'declined'
  if (has('sync_arrived')) return 'arriving'
  if (has('sync_refused')) return 'refused'
  return now.getTime() - asked.createdAt.getTime() > DAY_MS ? 'unavailable' : 'requested'
}

const syncOf = async (ctx: Ctx, row: OnboardingRow): Promise<Onboarding['sync']> => {
  if (row.kind !== 'coexistence' || !row.channelId) return null
  const events = await listSyncEvents(ctx, row.companyId, row.channelId, row.createdAt)
  const now = ctx.now()
  return { contacts: syncStateOf(events, 'contacts', now), history: syncStateOf(events, 'history', now) }
}

/** Where Meta's window was left; null while it is open, and when it was gone through. */
const leftOf = ({ state, sessionEvent }: OnboardingRow): Onboarding['left'] =>
  state === 'cancelled'
    ? {
        step: sessionEvent?.currentStep ?? null,
        message: sessionEvent?.errorMessage ?? null,
        code: sessionEvent?.errorCode ?? null,
      }
    : null

const isBrokenOff = (row: OnboardingRow, now: Date): boolean =>
  row.state === 'opened' &&
  row.steps.exchange?.state === 'running' &&
  now.getTime() - new Date(row.steps.exchange.at).getTime() > EXCHANGE_MS

const brokenOff = (entry: OnboardingStepEntry | undefined): { exchange?: OnboardingStepEntry } =>
  entry ? { exchange: { ...entry, state: 'failed', problem: 'interrupted' } } : {}

/** A signup as people see it: with what became of the phone app's past, and the first sign of life of the number. */
export const onboardingOf = async (ctx: Ctx, { row, startedBy, phone, lastEventAt }: ShownOnboarding) => {
  const since = row.steps.number?.at
  const broken = isBrokenOff(row, ctx.now())
  const onboarding: Onboarding = {
    id: row.id,
    kind: row.kind,
    state: broken ? 'failed' : row.state,
    step: row.step,
    steps: broken ? { ...row.steps, ...brokenOff(row.steps.exchange) } : row.steps,
    left: leftOf(row),
    numbers: row.numbers,
    accountName: row.accountName,
    phone: phone ?? row.numbers.find(({ id }) => id === row.phoneNumberId)?.phone ?? null,
    channelId: row.channelId,
    sync: await syncOf(ctx, row),
    firstEventAt: since && lastEventAt && lastEventAt > new Date(since) ? lastEventAt.toISOString() : null,
    startedBy: startedBy ?? '',
    opening: openingOf(row.nonceHash),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
  return onboarding
}
