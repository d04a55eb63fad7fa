import { userRoles } from '@recado/contracts'
import { type UserBulkChange, userBulkChange, userFilter } from '@recado/contracts/admin/users'
import { z } from 'zod'
import type { UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { defineBulk, oneByOne, parseFilter } from '#server/modules/shared/tasks/index.ts'
import { readUser, revokeSessions, setStatus, updateUser } from './actions.ts'
import { findUserNames, listUserIds } from './queries.ts'

const change = async (tx: UserCtx, id: string, asked: UserBulkChange): Promise<unknown> => {
  const user = await readUser(tx, id)
  switch (asked.action) {
    case 'suspend':
      return user.status === 'suspended' || setStatus(tx, id, { status: 'suspended', reason: asked.reason })
    case 'reactivate':
      return user.status !== 'suspended' || setStatus(tx, id, { status: 'active', reason: asked.reason })
    case 'role':
      return user.role === asked.role || updateUser(tx, id, { role: asked.role }, asked.reason)
    case 'revoke_sessions':
      if (id === tx.actor.userId) throw new AppError('self_refused')
      return revokeSessions(tx, id)
  }
}

/** Changes people one by one: what the rules refuse for one of them keeps no other. */
export const changeUsers = defineBulk({
  kind: 'users.change',
  ability: 'admin.platform',
  tellsMissing: true,
  args: z.object({ role: z.enum(userRoles), change: userBulkChange }),
  find: (ctx, ids) => findUserNames(ctx, ids),
  filter: (ctx, filter, limit, { role }) => listUserIds(ctx, { ...parseFilter(userFilter, filter), role }, limit),
  apply: (ctx, rows, args) => oneByOne(ctx, rows, (tx, { id }) => change(tx, id, args.change)),
})
