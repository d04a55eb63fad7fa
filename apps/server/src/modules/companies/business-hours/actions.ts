import type { EndpointInput } from '@recado/contracts'
import { deskLimit } from '@recado/contracts/automation/desk-settings'
import type { createBusinessHours, updateBusinessHours } from '@recado/contracts/companies/business-hours'
import { v7 as uuidv7 } from 'uuid'
import type { CompanyCtx } from '#server/context.ts'
import * as queries from '../queries/hours.ts'
import { assertRoom, assertVersion, auditDesk, changeDesk, found, given } from './change.ts'

export const listBusinessHours = (ctx: CompanyCtx) => queries.listBusinessHours(ctx)

export const addBusinessHours = (ctx: CompanyCtx, body: EndpointInput<typeof createBusinessHours>['body']) =>
  changeDesk(ctx, async (tx) => {
    assertRoom(await queries.countBusinessHours(tx), deskLimit)
    const row = { ...body, id: uuidv7() }
    await queries.insertBusinessHours(tx, row)
    await auditDesk(tx, 'business_hours.created', row)
    return { ...row, usedBy: 0, version: 1 }
  })

/** Changes hours that were read at `version`. Throws `conflict` when they are others by now. */
export const changeBusinessHours = (
  ctx: CompanyCtx,
  id: string,
  { version, ...body }: EndpointInput<typeof updateBusinessHours>['body'],
) =>
  changeDesk(ctx, async (tx) => {
    const before = found(await queries.findBusinessHours(tx, id))
    assertVersion(before, version)
    const change = given(body)
    await queries.updateBusinessHours(tx, id, change)
    await auditDesk(tx, 'business_hours.updated', { ...before, ...change }, change)
    return { ...before, ...change, version: version + 1 }
  })

export const removeBusinessHours = (ctx: CompanyCtx, id: string): Promise<void> =>
  changeDesk(ctx, async (tx) => {
    const row = found(await queries.findBusinessHours(tx, id))
    await queries.deleteBusinessHours(tx, id)
    await auditDesk(tx, 'business_hours.removed', row)
  })
