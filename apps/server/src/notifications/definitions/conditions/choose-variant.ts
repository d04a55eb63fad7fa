import type { ConditionGroup } from '@recado/contracts/notifications/domain'
import { type ConditionFacts, type ConditionPorts, type ConditionReport, evaluateConditions } from './evaluate.ts'

type Variant = { active: boolean; filters: readonly ConditionGroup[]; template: unknown }

/**
 * Which template a step uses: that of its first active variant whose conditions pass, otherwise its own. A variant
 * without conditions is never chosen. The report is the chosen one's; when none is chosen, that of a variant whose
 * webhook failed, or of the last one.
 */
export const chooseVariant = async <V extends Variant>(
  step: { template: V['template']; variants?: readonly V[] | undefined },
  facts: ConditionFacts,
  ports: ConditionPorts,
): Promise<{ template: V['template']; variant: V | null; report: ConditionReport | null }> => {
  let report: ConditionReport | null = null
  for (const variant of step.variants ?? []) {
    if (!variant.active || !variant.filters.some(({ children }) => children.length > 0)) continue
    const found = await evaluateConditions(variant.filters, facts, ports)
    if (found.passed) return { template: variant.template, variant, report: found }
    if (report?.webhookError === undefined) report = found
  }
  return { template: step.template, variant: null, report }
}
