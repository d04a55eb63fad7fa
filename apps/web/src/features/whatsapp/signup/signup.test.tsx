import { listChannels } from '@recado/contracts/whatsapp/channels'
import {
  listOnboardings,
  type Onboarding,
  reopenOnboarding,
  type SignupLaunch,
} from '@recado/contracts/whatsapp/signup'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { on } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'
import { onboardingKey } from './api.ts'

const id = '0192f000-0000-7000-8000-0000000000f1'
const now = new Date().toISOString()

const inWindow = (opening: string, startedBy: string): Onboarding => ({
  id,
  kind: 'standard',
  state: 'opened',
  step: 'exchange',
  steps: {},
  left: null,
  numbers: [],
  accountName: null,
  phone: null,
  channelId: null,
  sync: null,
  firstEventAt: null,
  startedBy,
  opening,
  createdAt: now,
  updatedAt: now,
  finishedAt: null,
})

const launchOf = (opening: string): SignupLaunch => ({
  id,
  nonce: 'nonce',
  opening,
  sdkUrl: 'https://connect.example/sdk.js',
  origins: [],
  appId: '1',
  configId: '2',
  version: 'v25.0',
  featureType: '',
  solutionId: null,
})

test('an attempt continues where it stopped, and shows when it was opened elsewhere', async () => {
  let shown = inWindow('first', 'Bia Reis')
  const ready = { standard: true, coexistence: true, sdkUrl: 'https://connect.example/sdk.js' }
  const { user, services } = await renderApp('/integrations/whatsapp?tab=signup', {
    session: sessionOf(),
    routes: [
      on(listChannels, () => ({ data: [] })),
      on(listOnboardings, () => ({ data: [shown], ready })),
      on(reopenOnboarding, () => {
        shown = inWindow('second', 'Ana Souza')
        return launchOf('second')
      }),
    ],
  })
  const card = within(await screen.findByRole('region', { name: 'New or unused number' }))
  expect(card.getByText(/^Bia Reis opened Meta's window, and it isn't finished yet/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Connect a new number' })).toBeNull()

  await user.click(card.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('button', { name: "Open Meta's window" })).toBeTruthy()
  shown = inWindow('third', 'Bia Reis')
  await act(() => services.queryClient.invalidateQueries({ queryKey: onboardingKey }))
  expect(await screen.findByText("Bia Reis opened Meta's window meanwhile")).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Continue here instead' }))
  await waitFor(() => expect(screen.getByRole('button', { name: "Open Meta's window" })).toBeTruthy())
})
