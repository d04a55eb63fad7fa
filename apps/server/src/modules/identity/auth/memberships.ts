import type { Session } from '@recado/contracts/identity/auth'
import type { Ctx, UserCtx } from '#server/context.ts'
import type { Account } from '#server/modules/identity/users/index.ts'

type Current = NonNullable<Session['user']['currentCompany']>

/** A company of a user, as their session describes it. */
export type SessionCompany = Session['user']['companies'][number] &
  Pick<Current, 'timezone' | 'currency'> &
  Current['member']

/** What signing up, in and out asks of the companies of a person; the module that has the companies answers. */
export type Memberships = {
  /** The companies a user belongs to, first joined first; `currentId` marks the one they work in. */
  list: (ctx: Ctx, userId: string, currentId: string | null) => Promise<SessionCompany[]>
  /** Why nothing of a company can be changed, if so. */
  findRestriction: (ctx: Ctx, companyId: string) => Promise<Session['restricted']>
  /** Switches a session to a company of its user. Throws `not_found` for any other. */
  switchTo: (ctx: UserCtx, companyId: string) => Promise<void>
  /** The companies whose only admin a user is. */
  soleAdminOf: (tx: Ctx, userId: string) => Promise<string[]>
  /** Ends a membership. Throws `last_admin`. */
  end: (tx: Ctx, companyId: string, userId: string) => Promise<void>
  /** Makes a company of which the user is admin. */
  found: (
    tx: Ctx,
    userId: string,
    company: { name: string; locale: 'en' | 'pt'; timezone?: string },
  ) => Promise<unknown>
  /** Whom an invitation was sent to. Throws `token_invalid`. */
  invitedAddress: (tx: Ctx, token: string) => Promise<string>
  joinByInvitation: (tx: Ctx, token: string, account: Account) => Promise<unknown>
}
