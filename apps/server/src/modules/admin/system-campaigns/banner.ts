import type { EndpointInput, EndpointResponse } from '@recado/contracts'
import type { getOwnAnnouncement, reactToAnnouncement } from '@recado/contracts/identity/announcements'
import { inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { findBanner, noteReaction } from './queries.ts'

/** The banner that whoever asks sees now. Who acts for somebody else sees none. */
export const readOwn = async (ctx: UserCtx): Promise<EndpointResponse<typeof getOwnAnnouncement>> => {
  const { userId, impersonatorId } = ctx.actor
  return { announcement: impersonatorId === null ? await findBanner(ctx, userId) : null }
}

type Reaction = EndpointInput<typeof reactToAnnouncement>['body']

/** Notes what someone did with a banner; the first time counts. Throws `not_found` for one that is not for them. */
export const react = (ctx: UserCtx, { id, reaction }: Reaction): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { userId } = tx.actor
    if (!(await noteReaction(tx, id, { userId, reaction }))) throw new AppError('not_found')
    if (reaction === 'dismissed') emitChange(tx, 'announcement.updated', { userIds: [userId] })
  })
