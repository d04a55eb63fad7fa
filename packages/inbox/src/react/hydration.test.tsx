import { act, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { NotificationBell } from '../components/notification-bell.tsx'
import { PopoverNotificationCenter } from '../components/popover-notification-center.tsx'
import { until } from '../test/render.tsx'
import { messageOf, startStandIn } from '../test/stand-in.ts'
import { NovuProvider } from './provider.tsx'
import { useUnseenCount } from './use-counts.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('takes over what a server drew, and lives on', async () => {
  // The stand-in has no socket, and the inbox tells the console so.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  // A page of any width; jsdom has none.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  const standIn = await startStandIn({ ana: [messageOf(2), messageOf(1)] })
  const Count = () => <output>{useUnseenCount().data?.count ?? 'unknown'}</output>
  const page = (
    <StrictMode>
      <NovuProvider applicationIdentifier="shop" subscriberId="ana" backendUrl={standIn.url} i18n="de">
        <PopoverNotificationCenter colorScheme="dark">{() => <NotificationBell />}</PopoverNotificationCenter>
        <Count />
      </NovuProvider>
    </StrictMode>
  )
  const holder = document.createElement('div')
  holder.innerHTML = renderToString(page)
  document.body.append(holder)
  const drawn = holder.querySelector('[data-test-id="notification-bell"]')
  const mismatch = vi.fn()
  const root = await act(() => hydrateRoot(holder, page, { onRecoverableError: mismatch }))
  expect(mismatch).not.toHaveBeenCalled()
  expect(holder.querySelector('[data-test-id="notification-bell"]')).toBe(drawn)
  await until(() => expect(holder.querySelector('output')?.textContent).toBe('2'))
  act(() => root.unmount())
  holder.remove()
  await standIn.stop()
})
