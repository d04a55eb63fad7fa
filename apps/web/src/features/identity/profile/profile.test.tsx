import {
  beginTwoFactor,
  changePassword,
  confirmTwoFactor,
  getMe,
  listSessions,
  revokeOtherSessions,
  updateMe,
} from '@recado/contracts/identity/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { weekdays } from '#web/lib/i18n/dates.ts'
import { failing, on } from '#web/test/fake-server.ts'
import { account, me } from '#web/test/profile-fixtures.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf, usualPreferences } from '#web/test/sessions.ts'

const device = {
  browser: 'Firefox',
  os: 'Linux',
  device: 'desktop' as const,
  ip: '10.0.0.1',
  createdAt: '2026-01-01T00:00:00Z',
}
const sessions = on(listSessions, () => ({
  data: [
    { id: 's1', current: true, lastSeenAt: '2026-01-01T00:00:00Z', ...device },
    { id: 's2', current: false, lastSeenAt: '2026-01-01T00:00:00Z', ...device },
  ],
}))

const own = { ...usualPreferences, dateFormat: 'ymd', timeFormat: 'h12', firstDay: 'sunday' } as const
const session = (preferences: typeof usualPreferences) => {
  const made = sessionOf()
  return { ...made, user: { ...made.user, preferences } }
}

test('dates are written as the person chose', async () => {
  await renderApp('/profile?tab=security', { session: session(own), routes: [me, sessions] })
  await screen.findByRole('region', { name: 'Active sessions' })
  await waitFor(() => expect(screen.getAllByTitle('2025-12-31, 9:00 PM').length).toBeGreaterThan(0))
  expect(weekdays()[0], 'weeks begin as the person wants').toBe(0)
})

test('a choice is saved by itself, and a phone with its country', async () => {
  const saved = on(updateMe, () => ({ ...account, preferences: own }))
  const { user, server } = await renderApp('/profile', { session: sessionOf(), routes: [me, sessions, saved] })
  await user.click(await screen.findByRole('combobox', { name: 'Start page' }))
  await user.click(await screen.findByRole('option', { name: 'Messages' }))
  const [asked] = await waitFor(() => {
    const calls = server.calls('PATCH', updateMe.path)
    expect(calls.length).toBeGreaterThan(0)
    return calls
  })
  expect(asked?.body).toEqual({ preferences: { startPage: '/company/messages' } })
  const phone = screen.getByLabelText('Phone')
  await user.type(phone, '+351 912 345 678')
  expect(screen.getByRole('combobox', { name: 'Country and calling code' })).toHaveProperty('value', 'PT +351')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.calls('PATCH', updateMe.path).at(1)?.body).toMatchObject({ phone: '+351912345678' }),
  )
})

test('a phone of a calling code that countries share shows its own country', async () => {
  const known = on(getMe, () => ({ ...account, phone: '+14165550123', phoneCountry: 'CA' }))
  await renderApp('/profile', { session: sessionOf(), routes: [known, sessions] })
  expect(await screen.findByLabelText('Phone')).toHaveProperty('value', '4165550123')
  expect(screen.getByRole('combobox', { name: 'Country and calling code' })).toHaveProperty('value', 'CA +1')
})

test.each([
  [null, '/dashboard'],
  ['/company/messages', '/company/messages'],
  ['/admin/settings', '/dashboard'],
])('whoever chose %s begins at %s', async (startPage, path) => {
  const { router } = await renderApp('/', { session: session({ ...usualPreferences, startPage }), fails: true })
  await waitFor(() => expect(router.state.location.pathname).toBe(path))
})

test('a wrong current password is said at its field', async () => {
  const routes = [me, sessions, failing(changePassword, 'password_wrong')]
  const { user } = await renderApp('/profile?tab=security', { session: sessionOf(), routes })
  await user.type(await screen.findByLabelText('Current password'), 'old')
  await user.type(screen.getByLabelText('New password'), 'casa-azul-no-campo')
  await user.type(screen.getByLabelText('Repeat new password'), 'casa-azul-no-campo')
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('The current password is incorrect.')).toBeTruthy()
})

test('only other sessions can be ended, all of them after a question', async () => {
  const ended = on(revokeOtherSessions, () => ({ ended: 1 }))
  const { user } = await renderApp('/profile?tab=security', { session: sessionOf(), routes: [me, sessions, ended] })
  expect(await screen.findByText('This device')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'End the session on Firefox · Linux' })).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'End all other sessions' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'End all other sessions' }))
  expect(await screen.findByText('1 session ended')).toBeTruthy()
})

test('a photo of another type or over 5 MB is refused before it is sent', async () => {
  const { container, server, user } = await renderApp('/profile', { session: sessionOf(), routes: [me, sessions] })
  await screen.findByRole('button', { name: 'Change photo' })
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  expect(input).not.toBeNull()
  if (!input) return
  await user.upload(input, new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'big.png', { type: 'image/png' }))
  await waitFor(() => expect(screen.getByText('This image is larger than 5 MB.')).toBeTruthy())
  expect(server.calls('POST', '/api/v1/me/photo')).toHaveLength(0)
})

test('a second factor is switched on by the password, a code of the app, and codes to keep', async () => {
  const secret = 'JBSWY3DPEHPK3PXP'
  const begun = on(beginTwoFactor, () => ({ secret, uri: `otpauth://totp/Recado:ana?secret=${secret}` }))
  const confirmed = on(confirmTwoFactor, () => ({ recoveryCodes: ['abcde-fghjk', 'mnpqr-stuvw'] }))
  const { user, server } = await renderApp('/profile?tab=security', {
    session: sessionOf(),
    routes: [me, sessions, begun, confirmed],
  })
  const section = within(await screen.findByRole('region', { name: 'Two-step verification' }))
  await user.click(await section.findByRole('button', { name: 'Turn on' }))
  await user.type(section.getByLabelText('Current password'), 'right-password')
  await user.click(section.getByRole('button', { name: 'Continue' }))
  expect(await section.findByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy()
  expect(section.getByText(secret)).toBeTruthy()
  await user.type(section.getByLabelText('Code from your authenticator app'), '123456')
  expect(await section.findByText('abcde-fghjk')).toBeTruthy()
  expect(server.calls('POST', beginTwoFactor.path)[0]?.body).toEqual({ password: 'right-password' })
  expect(server.calls('POST', confirmTwoFactor.path)[0]?.body).toEqual({ code: '123456' })
})

test('the account menu marks only the current page', async () => {
  await renderApp('/profile?tab=data', { session: sessionOf(), routes: [me, sessions] })
  const list = within(await screen.findByRole('navigation', { name: 'Your profile' }))
  expect(list.getAllByRole('link', { current: 'page' }).map((link) => link.textContent?.trim())).toEqual(['Your data'])
})
