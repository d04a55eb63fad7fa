import type { Memberships } from '#server/modules/identity/auth/index.ts'
import { endMembership, foundCompany, listCompanies, switchCompany } from './actions/companies.ts'
import { invitedAddress, joinByInvitation } from './actions/invitations.ts'
import { findRestriction } from './queries/companies.ts'
import { soleAdminOf } from './queries/members.ts'

/** The companies of a person, as signing in asks for them. */
export const memberships: Memberships = {
  list: listCompanies,
  findRestriction,
  switchTo: switchCompany,
  soleAdminOf,
  end: endMembership,
  found: foundCompany,
  invitedAddress,
  joinByInvitation,
}
