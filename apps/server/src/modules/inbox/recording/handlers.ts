import type { Ctx } from '#server/context.ts'
import type { RecordedBatch } from './actions/record.ts'

/** What a module above does about what was recorded, in the transaction that recorded it; its manifest lists it. */
export type RecordedHandler = (tx: Ctx, batch: RecordedBatch) => Promise<void>
