import type { SlaConditions } from '@recado/contracts/automation/sla-policies'
import type { MacroStep } from '@recado/contracts/inbox/macros'

// What is left of settings that named something which is gone.

/** A gone label, team or canned reply. */
export type Gone = { labelId: string } | { teamId: string } | { cannedReplyId: string }

const stepWithout = (step: MacroStep, gone: Gone): MacroStep[] => {
  if ('labelId' in gone && (step.type === 'add_labels' || step.type === 'remove_labels')) {
    const labelIds = step.labelIds.filter((id) => id !== gone.labelId)
    return labelIds.length > 0 ? [{ ...step, labelIds }] : []
  }
  if ('teamId' in gone && step.type === 'team') return step.teamId === gone.teamId ? [] : [step]
  if ('cannedReplyId' in gone && step.type === 'send_canned') {
    return step.cannedReplyId === gone.cannedReplyId ? [] : [step]
  }
  return [step]
}

/** The steps of a macro that still make sense; null when nothing changes. */
export const stepsWithout = (steps: readonly MacroStep[], gone: Gone): MacroStep[] | null => {
  const left = steps.flatMap((step) => stepWithout(step, gone))
  return JSON.stringify(left) === JSON.stringify(steps) ? null : left
}

/**
 * The conditions of an SLA policy without what is gone; null when nothing changes. A list that becomes empty would hold
 * for every conversation, so `emptied` tells to switch the policy off.
 */
export const conditionsWithout = (
  conditions: SlaConditions,
  gone: Gone,
): { conditions: SlaConditions; emptied: boolean } | null => {
  const [list, id] =
    'labelId' in gone
      ? (['labelIds', gone.labelId] as const)
      : 'teamId' in gone
        ? (['teamIds', gone.teamId] as const)
        : ([null, ''] as const)
  if (!list || !conditions[list].includes(id)) return null
  const left = conditions[list].filter((other) => other !== id)
  return { conditions: { ...conditions, [list]: left }, emptied: left.length === 0 }
}
