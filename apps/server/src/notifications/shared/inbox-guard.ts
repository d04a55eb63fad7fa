import type { Ctx, Deps } from '#server/context.ts'
import { PLATFORM_ORGANIZATION } from './platform.ts'

/** A value that the payload of a message must have at a path. */
export type PayloadEntry = { path: string[]; value: unknown }

/** A subscriber at an inbox of the product's own environment; `sessionId` is null if their token names no session. */
export type Visit = { subscriberId: string; sessionId: string | null; ip: string | null }

/** Of which messages a visit sees nothing: those that have one of these values in their payload. */
export type Withheld = readonly PayloadEntry[]

/**
 * The product's say in the inboxes of its own people: each is opened by a session of the product, lasts as long as that,
 * and shows what that may see. Other environments know nothing of it.
 */
export type InboxGuard = {
  /** What opens the inbox of one of its people while a session of theirs lasts. */
  hashOf: (deps: Deps, subscriberId: string, sessionId: string) => string
  /** The session that was given a hash; null for a hash that none was. */
  sessionOf: (deps: Deps, subscriberId: string, hash: string) => string | null
  /** What is withheld from each visit; null for one that may not be there. */
  look: (ctx: Ctx, visits: readonly Visit[]) => Promise<(Withheld | null)[]>
}

export const isGuarded = ({ organizationId }: { organizationId: string }): boolean =>
  organizationId === PLATFORM_ORGANIZATION

/** What the guard withholds from one visit. */
export const lookAt = async (ctx: Ctx, visit: Visit): Promise<Withheld | null> => {
  const [withheld = null] = await ctx.deps.inboxGuard.look(ctx, [visit])
  return withheld
}
