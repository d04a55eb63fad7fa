import { type AdminCompany, listAllCompanies } from '@recado/contracts/admin/companies'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { adminKey } from '#web/queries/admin.ts'
import { on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'

const company = (name: string): AdminCompany => ({
  id: `00000000-0000-4000-8000-0000000000${name.charCodeAt(0)}`,
  name,
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
})

/** A list of companies that are called by letters, which other letters may replace. */
const openList = async (letters: string) => {
  const answer = (names: string) => ({ data: [...names].map(company), page: { next: null, has_more: false } })
  let names = letters
  const { services, user } = await renderApp('/all-companies', {
    session: sessionOf({ role: 'admin', company: null }),
    routes: [on(listAllCompanies, () => answer(names))],
  })
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` })
  await screen.findByRole('checkbox', { name: `Select ${letters[0]}` })
  return {
    user,
    box,
    choose: (name: string, shiftKey = false) => fireEvent.click(box(name), { shiftKey }),
    chosen: () =>
      within(screen.getByRole('table', { name: 'All companies' }))
        .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select .$/ })
        .filter(({ checked }) => checked)
        .map((one) => one.getAttribute('aria-label')?.at(-1))
        .join(''),
    become: async (others: string) => {
      names = others
      await services.queryClient.invalidateQueries({ queryKey: [...adminKey, 'companies'] })
      await waitFor(() => expect(screen.getAllByRole('checkbox', { name: /^Select .$/ })).toHaveLength(others.length))
    },
  }
}

it('chooses with Shift from the row that was chosen last, wherever it is by now', async () => {
  const list = await openList('CDEF')
  list.choose('C')
  await list.become('ABCDEF')
  list.choose('E', true)
  expect(list.chosen()).toBe('CDE')
})

it('chooses one row with Shift when the row that was chosen last is gone', async () => {
  const list = await openList('ABCD')
  list.choose('B')
  await list.become('DEFGH')
  list.choose('G', true)
  expect(list.chosen()).toBe('G')
})

it('chooses with Shift from the row that the x key chose', async () => {
  const list = await openList('ABCD')
  list.choose('A')
  list.box('B').closest('tr')?.focus()
  await list.user.keyboard('x')
  list.choose('D', true)
  expect(list.chosen()).toBe('ABCD')
  list.choose('C', true)
  expect(list.chosen()).toBe('AB')
})

it('starts again once all rows were chosen or left at once', async () => {
  const list = await openList('ABCD')
  list.choose('A')
  const all = screen.getByRole('checkbox', { name: 'Select all on this page' })
  fireEvent.click(all)
  expect(list.chosen()).toBe('ABCD')
  fireEvent.click(all)
  list.choose('C', true)
  expect(list.chosen()).toBe('C')
  fireEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
  list.choose('A', true)
  expect(list.chosen()).toBe('A')
})
