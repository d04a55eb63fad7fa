import type { Pool } from 'pg'
import { type Deps, systemCtx } from '#server/context.ts'
import { announceChannel, recordChannelEvent, touchOutbound } from '#server/modules/whatsapp/channels/index.ts'
import { findExpired, takeOverdueUnknown } from '../queries/claims.ts'
import type { Ownership } from './ownership.ts'
import type { Recorder } from './recorder.ts'

export type SettlingOptions = {
  recorder: Recorder
  ownership: Ownership
  /** A number whose last message Meta took this recently, in milliseconds, is written down as in use. */
  recentMs: number
}

/** Gives sends without an answer an unknown fate, hands long unknown ones to people, and writes down which numbers send. */
export const createSettling = (deps: Deps, pool: Pool, { recorder, ownership, recentMs }: SettlingOptions) => {
  return async (): Promise<void> => {
    await Promise.all((await findExpired(pool)).map((key) => recorder.markUnknown(key)))
    for (const { companyId, channelId, count } of await takeOverdueUnknown(pool)) {
      const ctx = systemCtx(deps, 'sending.settle')
      await recordChannelEvent(ctx, companyId, channelId, { kind: 'sends_unknown', after: String(count) })
      announceChannel(ctx, companyId, channelId)
    }
    const recent = Date.now() - recentMs
    const accepted = [...ownership.lanes.values()].filter(
      (lane) => lane.acceptedAt !== null && lane.acceptedAt > recent,
    )
    await touchOutbound(
      deps,
      accepted.map((lane) => lane.channelId),
    )
  }
}
