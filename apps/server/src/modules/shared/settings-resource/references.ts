import type { CompanyCtx } from '#server/context.ts'
import * as company from '../queries/company.ts'
import * as macros from '../queries/macros.ts'
import * as sla from '../queries/sla.ts'
import { conditionsWithout, type Gone, stepsWithout } from '../references.ts'
import { assertAll } from './change.ts'

/** Throws `validation_failed` unless the company has all of them; nothing is asked for an empty list. */
export const assertOurs = async (
  ctx: CompanyCtx,
  kind: 'labels' | 'teams' | 'members' | 'channels',
  ids: readonly string[],
  path: string,
): Promise<void> => {
  if (ids.length === 0) return
  const list = [...ids]
  const known =
    kind === 'members'
      ? await company.findMemberIds(ctx, list)
      : kind === 'channels'
        ? await company.findChannelIds(ctx, list)
        : await company.findIds(ctx, kind, list)
  assertAll(path, list, known)
}

const forgetInPolicies = async (tx: CompanyCtx, gone: Gone) => {
  for (const policy of await sla.listSlaPolicies(tx)) {
    const left = conditionsWithout(policy.conditions, gone)
    if (!left) continue
    await sla.updateSlaPolicy(tx, policy.id, {
      conditions: left.conditions,
      ...(left.emptied && { active: false }),
    })
  }
}

const forgetInMacros = async (tx: CompanyCtx, gone: Gone) => {
  for (const macro of await macros.listEveryMacro(tx)) {
    const steps = stepsWithout(macro.steps, gone)
    if (!steps) continue
    if (steps.length === 0) await macros.deleteMacro(tx, macro.id)
    else await macros.updateMacro(tx, macro.id, { steps })
  }
}

/** Takes what is gone out of SLA policies and macros. */
export const forgetReferences = async (tx: CompanyCtx, gone: Gone): Promise<void> => {
  await forgetInPolicies(tx, gone)
  await forgetInMacros(tx, gone)
}
