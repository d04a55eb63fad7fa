import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'

/** Something of a root environment on its way into one that is promoted from it. */
export type Promotion<Snapshot> = {
  child: EnvironmentCtx
  /** Id of the entity in the root environment. */
  entityId: string
  /** What it is now; null when it was deleted. */
  snapshot: Snapshot | null
  /** What it was when it was promoted last. */
  former: Snapshot | null
}
