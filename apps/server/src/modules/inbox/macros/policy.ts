import type { MacroStep } from '@recado/contracts/inbox/macros'
import type { RemovedSetting } from '#server/modules/shared/settings-resource/index.ts'

const stepWithout = (step: MacroStep, removed: RemovedSetting): MacroStep[] => {
  if ('labelId' in removed && (step.type === 'add_labels' || step.type === 'remove_labels')) {
    const labelIds = step.labelIds.filter((id) => id !== removed.labelId)
    return labelIds.length > 0 ? [{ ...step, labelIds }] : []
  }
  if ('teamId' in removed && step.type === 'team') return step.teamId === removed.teamId ? [] : [step]
  if ('cannedReplyId' in removed && step.type === 'send_canned') {
    return step.cannedReplyId === removed.cannedReplyId ? [] : [step]
  }
  return [step]
}

/** The steps of a macro that still make sense; null when nothing changes. */
export const stepsWithout = (steps: readonly MacroStep[], removed: RemovedSetting): MacroStep[] | null => {
  const left = steps.flatMap((step) => stepWithout(step, removed))
  return JSON.stringify(left) === JSON.stringify(steps) ? null : left
}
