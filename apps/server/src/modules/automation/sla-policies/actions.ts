import type { EndpointInput } from '@recado/contracts'
import type { createSlaPolicy, SlaPolicy, updateSlaPolicy } from '@recado/contracts/automation/sla-policies'
import { settingsLimit } from '@recado/contracts/shared/settings-limit'
import type { CompanyCtx } from '#server/context.ts'
import { given } from '#server/lib/given.ts'
import { newId } from '#server/lib/ids.ts'
import {
  assertOwned,
  found,
  type RemovedSetting,
  settingsResource,
} from '#server/modules/shared/settings-resource/index.ts'
import { conditionsWithout } from './policy.ts'
import * as queries from './queries.ts'

const policyOf = ({
  id,
  name,
  targets,
  conditions,
  businessHoursId,
  active,
  position,
  version,
}: SlaPolicy): SlaPolicy => ({
  id,
  name,
  targets,
  conditions,
  businessHoursId,
  active,
  position,
  version,
})

export const listSlaPolicies = async (ctx: CompanyCtx): Promise<SlaPolicy[]> =>
  (await queries.listSlaPolicies(ctx)).map(policyOf)

type Input = EndpointInput<typeof createSlaPolicy>['body']
type Change = Omit<EndpointInput<typeof updateSlaPolicy>['body'], 'version'>

const assertReferences = async (tx: CompanyCtx, { businessHoursId, conditions }: Change) => {
  await assertOwned(tx, 'businessHours', businessHoursId ? [businessHoursId] : [], 'businessHoursId')
  await assertOwned(tx, 'teams', conditions?.teamIds ?? [], 'conditions.teamIds')
  await assertOwned(tx, 'channels', conditions?.channelIds ?? [], 'conditions.channelIds')
  await assertOwned(tx, 'labels', conditions?.labelIds ?? [], 'conditions.labelIds')
}

export const slaPolicies = settingsResource({
  noun: 'sla_policy',
  limit: settingsLimit,
  count: queries.countSlaPolicies,
  find: queries.findSlaPolicy,
  nameOf: ({ name }) => name,
  viewOf: (_tx, row) => policyOf(row),
  insert: async (tx, input: Input) => {
    await assertReferences(tx, input)
    const last = Math.max(-1, ...(await queries.listSlaPolicies(tx)).map(({ position }) => position))
    const row = { ...input, id: newId(), position: input.position ?? Math.min(1000, last + 1) }
    await queries.insertSlaPolicy(tx, row)
    return found(await queries.findSlaPolicy(tx, row.id))
  },
  update: async (tx, { id }, change: Change) => {
    await assertReferences(tx, change)
    await queries.updateSlaPolicy(tx, id, given(change))
    return found(await queries.findSlaPolicy(tx, id))
  },
  remove: (tx, { id }) => queries.deleteSlaPolicy(tx, id),
})

/** Takes a label or team that is gone out of the conditions; a policy that would hold for everything is switched off. */
export const forgetInConditions = async (tx: CompanyCtx, removed: RemovedSetting): Promise<void> => {
  for (const policy of await queries.listSlaPolicies(tx)) {
    const left = conditionsWithout(policy.conditions, removed)
    if (!left) continue
    await queries.updateSlaPolicy(tx, policy.id, {
      conditions: left.conditions,
      ...(left.emptied && { active: false }),
    })
  }
}
