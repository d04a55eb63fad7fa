import { keysOf } from './shared/keys.ts'

/** Platform roles of a user (spec: roles in the session). */
export const userRoles = ['customer', 'support', 'admin'] as const
export type UserRole = (typeof userRoles)[number]

/** Roles of a member inside a company (spec: organisation member roles). */
export const memberRoles = ['admin', 'member'] as const
export type MemberRole = (typeof memberRoles)[number]

export const memberStatuses = ['new', 'active', 'invited'] as const
export type MemberStatus = (typeof memberStatuses)[number]

/** Features that a company has been granted; presence in `companies.access_blocks` means granted. */
export const accessBlocks = [
  'integrations',
  'whatsapp_chat',
  'bulk_sending',
  'chatbot',
  'automations',
  'smart_agent',
] as const
export type AccessBlock = (typeof accessBlocks)[number]

/** Capabilities that a company admin can add to a member. */
export const memberGrants = [
  'billing.read',
  'templates.write',
  'contacts.import',
  'contacts.export',
  'contacts.erase',
  'contacts.pii',
  'campaigns.write',
  'campaigns.launch',
  'agents.write',
  'automations.write',
  'developers.write',
  'team.lead',
] as const
export type MemberGrant = (typeof memberGrants)[number]

type Rule = {
  /** Platform roles that always pass, whatever the company says. */
  roles?: readonly UserRole[]
  /** Passes with the operator flag of the user. */
  waOperator?: boolean
  /** Needs a current company of which the user is a member. */
  company?: boolean
  /** Needs this block on the current company. */
  block?: AccessBlock
  /** Needs the company role `admin`, or this grant. */
  companyAdmin?: boolean
  grant?: MemberGrant
  /** A grant that `grant` is nothing without. */
  besides?: MemberGrant
  /** For the person alone: never for whoever acts as them. */
  ownHands?: true
}

/**
 * The one table of who may do what. Menu, page guards, buttons and the API guard all read it through `abilitiesFor`.
 * An empty rule means whoever is signed in.
 */
export const accessMap = {
  'dashboard.view': {},
  'profile.view': {},
  'companies.view': {},
  'companies.create': {},
  'company.view': { company: true },
  'company.manage': { company: true, companyAdmin: true },
  'members.view': { company: true },
  /** Invitations, roles, grants, and who belongs to the company at all. */
  'members.manage': { company: true, companyAdmin: true, ownHands: true },
  'audit.view': { company: true, companyAdmin: true },
  'channels.view': { company: true, block: 'integrations' },
  'channels.manage': {
    company: true,
    block: 'integrations',
    companyAdmin: true,
  },
  /** Numbers come, move and go, and so do their keys. */
  'channels.connect': { company: true, block: 'integrations', companyAdmin: true, ownHands: true },
  'conversations.view': { company: true, block: 'whatsapp_chat' },
  'conversations.reply': { company: true, block: 'whatsapp_chat' },
  'conversations.assign': {
    company: true,
    block: 'whatsapp_chat',
    companyAdmin: true,
    grant: 'team.lead',
  },
  /** Change many conversations at once, see the team's workload, share ready texts and views. */
  'conversations.bulk': { company: true, block: 'whatsapp_chat', companyAdmin: true, grant: 'team.lead' },
  'conversations.export': { company: true, block: 'whatsapp_chat', companyAdmin: true, grant: 'contacts.export' },
  'settings.share': { company: true, companyAdmin: true, grant: 'team.lead' },
  'messages.view': { company: true, block: 'whatsapp_chat' },
  'messages.export': { company: true, block: 'whatsapp_chat', companyAdmin: true, grant: 'contacts.export' },
  'templates.view': { company: true, block: 'integrations' },
  'templates.write': { company: true, block: 'integrations', companyAdmin: true, grant: 'templates.write' },
  'campaigns.view': { company: true, block: 'bulk_sending' },
  'campaigns.write': { company: true, block: 'bulk_sending', companyAdmin: true, grant: 'campaigns.write' },
  'campaigns.export': { company: true, block: 'bulk_sending', companyAdmin: true, grant: 'contacts.export' },
  /** Launch, approve, pause and end campaigns. */
  'campaigns.launch': { company: true, block: 'bulk_sending', companyAdmin: true, grant: 'campaigns.launch' },
  /** The site of the chatbot, which is not ours. */
  'chatbot.open': { company: true, block: 'chatbot' },
  'automations.view': { company: true, block: 'automations' },
  'automations.write': { company: true, block: 'automations', companyAdmin: true, grant: 'automations.write' },
  /** Start those that members or programs start. */
  'automations.start': { company: true, block: 'automations' },
  /** Platform admins look after the agents of all companies. */
  /** API keys: whoever has one acts without signing in. */
  'apis.manage': {
    company: true,
    block: 'integrations',
    companyAdmin: true,
    grant: 'developers.write',
    ownHands: true,
  },
  /** Systems that tell the company things, and what is done about it. */
  'webhook_integrations.manage': {
    company: true,
    block: 'integrations',
    companyAdmin: true,
    grant: 'developers.write',
  },
  'agents.view': { company: true, block: 'smart_agent', roles: ['admin'] },
  'contacts.view': { company: true },
  'contacts.edit': { company: true },
  'contacts.export': { company: true, companyAdmin: true, grant: 'contacts.export' },
  /** An import says of each row whether it is there already, and so tells who reads it what is masked elsewhere. */
  'contacts.import': { company: true, companyAdmin: true, grant: 'contacts.import', besides: 'contacts.pii' },
  /** For the person alone: it cannot be undone. */
  'contacts.erase': { company: true, companyAdmin: true, grant: 'contacts.erase', ownHands: true },
  /** What people ask about their data, legal holds, and who is suppressed. */
  'privacy.manage': { company: true, companyAdmin: true },
  'contacts.pii': { company: true, companyAdmin: true, grant: 'contacts.pii' },
  /** Numbers of companies for which someone works as operator; platform admins see all. */
  'operator.channels': { roles: ['admin'], waOperator: true },
  /** Enter as a user. Support needs the user's consent besides. */
  'impersonation.start': { roles: ['admin', 'support'] },
  /** See which companies need help. */
  'support.view': { roles: ['admin', 'support'] },
  'admin.platform': { roles: ['admin'] },
  'admin.notifications': { roles: ['admin'] },
} as const satisfies Record<string, Rule>

export type Ability = keyof typeof accessMap
export const abilities = keysOf(accessMap)

/** The facts about a signed-in person that abilities depend on. */
export type AbilityFacts = {
  role: UserRole
  waOperator: boolean
  /** Whether someone else acts as this person. */
  impersonated: boolean
  company: {
    accessBlocks: readonly string[]
    role: MemberRole
    grants: readonly string[]
  } | null
  /** All that an API key may do; undefined for people. */
  only?: ReadonlySet<Ability>
}

type Refusal = 'forbidden' | 'impersonated' | { block: AccessBlock }

const refusalOfPerson = (rule: Rule, facts: AbilityFacts): Refusal | null => {
  if (rule.roles?.includes(facts.role) || (rule.waOperator && facts.waOperator)) return null
  if (!rule.company) return rule.roles || rule.waOperator ? 'forbidden' : null
  if (!facts.company) return 'forbidden'
  if (rule.block && !facts.company.accessBlocks.includes(rule.block)) return { block: rule.block }
  if (!rule.companyAdmin) return null
  if (facts.company.role === 'admin') return null
  const { grants } = facts.company
  const isGranted =
    rule.grant !== undefined && [rule.grant, rule.besides ?? rule.grant].every((one) => grants.includes(one))
  return isGranted ? null : 'forbidden'
}

/**
 * Why an actor may not do something: `forbidden`, the access block that is missing, `impersonated` for what only the
 * person may do, or null when allowed.
 */
export const refuseAbility = (ability: Ability, facts: AbilityFacts): Refusal | null => {
  const rule: Rule = accessMap[ability]
  if (facts.only && !facts.only.has(ability)) return 'forbidden'
  return refusalOfPerson(rule, facts) ?? (rule.ownHands && facts.impersonated ? 'impersonated' : null)
}

/** Every ability that these facts give. Pure; used by the server's guard and sent to the browser with the session. */
export const abilitiesFor = (facts: AbilityFacts): Ability[] =>
  abilities.filter((ability) => refuseAbility(ability, facts) === null)
