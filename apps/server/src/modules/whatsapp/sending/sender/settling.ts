import type { Pool } from 'pg'
import { type Deps, systemCtx } from '#server/context.ts'
import { announceChannel, recordChannelEvent, touchOutbound } from '#server/modules/whatsapp/channels/index.ts'
import { findExpired, takeOverdueUnknown } from '../queries/claims.ts'
import type { Ownership } from './ownership.ts'
import type { Recorder } from './recorder.ts'

export type SettlingOptions = {
  recorder: Recorder
  ownership: Ownership
}

/** Gives sends without an answer an unknown fate, hands long unknown ones to people, and writes down which numbers send. */
export const createSettling = (deps: Deps, pool: Pool, { recorder, ownership }: SettlingOptions) => {
  return async (): Promise<void> => {
    await Promise.all((await findExpired(pool)).map((key) => recorder.markUnknown(key)))
    for (const { companyId, channelId, count } of await takeOverdueUnknown(pool)) {
      const ctx = systemCtx(deps, 'sending.settle')
      await recordChannelEvent(ctx, companyId, channelId, { kind: 'sends_unknown', after: String(count) })
      announceChannel(ctx, companyId, channelId)
    }
    const inUse = [...ownership.lanes.values()].filter(({ hasSent }) => hasSent)
    for (const lane of inUse) lane.hasSent = false
    const ids = inUse.map(({ channelId }) => channelId)
    await touchOutbound(deps, ids).catch((error: unknown) => {
      for (const lane of inUse) lane.hasSent = true
      throw error
    })
  }
}
