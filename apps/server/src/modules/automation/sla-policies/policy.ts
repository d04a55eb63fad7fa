import type { SlaConditions } from '@recado/contracts/automation/sla-policies'
import type { RemovedSetting } from '#server/modules/shared/settings-resource/index.ts'

/**
 * The conditions of an SLA policy without what is gone; null when nothing changes. A list that becomes empty would hold
 * for every conversation, so `emptied` tells to switch the policy off.
 */
export const conditionsWithout = (
  conditions: SlaConditions,
  removed: RemovedSetting,
): { conditions: SlaConditions; emptied: boolean } | null => {
  const [list, id] =
    'labelId' in removed
      ? (['labelIds', removed.labelId] as const)
      : 'teamId' in removed
        ? (['teamIds', removed.teamId] as const)
        : ([null, ''] as const)
  if (!list || !conditions[list].includes(id)) return null
  const left = conditions[list].filter((other) => other !== id)
  return { conditions: { ...conditions, [list]: left }, emptied: left.length === 0 }
}
