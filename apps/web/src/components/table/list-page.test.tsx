import { type AdminCompany, getAdminCompany, listAllCompanies } from '@recado/contracts/admin/companies'
import { listAccessHistory, listCompanyAccess } from '@recado/contracts/companies/company-access'
import { listAdminLog } from '@recado/contracts/inbox/message-log'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { addFilter } from '#web/test/add-filter.ts'
import { failing, on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { companyIds, sessionOf } from '#web/test/sessions.ts'

const session = sessionOf({ role: 'admin', company: null })
const page = { next: null, has_more: false }

const company: AdminCompany = {
  id: companyIds.first,
  name: 'Padaria Boa Massa',
  taxId: null,
  owner: null,
  status: 'active',
  statusReason: null,
  deletionAt: null,
  trialEndsAt: null,
  members: 1,
  channels: 1,
  messages30d: 0,
  tags: [],
  manager: null,
  qualityWorst: null,
  access_blocks: [],
  createdAt: '2026-03-01T12:00:00.000Z',
  lastActivityAt: null,
}

it('is filtered by a company that is found by name, and called so', async () => {
  const seen: (string | null)[] = []
  const { user, router } = await renderApp('/admin/messages', {
    session,
    routes: [
      on(listAdminLog, ({ query }) => {
        seen.push(query.get('companyId'))
        return { data: [], page }
      }),
      on(listAllCompanies, ({ query }) => ({ data: query.get('search') === 'boa massa' ? [company] : [], page })),
    ],
  })
  await addFilter(user, 'Company', 'boa massa')
  await user.click(await screen.findByRole('option', { name: 'Padaria Boa Massa' }))
  expect(await screen.findByRole('button', { name: 'Company: Padaria Boa Massa' })).toBeTruthy()
  expect(router.state.location.search).toEqual({ companyId: companyIds.first })
  await waitFor(() => expect(seen.at(-1)).toBe(companyIds.first))
  expect(await screen.findByText('Nothing matches Company: Padaria Boa Massa.')).toBeTruthy()
})

it('says which company it is filtered by where its name cannot be read', async () => {
  await renderApp(`/admin/company-permissions?show=history&companyId=${companyIds.first}`, {
    session,
    routes: [on(listAccessHistory, () => ({ data: [], page })), failing(getAdminCompany, 'not_found')],
  })
  expect(await screen.findByRole('button', { name: `Company: ${companyIds.first}` })).toBeTruthy()
})

it('is filtered by what is or is not, without an editor', async () => {
  const { user, router } = await renderApp('/admin/company-permissions', {
    session,
    routes: [on(listCompanyAccess, () => ({ data: [], page }))],
  })
  await addFilter(user, 'Only with exceptions')
  await waitFor(() => expect(router.state.location.search).toEqual({ overridden: 'yes' }))
  expect(await screen.findByText('Nothing matches Only with exceptions.')).toBeTruthy()
  screen.getByRole('button', { name: 'Remove filter Only with exceptions' }).focus()
  await user.keyboard('{Backspace}')
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})
