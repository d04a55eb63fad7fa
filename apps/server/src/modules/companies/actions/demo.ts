import type { MemberRole, UserRole } from '@recado/contracts'
import { v7 as uuidv7 } from 'uuid'
import { type Ctx, type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { hashPassword } from '#server/lib/password.ts'
import { createAccount, findAccountByEmail } from '../../users/index.ts'
import { findCompanyByName, insertCompany } from '../queries/companies.ts'
import { insertMember } from '../queries/members.ts'

type DemoPerson = {
  email: string
  password: string
  role: UserRole
  name: string
  locale: 'en' | 'pt'
  member?: MemberRole
}

/** People of the demo. Their passwords are public: demo mode listens on the loopback address only. */
export const demoPeople: readonly DemoPerson[] = [
  {
    email: 'ana@demo.recado.test',
    password: 'recado-demo-ana',
    role: 'customer',
    name: 'Ana Lima',
    locale: 'pt',
    member: 'admin',
  },
  {
    email: 'bruno@demo.recado.test',
    password: 'recado-demo-bruno',
    role: 'customer',
    name: 'Bruno Melo',
    locale: 'en',
    member: 'member',
  },
  { email: 'sofia@demo.recado.test', password: 'recado-demo-sofia', role: 'support', name: 'Sofia Reis', locale: 'en' },
  { email: 'admin@demo.recado.test', password: 'recado-demo-admin', role: 'admin', name: 'Clara Prado', locale: 'en' },
]

const demoCompanies = [
  {
    name: 'Empório Boa Vista',
    segment: 'Mercearia',
    phone: '+55 81 3030-4040',
    address: { city: 'Recife', state: 'PE', street: 'Rua da Aurora' },
  },
  {
    name: 'Recife Bikes',
    segment: 'Bicicletas',
    phone: '+55 81 3131-5050',
    address: { city: 'Recife', state: 'PE', street: 'Rua do Futuro' },
  },
]

export type DemoAccounts = {
  accounts: { email: string; password: string; role: UserRole; name: string }[]
  companies: { id: string; name: string }[]
}

const ensurePerson = async (tx: Ctx, person: DemoPerson) => {
  const existing = await findAccountByEmail(tx, person.email)
  if (existing) return existing.id
  const { email, name, role, locale } = person
  const passwordHash = await hashPassword(person.password, tx.deps.config.ARGON2_MEMORY_KIB)
  const created = await createAccount(tx, {
    email,
    name,
    role,
    locale,
    passwordHash,
    verified: true,
    timezone: 'America/Recife',
  })
  if (!created) throw new Error(`The demo account ${email} could not be made`)
  return created.id
}

const ensureCompany = async (tx: Ctx, fields: (typeof demoCompanies)[number], ownerId: string) => {
  const existing = await findCompanyByName(tx, fields.name, ownerId)
  if (existing) return existing
  return insertCompany(tx, {
    id: uuidv7(),
    ...fields,
    ownerId,
    timezone: 'America/Recife',
    locale: 'pt',
    status: 'active',
  })
}

/**
 * Makes the demo's people and companies; those that exist already stay as they are.
 * Everybody who works in a company works in both, so that switching can be tried.
 */
export const createDemoAccounts = (deps: Deps): Promise<DemoAccounts> =>
  inTransaction(systemCtx(deps, 'demo'), async (tx) => {
    const ids = new Map<DemoPerson, string>()
    for (const person of demoPeople) ids.set(person, await ensurePerson(tx, person))
    const members = [...ids].flatMap(([person, userId]) => (person.member ? [{ userId, role: person.member }] : []))
    const ownerId = members.find((member) => member.role === 'admin')?.userId
    if (!ownerId) throw new Error('The demo has no company admin')
    const companies: DemoAccounts['companies'] = []
    for (const fields of demoCompanies) {
      const company = await ensureCompany(tx, fields, ownerId)
      companies.push({ id: company.id, name: company.name })
      for (const { userId, role } of members) {
        await insertMember(tx, {
          id: uuidv7(),
          companyId: company.id,
          userId,
          role,
          status: 'active',
          joinedAt: tx.now(),
        })
      }
    }
    return {
      accounts: demoPeople.map(({ email, password, role, name }) => ({ email, password, role, name })),
      companies,
    }
  })
