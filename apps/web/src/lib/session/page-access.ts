import { type Ability, type AccessBlock, accessMap } from '@recado/contracts/abilities'
import type { Session } from './session.ts'

/**
 * Why a page that asks for an ability does not open for someone: the feature that their company lacks, or `forbidden`.
 * Null when it opens.
 */
export const pageRefusal = (ability: Ability, { abilities, user }: Session): AccessBlock | 'forbidden' | null => {
  if (abilities.includes(ability)) return null
  const { block }: { block?: AccessBlock; company?: boolean; roles?: readonly string[] } = accessMap[ability]
  const lacks = block && user.currentCompany && !user.currentCompany.access_blocks.includes(block)
  return lacks ? block : 'forbidden'
}
