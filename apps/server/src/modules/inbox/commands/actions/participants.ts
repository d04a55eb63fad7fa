import type { CompanyCtx, UserCtx } from '#server/context.ts'
import { avatarUrl } from '#server/lib/avatar-url.ts'
import { assertVisible } from '#server/modules/inbox/visibility/index.ts'
import { findFollowers, saveFollowing } from '../queries/participants.ts'

/** Members who follow the conversation, and whether the actor does. Throws `not_found`. */
export const listParticipants = async (ctx: CompanyCtx & UserCtx, conversationId: string) => {
  await assertVisible(ctx, conversationId)
  const followers = await findFollowers(ctx, ctx.company.id, conversationId)
  return {
    data: followers.map(({ avatarFileId, ...person }) => ({
      ...person,
      avatarUrl: avatarUrl(person.id, avatarFileId),
    })),
    following: followers.some(({ id }) => id === ctx.actor.userId),
  }
}

/** Whether the actor hears of what happens in the conversation. Throws `not_found`. */
export const follow = async (ctx: CompanyCtx & UserCtx, conversationId: string, following: boolean): Promise<void> => {
  await assertVisible(ctx, conversationId)
  await saveFollowing(ctx, conversationId, ctx.actor.userId, following)
}
