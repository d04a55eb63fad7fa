import { memberGrants } from '@recado/contracts/abilities'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { menuEntries, menuFor } from '#web/lib/session/menu.ts'
import { pageRefusal } from '#web/lib/session/page-access.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'

// Which pages open for whom. Written down apart from the table of abilities, so that a slip there shows here.

const withCampaigns = ['integrations', 'whatsapp_chat', 'bulk_sending']

const people = {
  'customer without a company': sessionOf({ company: null }),
  member: sessionOf({ memberRole: 'member' }),
  'member with every grant': sessionOf({ memberRole: 'member', grants: [...memberGrants] }),
  'company admin': sessionOf(),
  'admin without blocks': sessionOf({ blocks: [] }),
  'admin with chat alone': sessionOf({ blocks: ['whatsapp_chat'] }),
  'member with campaigns': sessionOf({ memberRole: 'member', blocks: withCampaigns }),
  'company admin with campaigns': sessionOf({ blocks: withCampaigns }),
  'member with automations': sessionOf({
    memberRole: 'member',
    blocks: ['integrations', 'whatsapp_chat', 'automations'],
  }),
  operator: sessionOf({ company: null, waOperator: true }),
  support: sessionOf({ company: null, role: 'support' }),
  'platform admin': sessionOf({ company: null, role: 'admin' }),
  'platform admin in a company': sessionOf({ role: 'admin' }),
}
type Person = keyof typeof people
const names = Object.keys(people) as Person[]

const everybody: Person[] = names
const campaigners: Person[] = ['company admin with campaigns']
const campaignViewers: Person[] = ['member with campaigns', ...campaigners]
const automators: Person[] = ['member with automations']
const members: Person[] = [
  'member',
  'member with every grant',
  'company admin',
  'platform admin in a company',
  ...campaignViewers,
  ...automators,
]
const chatters: Person[] = [...members, 'admin with chat alone']
const inCompany: Person[] = [...chatters, 'admin without blocks']
const importers: Person[] = inCompany.filter(
  (person) => !['member', 'member with campaigns', ...automators].includes(person),
)
const developers: Person[] = [
  'member with every grant',
  'company admin',
  'platform admin in a company',
  'company admin with campaigns',
]
const platform: Person[] = ['platform admin', 'platform admin in a company']
const support: Person[] = ['support', ...platform]
const operators: Person[] = ['operator', ...platform]

const table: Record<string, readonly Person[]> = {
  '/dashboard': everybody,
  '/profile': everybody,
  '/companies': everybody,
  '/companies/$id': everybody,
  '/open': everybody,
  '/integrations/whatsapp': members,
  '/integrations/whatsapp/$id': members,
  '/integrations/whatsapp/templates': members,
  '/integrations/whatsapp/templates/$id': members,
  '/integrations/whatsapp/chat': chatters,
  '/company/messages': chatters,
  '/company/campaigns/$id': campaignViewers,
  '/company/actions': automators,
  '/company/actions/$id': automators,
  '/company/actions/runs/$id': automators,
  '/company/apis': developers,
  '/company/apis/usage': developers,
  '/company/apis/webhooks': developers,
  '/company/apis/webhooks/$id': developers,
  '/company/webhook-integrations': developers,
  '/company/webhook-integrations/$id': developers,
  '/company/campaigns': campaignViewers,
  '/company/campaigns/new': campaigners,
  '/company/campaigns/$id/edit': campaigners,
  '/company/contacts': inCompany,
  '/company/contacts/bin': inCompany,
  '/company/contacts/$id': inCompany,
  '/company/contacts/duplicates': inCompany,
  '/company/contacts/imports': importers,
  '/company/contacts/imports/new': importers,
  '/company/contacts/imports/$id': importers,
  '/company/contacts/lists': inCompany,
  '/company/contacts/privacy': inCompany,
  '/company/contacts/segments': inCompany,
  '/company/contacts/segments/new': inCompany,
  '/company/contacts/segments/$id': inCompany,
  '/company/contacts/tags': inCompany,
  '/whatsapp': operators,
  '/whatsapp/templates': operators,
  '/whatsapp/embedded-signup': operators,
  '/whatsapp/chat': operators,
  '/support/companies': support,
  '/all-companies': platform,
  '/all-campaigns': platform,
  '/admin/company-permissions': platform,
  '/admin/users/customers': platform,
  '/admin/users/customer-support': platform,
  '/admin/users/admins': platform,
  '/admin/webhook-callback/templates': platform,
  '/admin/webhook-callback/templates/$key': platform,
  '/admin/whatsapp-channels': platform,
  '/admin/messages': platform,
  '/admin/campaigns': platform,
  '/admin/settings': platform,
  '/admin/audit': platform,
  '/admin/system': platform,
  '/admin/notifications/workflows': platform,
  '/admin/notifications/workflows/new': platform,
  '/admin/notifications/workflows/$id': platform,
  '/admin/notifications/workflows/$id/edit': platform,
  '/admin/notifications/activity': platform,
  '/admin/notifications/activity/$runId': platform,
  '/admin/notifications/subscribers': platform,
  '/admin/notifications/subscribers/$subscriberId': platform,
  '/admin/notifications/integrations': platform,
  '/admin/notifications/logs': platform,
}

/** The feature whose lack a page tells, to someone of a company without it. */
const blockOf = (path: string) =>
  ['/integrations/whatsapp/chat', '/company/messages'].includes(path) ? 'whatsapp_chat' : 'integrations'
const expected = (path: string, who: Person) => {
  if (table[path]?.includes(who)) return null
  if (path.startsWith('/company/campaigns'))
    return inCompany.includes(who) && !campaignViewers.includes(who) ? 'bulk_sending' : 'forbidden'
  if (path.startsWith('/company/actions')) return inCompany.includes(who) ? 'automations' : 'forbidden'
  const lacks = who === 'admin without blocks' || who === 'admin with chat alone'
  return lacks && (table[path]?.includes('member') || table[path] === developers) ? blockOf(path) : 'forbidden'
}

describe('each page opens for the right people', async () => {
  const { router, unmount } = await renderApp('/signin')
  unmount()
  // The not-found page is shown to everyone.
  const pages = Object.values(router.routesById).flatMap(({ id, fullPath, options: { staticData } }) =>
    id.startsWith('/_app/') && !id.endsWith('_app') && id !== '/_app/$'
      ? [{ path: fullPath.replace(/(.)\/$/, '$1'), staticData }]
      : [],
  )

  test('and none is left out', () => {
    expect(pages.map(({ path }) => path).toSorted()).toEqual(Object.keys(table).toSorted())
  })

  test.each(pages)('$path', ({ path, staticData }) => {
    const ability = staticData?.ability
    if (!ability) throw new Error('The page says of no ability that it needs')
    const answers = names.map((who) => [who, pageRefusal(ability, people[who])])
    expect(answers).toEqual(names.map((who) => [who, expected(path, who)]))
  })

  test.each(names)('and the menu of %s leads to those alone', (who) => {
    const items = menuFor(
      (ability) => people[who].abilities.includes(ability),
      () => true,
    )
    const shown = items.flatMap((item) => (item.kind === 'page' ? [item.entry] : item.entries)).map(({ path }) => path)
    expect(shown).toEqual(menuEntries.map(({ path }) => path).filter((path) => table[path]?.includes(who)))
  })
})

const noAccess = "You don't have access to this page"
test.each([
  ['/admin/audit', 'company admin', noAccess],
  ['/integrations/whatsapp', 'customer without a company', noAccess],
  ['/integrations/whatsapp', 'admin with chat alone', "This feature isn't in your plan"],
] as const)('%s tells %s why it does not open', async (path, who, title) => {
  await renderApp(path, { session: people[who] })
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
})

test('whoever is not signed in is asked to first', async () => {
  const { router } = await renderApp('/all-companies')
  expect(router.state.location.pathname).toBe('/signin')
  expect(router.state.location.search).toMatchObject({ callbackUrl: '/all-companies' })
})

test('the refused page sends staff of the platform to a company, not to its admin', async () => {
  await renderApp('/company/contacts', { session: people.support })
  expect(await screen.findByText(/open that company first/)).toBeTruthy()
})
