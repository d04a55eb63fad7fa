import { getCompany, updateCompany } from '@recado/contracts/companies/companies'
import { listLabels } from '@recado/contracts/inbox/labels'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { on, onPath } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { companyIds, sessionOf } from '#web/test/sessions.ts'

const profile = `/companies/${companyIds.first}`
const company = {
  id: companyIds.first,
  name: 'Padaria Boa Massa',
  legalName: null,
  taxId: null,
  country: 'BR',
  currency: 'BRL',
  timezone: 'America/Sao_Paulo',
  locale: 'pt' as const,
  segment: 'Bakery',
  size: null,
  phone: null,
  website: null,
  address: {},
  status: 'active' as const,
  access_blocks: [],
  createdAt: '2026-03-01T12:00:00.000Z',
}
const path = getCompany.path.replace(':id', company.id)
const read = on(getCompany, () => company)
const label = { id: companyIds.second, name: 'Urgent', color: 'red' as const, version: 1 }
const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Company name' })

test('the save button appears with the first change, and discarding restores the saved values', async () => {
  const { user } = await renderApp(profile, { session: sessionOf(), routes: [read] })
  const field = await name()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await user.type(field, ' e Filhos')
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(field.value).toBe('Padaria Boa Massa')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('a form is saved with the keyboard, and only once however often the keys are pressed', async () => {
  const saved = Promise.withResolvers<typeof company>()
  const { user, server } = await renderApp(profile, {
    session: sessionOf(),
    routes: [read, on(updateCompany, () => saved.promise)],
  })
  await user.type(await name(), ' 2')
  await user.keyboard('{Control>}ss{/Control}')
  await user.click(screen.getByText('Save'))
  saved.resolve({ ...company, name: 'Padaria Boa Massa 2' })
  await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
  expect(server.seen.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
})

test('errors are shown at their fields and counted beside the button; the first invalid field gets focus', async () => {
  const { user } = await renderApp(profile, { session: sessionOf(), routes: [read] })
  const field = await name()
  await user.type(await screen.findByRole('textbox', { name: 'Website' }), 'no address')
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('2 fields need attention')).toBeTruthy()
  expect(screen.getAllByText('This field is required')).toHaveLength(1)
  expect(document.activeElement).toBe(field)
})

test('members without permission to edit see text, and who may change it', async () => {
  await renderApp(profile, { session: sessionOf({ memberRole: 'member' }), routes: [read] })
  expect(await screen.findByText('Only company admins can change this.')).toBeTruthy()
  const form = within(screen.getByRole('region', { name: 'Business' }))
  expect(form.getByText('Padaria Boa Massa')).toBeTruthy()
  expect(form.getByText('Brazil')).toBeTruthy()
  expect(form.getAllByText('Not set').length).toBeGreaterThan(0)
  expect(form.queryByRole('textbox')).toBeNull()
  expect(form.queryByRole('combobox')).toBeNull()
})

test('when the session ends, the sign-in dialog opens over the page, which keeps its input', async () => {
  const { user, server, services } = await renderApp(profile, { session: sessionOf(), routes: [read] })
  await user.type(await name(), ' 2')
  server.state.session = null
  void services.session.refetch()
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again' }))
  server.routes.unshift(
    onPath('POST', '/api/auth/callback/credentials', () => {
      server.state.session = sessionOf()
      return { status: 200, body: { url: `${window.location.origin}/` } }
    }),
  )
  await user.type(dialog.getByLabelText('Password'), 'four words make one')
  const asked = server.calls('GET', path).length
  await user.click(dialog.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(server.calls('GET', path).length).toBeGreaterThan(asked))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect((await name()).value).toBe('Padaria Boa Massa 2')
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
})

test('a drawer asks before it discards input, one dialog per Escape', async () => {
  const { user } = await renderApp(`${profile}?tab=labels`, {
    session: sessionOf(),
    routes: [on(listLabels, () => ({ data: [label] }))],
  })
  await user.click(await screen.findByRole('button', { name: 'Add label' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Add label' }))
  const field = drawer.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.type(field, 'VIP')
  await user.keyboard('{Escape}')
  const question = await screen.findByRole('dialog', { name: 'Discard your changes?' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).toBeNull())
  expect(question.isConnected).toBe(false)
  expect(field.value).toBe('VIP')

  await user.click(drawer.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('without its dialog, the browser asks before input is lost', async () => {
  const { user, router } = await renderApp(profile, { session: sessionOf(), routes: [read] })
  await user.type(await name(), ' 2')
  vi.spyOn(ConfirmDialog, 'load').mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
  void router.navigate({ to: '/profile' })
  await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1))
  expect((await name()).value).toBe('Padaria Boa Massa 2')
  expect(confirm).toHaveBeenCalledWith("Discard your changes?\n\nYour changes haven't been saved.")
  confirm.mockReturnValue(true)
  void router.navigate({ to: '/profile' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/profile'))
})
