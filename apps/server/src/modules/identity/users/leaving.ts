import { type Ctx, inTransaction } from '#server/context.ts'
import { unlessTaken } from '#server/db/unless-taken.ts'
import { emit } from '#server/events.ts'
import { removeFile } from '#server/modules/shared/files/index.ts'
import * as queries from './queries.ts'

/** Gives an account another address, which its owner has proven. Throws `duplicate` when another account has it. */
export const setEmail = async (tx: Ctx, userId: string, email: string): Promise<void> => {
  await unlessTaken(queries.updateUser(tx, userId, { email, emailVerifiedAt: tx.now() }))
  await emit(tx, 'user.updated', { userId })
}

/** When an account is to go; null for not at all. */
export const planAccountDeletion = async (tx: Ctx, userId: string, deletionAt: Date | null): Promise<void> => {
  await queries.updateUser(tx, userId, { deletionAt })
}

/** Takes away everything by which a person can be told; their row stays, since others refer to it. */
export const eraseAccount = (ctx: Ctx, { id, avatarFileId }: queries.UserRow): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (avatarFileId) await removeFile(tx, avatarFileId)
    await queries.forgetPerson(tx, id)
    await emit(tx, 'user.erased', { userId: id })
  })

/** Records which versions of the terms and of the privacy notice a user accepts; null keeps the previous one. */
export const acceptVersions = async (
  tx: Ctx,
  userId: string,
  accepted: { terms: string | null; privacy: string | null },
): Promise<void> => {
  const at = tx.now().toISOString()
  const given = Object.entries(accepted).filter(([, version]) => version !== null)
  await queries.mergeConsents(tx, userId, Object.fromEntries(given.map(([kind, version]) => [kind, { version, at }])))
}
