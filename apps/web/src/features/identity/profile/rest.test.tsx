import { listSessions } from '@recado/contracts/identity/users'
import {
  getNotificationSettings,
  type NotificationSettings,
  updateNotificationSettings,
} from '@recado/contracts/product-notifications/settings'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failing, on } from '#web/test/fake-server.ts'
import { me } from '#web/test/profile-fixtures.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { companyIds, sessionOf } from '#web/test/sessions.ts'

const settings: NotificationSettings = {
  quietHours: { enabled: true, timeZone: 'America/Recife', days: [1, 2], from: '22:00', to: '07:00' },
  mutedCompanyIds: [],
}
const known = [me, on(listSessions, () => ({ data: [] })), on(getNotificationSettings, () => settings)]
const saved = on(updateNotificationSettings, ({ body }) => body as NotificationSettings)

const open = async (route = saved) => {
  const app = await renderApp('/profile?tab=notifications', {
    session: sessionOf({ blocks: [] }),
    routes: [route, ...known],
  })
  const part = within(await screen.findByRole('region', { name: 'Quiet hours and muted companies' }))
  await part.findByRole('switch', { name: 'Quiet hours' })
  return { ...app, part, sent: () => app.server.calls('PUT', updateNotificationSettings.path).map(({ body }) => body) }
}

test('days and times of quiet hours are saved as they are chosen', async () => {
  const { user, part, sent } = await open()
  await user.click(part.getByRole('checkbox', { name: 'Sunday' }))
  await waitFor(() =>
    expect(sent()).toEqual([{ ...settings, quietHours: { ...settings.quietHours, days: [0, 1, 2] } }]),
  )
  fireEvent.change(part.getByRole('combobox', { name: 'To' }), { target: { value: '08:30' } })
  expect(sent()).toHaveLength(1)
  fireEvent.blur(part.getByRole('combobox', { name: 'To' }))
  await waitFor(() => expect(sent()[1]).toMatchObject({ quietHours: { from: '22:00', to: '08:30' } }))
})

test('days that are chosen in a row reach the server one after the other, and stay as chosen meanwhile', async () => {
  const waiting: (() => void)[] = []
  const slow = on(updateNotificationSettings, async ({ body }) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return body as NotificationSettings
  })
  const { user, part, sent } = await open(slow)
  await user.click(part.getByRole('checkbox', { name: 'Sunday' }))
  await user.click(part.getByRole('checkbox', { name: 'Wednesday' }))
  const isOn = () => part.getByRole<HTMLInputElement>('checkbox', { name: 'Wednesday' }).checked
  await waitFor(() => expect(isOn()).toBe(true))
  expect(sent()).toHaveLength(1)
  waiting[0]?.()
  await waitFor(() => expect(waiting).toHaveLength(2))
  expect(isOn()).toBe(true)
  expect(sent()[1]).toMatchObject({ quietHours: { days: [0, 1, 2, 3] } })
  waiting[1]?.()
  await waitFor(() => expect(screen.getAllByText('Saved')).toHaveLength(2))
  expect(isOn()).toBe(true)
})

test('quiet hours that end as they begin are not saved, and it says why', async () => {
  const { part, sent } = await open()
  fireEvent.change(part.getByRole('combobox', { name: 'To' }), { target: { value: '22:00' } })
  fireEvent.blur(part.getByRole('combobox', { name: 'To' }))
  expect(part.getByText('The end must be different from the start.')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('a company can be muted', async () => {
  const { user, part, sent } = await open()
  await user.click(part.getByRole('combobox', { name: 'Muted companies' }))
  await user.click(await screen.findByRole('option', { name: 'Loja Aurora' }))
  await waitFor(() => expect(sent()).toEqual([{ ...settings, mutedCompanyIds: [companyIds.second] }]))
})

test('what cannot be saved shows as it was', async () => {
  const { user, part } = await open(failing(updateNotificationSettings, 'internal'))
  await user.click(part.getByRole('switch', { name: 'Quiet hours' }))
  expect(await screen.findByText('Something went wrong on our side. Please try again.')).toBeTruthy()
  const toggle = part.getByRole('switch', { name: 'Quiet hours' })
  expect((toggle as HTMLInputElement).checked).toBe(true)
})
