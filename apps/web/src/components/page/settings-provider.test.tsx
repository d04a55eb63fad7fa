import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, onPath } from '#web/test/fake-server.ts'
import { takeConsoleErrors } from '#web/test/setup.ts'
import { SettingsProvider, useBrand, useSettings } from './settings-provider.tsx'

const Show = () => {
  const settings = useSettings()
  return <pre>{JSON.stringify({ ...settings, brand: useBrand() })}</pre>
}

const shown = async (): Promise<Record<string, unknown>> =>
  JSON.parse((await screen.findByText(/scss_id/)).textContent ?? '')

const settingsRoute = (status: number, body: unknown) =>
  onPath('GET', '/api/v1/settings/general', () => ({ status, body }))

test('the settings take the names of the product, empty values become defaults', async () => {
  fakeServer(null, [
    settingsRoute(200, {
      domain: 'd.example',
      id: 12,
      name: 'Loja',
      logo: '/l.svg',
      favicon: null,
      billing_city: '',
      billing_state: 'RJ',
    }),
  ])
  render(
    <SettingsProvider>
      <Show />
    </SettingsProvider>,
  )
  await screen.findByText(/uid12/)
  expect(await shown()).toMatchObject({
    domain: 'd.example',
    domain_id: '12',
    scss_id: 'uid12',
    app_name: 'Loja',
    app_logo: '/l.svg',
    app_favicon: '',
    billing_country: 'Brazil',
    billing_city: 'São Paulo',
    billing_state: 'RJ',
    billing_zip: '00000-000',
    brand: { app_name: 'Loja', app_logo: '/l.svg', scss_id: 'uid12' },
  })
})

test.each([
  [{ apiUrl: 'https://n.example', socketUrl: 'wss://s.example', applicationIdentifier: 'app' }, 'wss://s.example'],
  [{ apiUrl: 'https://n.example', socketUrl: '', applicationIdentifier: 'app' }, 'https://n.example'],
])('the inbox is found where the server says', async (notifications, socketUrl) => {
  fakeServer(null, [settingsRoute(200, { id: 12, notifications })])
  render(
    <SettingsProvider>
      <Show />
    </SettingsProvider>,
  )
  await screen.findByText(/uid12/)
  expect((await shown())['notifications']).toEqual({ ...notifications, socketUrl })
})

test('when they cannot be read, the failure is logged and the defaults stay', async () => {
  fakeServer(null, [settingsRoute(500, {})])
  render(
    <SettingsProvider>
      <Show />
    </SettingsProvider>,
  )
  expect(await shown()).toMatchObject({ scss_id: 'uid1', app_name: '', billing_country: 'Brazil' })
  const told: string[] = []
  await waitFor(() => {
    told.push(...takeConsoleErrors())
    expect(told[0]).toMatch(/^Error fetching settings: FetchError: An error occurred while fetching the data\./)
  })
})

test('the inbox stays where it was when they cannot be read any more', async () => {
  const notifications = { apiUrl: 'https://n.example', socketUrl: 'wss://s.example', applicationIdentifier: 'app' }
  const page = (
    <SettingsProvider>
      <Show />
    </SettingsProvider>
  )
  fakeServer(null, [settingsRoute(200, { id: 12, notifications })])
  const before = render(page)
  await screen.findByText(/uid12/)
  before.unmount()
  fakeServer(null, [settingsRoute(500, {})])
  render(page)
  await waitFor(async () => expect((await shown())['notifications']).toEqual(notifications))
  expect(takeConsoleErrors()).toHaveLength(1)
})

test('using them outside of the provider is an error that says so', () => {
  expect(() => render(<Show />)).toThrow('useSettings must be used within a SettingsProvider')
  takeConsoleErrors()
})
