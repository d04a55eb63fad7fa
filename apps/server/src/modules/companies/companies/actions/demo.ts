import { accessBlocks, type MemberRole, type UserRole } from '@recado/contracts'
import { type Ctx, type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { newId } from '#server/lib/ids.ts'
import { hashPassword } from '#server/lib/password.ts'
import { createAccount, findAccountByEmail } from '#server/modules/identity/users/index.ts'
import { insertCompany, listCompaniesOfUser } from '../queries/companies.ts'
import { insertMember } from '../queries/members.ts'

type DemoPerson = {
  email: string
  password: string
  role: UserRole
  name: string
  /** The demo's own language where absent. */
  locale?: 'en' | 'pt'
  member?: MemberRole
}

/** People of the demo. Their passwords are public: demo mode listens on the loopback address only. */
export const demoPeople: readonly DemoPerson[] = [
  {
    email: 'ana@demo.recado.test',
    password: 'recado-demo-ana',
    role: 'customer',
    name: 'Ana Lima',
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
    // It shows everything there is; the other one what its plan has.
    planBlocks: [...accessBlocks],
    accessBlocks: [...accessBlocks],
    name: 'Empório Boa Vista',
    segment: { en: 'Grocery store', pt: 'Mercearia' },
    phone: '+55 81 3030-4040',
    address: { city: 'Recife', state: 'PE', street: 'Rua da Aurora' },
  },
  {
    name: 'Recife Bikes',
    segment: { en: 'Bicycles', pt: 'Bicicletas' },
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
  const { email, name, role, locale = tx.deps.config.DEMO_LANGUAGE } = person
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

const makeCompany = async (
  tx: Ctx,
  fields: (typeof demoCompanies)[number],
  members: { userId: string; role: MemberRole }[],
) => {
  const ownerId = members.find((member) => member.role === 'admin')?.userId ?? null
  const language = tx.deps.config.DEMO_LANGUAGE
  const company = await insertCompany(tx, {
    id: newId(),
    ...fields,
    segment: fields.segment[language],
    ownerId,
    timezone: 'America/Recife',
    locale: language,
  })
  for (const { userId, role } of members) {
    await insertMember(tx, { id: newId(), companyId: company.id, userId, role, status: 'active', joinedAt: tx.now() })
  }
  await emit(tx, 'company.created', { companyId: company.id })
  return company
}

const findCompanies = async (tx: Ctx, email: string) => {
  const owner = await findAccountByEmail(tx, email)
  return owner && (await listCompaniesOfUser(tx, owner.id)).filter((company) => company.ownerId === owner.id)
}

const makeCompanies = async (tx: Ctx) => {
  const members: { userId: string; role: MemberRole }[] = []
  for (const person of demoPeople) {
    const userId = await ensurePerson(tx, person)
    if (person.member) members.push({ userId, role: person.member })
  }
  const made = []
  for (const fields of demoCompanies) made.push(await makeCompany(tx, fields, members))
  return made
}

/**
 * Makes the demo's people and companies at the first start. Later starts find what has become of them and change
 * nothing. Everybody who works in a company works in both, so that switching can be tried.
 */
export const createDemoAccounts = (deps: Deps): Promise<DemoAccounts> =>
  inTransaction(systemCtx(deps, 'demo'), async (tx) => {
    const [first] = demoPeople
    const found = first ? await findCompanies(tx, first.email) : null
    const companies = found ?? (await makeCompanies(tx))
    return {
      accounts: demoPeople.map(({ email, password, role, name }) => ({ email, password, role, name })),
      companies: companies.slice(0, demoCompanies.length).map(({ id, name }) => ({ id, name })),
    }
  })
