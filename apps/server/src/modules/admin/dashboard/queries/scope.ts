import type { DashboardPeriod } from '@recado/contracts/admin/dashboard'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { CompanyCtx, UserCtx } from '#server/context.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { isVisible } from '#server/modules/inbox/visibility/index.ts'

export type DashboardCtx = CompanyCtx & UserCtx
export type Span = { from: Date; to: Date }
/** The part of the company that is looked at. */
export type Scope = Pick<DashboardPeriod, 'channelId' | 'teamId' | 'assigneeId'>

const filterOf = (
  scope: Scope,
): SQL => sql`${scope.channelId ? sql`${conversations.channelId} = ${scope.channelId}` : sql`true`}
  and ${scope.teamId ? sql`${conversations.teamId} = ${scope.teamId}` : sql`true`}
  and ${scope.assigneeId ? sql`${conversations.assigneeId} = ${scope.assigneeId}` : sql`true`}`

/** Conversations of the scope that this member may see. */
export const visible = (ctx: DashboardCtx, scope: Scope): SQL =>
  sql`(${isVisible(ctx, conversations) ?? sql`true`} and ${filterOf(scope)})`

/** Whether the scope is all that the company has, or all that one of its numbers has. */
export const isWhole = (ctx: DashboardCtx, scope: Scope): boolean =>
  ctx.company.member.visibility === 'all' && !scope.teamId && !scope.assigneeId

/** Limits messages to those that the actor may see. */
export const visibleMessages = (ctx: DashboardCtx, scope: Scope): SQL => {
  const ofChannel = scope.channelId ? sql`${messages.channelId} = ${scope.channelId}` : sql`true`
  return isWhole(ctx, scope)
    ? ofChannel
    : sql`${ofChannel} and exists (select 1 from ${conversations}
        where ${conversations.companyId} = ${messages.companyId} and ${conversations.id} = ${messages.conversationId}
        and ${visible(ctx, scope)})`
}

/** And for what is known of a contact: one of their conversations is in it. */
export const visibleContact = (ctx: DashboardCtx, scope: Scope, contactId: SQLWrapper): SQL =>
  isWhole(ctx, scope) && !scope.channelId
    ? sql`true`
    : sql`exists (select 1 from ${conversations} where ${conversations.companyId} = ${ctx.company.id}
        and ${conversations.contactId} = ${contactId} and ${visible(ctx, scope)})`
