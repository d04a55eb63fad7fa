import type { updateBranding as updateBrandingEndpoint } from '@recado/contracts/notifications/organizations'
import type { V1Input } from '@recado/contracts/notifications/v1'
import { inTransaction } from '#server/context.ts'
import { announceChange, type EnvironmentCtx, inEnvironment } from '#server/notifications/shared/context.ts'
import { conflict, notFound } from '#server/notifications/shared/errors.ts'
import { listEnvironments } from '../environments/queries.ts'
import * as queries from './queries.ts'

export const loadOrganization = async (ctx: EnvironmentCtx): Promise<queries.OrganizationRow> => {
  const row = await queries.findOrganization(ctx)
  if (!row) throw notFound('Organization not found')
  return row
}

/** Every environment of the organisation shows its name and its branding. */
const announceEverywhere = async (ctx: EnvironmentCtx) => {
  for (const { id } of await listEnvironments(ctx, ctx.environment.organizationId))
    announceChange(inEnvironment(ctx, { ...ctx.environment, id }))
}

const change = (
  ctx: EnvironmentCtx,
  write: (tx: EnvironmentCtx) => Promise<queries.OrganizationRow | null>,
): Promise<queries.OrganizationRow> =>
  inTransaction(ctx, async (tx) => {
    const row = await write(tx)
    if (!row) throw notFound('Organization not found')
    await announceEverywhere(tx)
    return row
  })

export const renameOrganization = (ctx: EnvironmentCtx, name: string) =>
  change(ctx, (tx) => queries.renameOrganization(tx, name))

type BrandingChange = V1Input<typeof updateBrandingEndpoint>['body']

/** Changes the fields that are given; null clears one. */
export const updateBranding = (ctx: EnvironmentCtx, branding: BrandingChange) =>
  change(ctx, (tx) => queries.mergeBranding(tx, branding))

const loadMember = async (ctx: EnvironmentCtx, id: string) => {
  const members = await queries.lockMembers(ctx)
  const member = members.find((row) => row.id === id)
  if (!member) throw notFound(`Could not find a member with id ${id}`)
  const isOnlyAdmin = member.role === 'admin' && members.filter(({ role }) => role === 'admin').length === 1
  return { member, isOnlyAdmin }
}

export const setMemberRole = (
  ctx: EnvironmentCtx,
  id: string,
  role: queries.MemberRow['role'],
): Promise<queries.MemberRow> =>
  inTransaction(ctx, async (tx) => {
    const { member, isOnlyAdmin } = await loadMember(tx, id)
    if (isOnlyAdmin && role !== 'admin') throw conflict('The organization needs an admin')
    await queries.setMemberRole(tx, id, role)
    return { ...member, role }
  })

export const removeMember = (ctx: EnvironmentCtx, id: string): Promise<queries.MemberRow> =>
  inTransaction(ctx, async (tx) => {
    const { member, isOnlyAdmin } = await loadMember(tx, id)
    if (isOnlyAdmin) throw conflict('The organization needs an admin')
    await queries.deleteMember(tx, id)
    return member
  })
