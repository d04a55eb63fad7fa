import type { EndpointInput } from '@recado/contracts'
import { deskLimit } from '@recado/contracts/automation/desk-settings'
import type { createSlaPolicy, SlaPolicy, updateSlaPolicy } from '@recado/contracts/automation/sla-policies'
import { v7 as uuidv7 } from 'uuid'
import type { CompanyCtx } from '#server/context.ts'
import * as queries from '../queries/sla.ts'
import { assertRoom, assertVersion, auditDesk, changeDesk, found, given } from './change.ts'
import { assertOurs } from './references.ts'
import { assertHours } from './teams.ts'

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

const assertNamed = async (tx: CompanyCtx, body: Partial<EndpointInput<typeof updateSlaPolicy>['body']>) => {
  await assertHours(tx, body.businessHoursId)
  await assertOurs(tx, 'teams', body.conditions?.teamIds ?? [], 'conditions.teamIds')
  await assertOurs(tx, 'channels', body.conditions?.channelIds ?? [], 'conditions.channelIds')
  await assertOurs(tx, 'labels', body.conditions?.labelIds ?? [], 'conditions.labelIds')
}

export const addSlaPolicy = (ctx: CompanyCtx, body: EndpointInput<typeof createSlaPolicy>['body']) =>
  changeDesk(ctx, async (tx) => {
    const others = await queries.listSlaPolicies(tx)
    assertRoom(others.length, deskLimit)
    await assertNamed(tx, body)
    const last = Math.max(-1, ...others.map((policy) => policy.position))
    const row = { ...body, id: uuidv7(), position: body.position ?? Math.min(1000, last + 1) }
    await queries.insertSlaPolicy(tx, row)
    await auditDesk(tx, 'sla_policy.created', row)
    return { ...row, version: 1 }
  })

/** Changes a policy that was read at `version`. Throws `conflict` when it is another by now. */
export const changeSlaPolicy = (
  ctx: CompanyCtx,
  id: string,
  { version, ...body }: EndpointInput<typeof updateSlaPolicy>['body'],
) =>
  changeDesk(ctx, async (tx) => {
    const before = found(await queries.findSlaPolicy(tx, id))
    assertVersion(policyOf(before), version)
    await assertNamed(tx, body)
    const change = given(body)
    await queries.updateSlaPolicy(tx, id, change)
    await auditDesk(tx, 'sla_policy.updated', { ...before, ...change }, change)
    return policyOf({ ...before, ...change, version: version + 1 })
  })

export const removeSlaPolicy = (ctx: CompanyCtx, id: string): Promise<void> =>
  changeDesk(ctx, async (tx) => {
    const row = found(await queries.findSlaPolicy(tx, id))
    await queries.deleteSlaPolicy(tx, id)
    await auditDesk(tx, 'sla_policy.removed', row)
  })
