import { conflict } from '#server/notifications/shared/errors.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { deleteGroupRow, findGroupCounterpart, insertGroup, isGroupUsed, updateGroupRow } from '../groups/queries.ts'
import type { Promotion } from './promotion.ts'

export const promoteGroup = async ({ child, entityId, snapshot }: Promotion<{ name: string }>): Promise<void> => {
  const known = await findGroupCounterpart(child, { id: entityId, name: snapshot?.name })
  if (snapshot) {
    if (known) await updateGroupRow(child, known.id, { name: snapshot.name, parentId: entityId })
    else await insertGroup(child, { id: createNotificationId(), name: snapshot.name, parentId: entityId })
    return
  }
  if (!known) return
  if (await isGroupUsed(child, known.id))
    throw conflict(`Workflows of ${child.environment.name} are still in the group`)
  await deleteGroupRow(child, known.id)
}
