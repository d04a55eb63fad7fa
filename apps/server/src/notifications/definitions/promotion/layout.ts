import { conflict } from '#server/notifications/shared/errors.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { creatorOf } from '../changes/record.ts'
import { type SavedLayout, unsetDefault } from '../layouts/actions.ts'
import * as layouts from '../layouts/queries.ts'
import type { Promotion } from './promotion.ts'

const removeLayout = async ({ child, entityId }: Promotion<SavedLayout>): Promise<void> => {
  const known = await layouts.findLayoutCounterpart(child, { id: entityId, identifier: undefined })
  if (!known) return
  if (known.isDefault) throw conflict(`The layout is the default of ${child.environment.name}`)
  if (await layouts.isLayoutUsed(child, known.id))
    throw conflict(`Workflows of ${child.environment.name} still use the layout`)
  await layouts.deleteLayoutRow(child, known.id)
}

/** A default stays one until another layout comes that is. */
export const promoteLayout = async (promotion: Promotion<SavedLayout>): Promise<void> => {
  const { child, entityId, snapshot } = promotion
  await layouts.lockLayouts(child)
  if (!snapshot) return removeLayout(promotion)
  const known = await layouts.findLayoutCounterpart(child, { id: entityId, identifier: snapshot.identifier })
  const id = known?.id ?? createNotificationId()
  if (await layouts.isIdentifierTaken(child, snapshot.identifier, id))
    throw conflict(`Another layout of ${child.environment.name} has the identifier ${snapshot.identifier}`)
  const isDefault = snapshot.isDefault || known?.isDefault || !(await layouts.findDefaultLayout(child))
  if (isDefault && !known?.isDefault) await unsetDefault(child)
  const values = { ...snapshot, isDefault, parentId: entityId }
  if (known) await layouts.updateLayoutRow(child, id, values)
  else await layouts.insertLayout(child, { ...values, id, creatorId: creatorOf(child) })
}
