import type { MemberRow, OrganizationRow } from './queries.ts'

export const organizationView = (row: OrganizationRow) => ({
  _id: row.id,
  name: row.name,
  branding: row.branding,
  apiServiceLevel: row.tier,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const memberView = (row: MemberRow) => ({
  _id: row.id,
  _userId: row.userId,
  _organizationId: row.organizationId,
  roles: [row.role],
  memberStatus: row.status,
  ...(row.status === 'invited'
    ? { invite: { email: row.email ?? '' } }
    : { user: { _id: row.userId, firstName: row.name, email: row.email } }),
})
