import { abilitiesFor, type MemberGrant, type MemberRole, type UserRole } from '@recado/contracts/abilities'
import type { Session } from '#web/lib/session/session.ts'

/** What holds for whoever chose nothing. */
export const usualPreferences: Session['user']['preferences'] = {
  dateFormat: 'auto',
  timeFormat: 'auto',
  firstDay: 'monday',
  density: 'comfortable',
  startPage: null,
  signature: '',
}

/** Ids of the two companies that test sessions know. */
export const companyIds = {
  first: '0192f000-0000-7000-8000-000000000001',
  second: '0192f000-0000-7000-8000-000000000002',
} as const

type Options = {
  role?: UserRole
  memberRole?: MemberRole
  grants?: MemberGrant[]
  waOperator?: boolean
  blocks?: string[]
  admin_user?: boolean
  company?: keyof typeof companyIds | null
}

const names = { first: 'Padaria Boa Massa', second: 'Loja Aurora' }

/** A session as the server would send it. */
export const sessionOf = (options: Options = {}): Session => {
  const {
    role = 'customer',
    memberRole = 'admin',
    grants = [],
    waOperator = false,
    blocks = ['integrations', 'whatsapp_chat'],
    company = 'first',
  } = options
  const id = company ? companyIds[company] : null
  const member = { role: memberRole, grants, visibility: 'all' as const }
  const common = { access_blocks: blocks }
  const mine = (['first', 'second'] as const).map((key) => ({
    id: companyIds[key],
    name: names[key],
    current: companyIds[key] === id,
    unread: key === 'first' ? 3 : 120,
    logoUrl: null,
    color: null,
    ...common,
  }))
  return {
    user: {
      id: '0192f000-0000-7000-8000-000000000090',
      name: 'Ana Souza',
      email: 'ana@example.com',
      image: null,
      role,
      locale: 'en',
      timezone: 'America/Sao_Paulo',
      preferences: usualPreferences,
      avatar_url: null,
      two_factor: false,
      wa_operator: waOperator,
      subscriberId: 's1',
      subscriberHash: 'h1',
      currentCompany:
        company && id
          ? {
              id,
              name: names[company],
              timezone: 'America/Sao_Paulo',
              currency: 'BRL',
              current: true,
              member,
              ...common,
            }
          : null,
      companies: company ? mine : [],
    },
    abilities: abilitiesFor({
      role,
      waOperator,
      impersonated: options.admin_user ?? false,
      company: company ? { accessBlocks: blocks, role: memberRole, grants } : null,
    }),
    barred: null,
    restricted: null,
    legal: null,
    admin_user: options.admin_user ?? false,
    impersonation: null,
    expires: '2099-01-01T00:00:00Z',
  }
}
