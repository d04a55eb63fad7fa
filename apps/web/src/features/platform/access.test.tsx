import { refuseAbility, type UserRole } from '@recado/contracts/abilities'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { menuEntries, menuFor } from '../../lib/menu.ts'
import { renderApp } from '../../test/render-app.tsx'
import { sessionOf } from '../../test/sessions.ts'

const paths = [
  '/all-companies',
  '/admin/company-permissions',
  '/admin/users/customers',
  '/admin/users/customer-support',
  '/admin/users/admins',
  '/admin/settings',
  '/admin/audit',
] as const

const people: [string, UserRole, 'admin' | 'member', boolean][] = [
  ['a member', 'customer', 'member', false],
  ['a company admin', 'customer', 'admin', false],
  ['support', 'support', 'member', false],
  ['a platform admin', 'admin', 'member', true],
]

describe.each(people)('for %s', (_, role, memberRole, may) => {
  const session = sessionOf({ role, memberRole })
  const menu = menuFor(
    (ability) => session.abilities.includes(ability),
    () => true,
  ).flatMap((item) => (item.kind === 'page' ? [item.entry] : item.entries))

  test.each(paths)(`%s: menu, page and API say ${may ? 'yes' : 'no'}`, async (path) => {
    expect(menu.some((entry) => entry.path === path)).toBe(may)
    const ability = menuEntries.find((entry) => entry.path === path)?.ability
    expect(ability && refuseAbility(ability, { role, waOperator: false, company: null }) === null).toBe(may)
    if (may) return
    await renderApp(path, { session })
    expect(await screen.findByRole('heading', { level: 1, name: 'You have no access to this page' })).toBeTruthy()
  })
})

test.each(paths)('whoever is not signed in is asked to before %s', async (path) => {
  const { router } = await renderApp(path)
  expect(router.state.location.pathname).toBe('/signin')
})
