import type { CompanyCtx } from '#server/context.ts'
import type { HeldRow } from './queries.ts'

/** What a module above holds and sends itself once it can be taken back no longer; its manifest lists it. */
export type HeldHandler = {
  kind: HeldRow['kind']
  /** In the transaction that lets it go. An `AppError` undoes what it did and gives it back to whoever held it. */
  release: (tx: CompanyCtx, conversationId: string) => Promise<void>
}
