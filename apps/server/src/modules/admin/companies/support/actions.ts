import type { SupportCompany } from '@recado/contracts/admin/support'
import type { Ctx } from '#server/context.ts'
import { consentOf } from '#server/modules/identity/users/index.ts'
import { loadSettings } from '#server/modules/shared/settings/index.ts'
import { listAllCompanies, readCompany } from '../actions.ts'
import * as queries from './queries.ts'

type Filters = { search?: string | undefined; status?: string | undefined; consent?: 'yes' | undefined }

type Seen = Awaited<ReturnType<typeof listAllCompanies>>['data'][number]

const viewOf = (company: Seen, consenting: number): SupportCompany => ({
  id: company.id,
  name: company.name,
  status: company.status,
  owner: company.owner?.name ?? null,
  members: company.members,
  channels: company.channels,
  qualityWorst: company.qualityWorst,
  consenting,
  lastActivityAt: company.lastActivityAt,
})

/** Companies as support staff see them: without what the platform notes about them among its admins. */
export const listSupportCompanies = async (
  ctx: Ctx,
  input: Filters & { cursor?: string | undefined; limit: number },
) => {
  const { data, page } = await listAllCompanies(ctx, input)
  const consenting = await queries.countConsenting(
    ctx,
    data.map(({ id }) => id),
  )
  return { data: data.map((company) => viewOf(company, consenting.get(company.id) ?? 0)), page }
}

/** A company to help. Throws `not_found`. */
export const readSupportCompany = async (ctx: Ctx, id: string) => {
  const company = await readCompany(ctx, id)
  const rows = await queries.listConsents(
    ctx,
    company.people.map((person) => person.id),
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  const people = company.people.map((person) => {
    const row = known.get(person.id)
    const active = row?.status === 'active' && row.role === 'customer'
    const until = row && active ? consentOf(row.preferences, ctx.now()) : null
    return { ...person, active, consentUntil: until?.toISOString() ?? null }
  })
  const { security } = await loadSettings(ctx.deps)
  return {
    ...viewOf(company, people.filter(({ consentUntil }) => consentUntil !== null).length),
    country: company.country,
    timezone: company.timezone,
    access_blocks: company.access_blocks,
    createdAt: company.createdAt,
    statusReason: company.statusReason,
    people,
    numbers: company.numbers,
    errors: company.errors,
    entryAllowed: security.supportMayEnter,
  }
}
