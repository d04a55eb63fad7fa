import {
  type CompanyRules,
  companyPrivacy,
  companySecurity,
  getCompanyRules,
  removeCompanyLogo,
} from '@recado/contracts/companies/company-rules'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { companyIds, sessionOf } from '#web/test/sessions.ts'

const rulesOf = (version: number, logoUrl: string | null): CompanyRules => ({
  version,
  security: companySecurity.parse({}),
  privacy: companyPrivacy.parse({}),
  color: null,
  logoUrl,
  owner: null,
})

test('changing the logo keeps the color that was chosen, and leaving asks about it', async () => {
  const routes = [on(getCompanyRules, () => rulesOf(1, '/logo.png')), on(removeCompanyLogo, () => rulesOf(2, null))]
  const { user, router } = await renderApp(`/companies/${companyIds.first}?tab=branding`, {
    session: sessionOf(),
    routes,
  })
  await user.click(await screen.findByRole('button', { name: 'Purple' }))
  await user.click(screen.getByRole('button', { name: 'Remove logo' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove logo' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Purple' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByText(/changed/)).toBeNull()

  await user.click(screen.getByRole('link', { name: 'Dashboard' }))
  const question = await screen.findByRole('dialog', { name: 'Discard your changes?' })
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  expect(router.state.location.pathname).toBe(`/companies/${companyIds.first}`)
})
