import { MantineProvider } from '@mantine/core'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { createToasts } from '#web/lib/ui/toast-list.ts'
import { takeConsoleErrors } from '#web/test/setup.ts'
import { Toasts } from './toasts.tsx'

type Library = typeof import('@mantine/notifications')

const texts = createInstance()
await texts.init({ lng: 'cimode' })

const toast = (message: string, id = message) => ({ id, message, color: 'petrol', milliseconds: null })

const open = (load: () => Promise<Library>) => {
  const toasts = createToasts(load)
  render(
    <I18nextProvider i18n={texts}>
      <MantineProvider env="test">
        <Toasts toasts={toasts} />
      </MantineProvider>
    </I18nextProvider>,
  )
  return toasts
}

const shown = () => screen.queryAllByRole('alert').map((one) => one.textContent)

test('toasts from before the library came are shown in order, without those that were taken away', async () => {
  const { promise, resolve } = Promise.withResolvers<Library>()
  const toasts = open(() => promise)
  toasts.show(toast('Cleaned'))
  toasts.clean()
  toasts.show(toast('First'))
  toasts.show(toast('Hidden'))
  toasts.show(toast('Second'))
  toasts.show(toast('Again', 'First'))
  toasts.hide('Hidden')
  expect(shown()).toEqual([])
  await act(async () => resolve(await import('@mantine/notifications')))
  await waitFor(() => expect(shown()).toEqual(['First', 'Second']))
  act(() => toasts.show(toast('Third')))
  act(() => toasts.hide('First'))
  await waitFor(() => expect(shown()).toEqual(['Second', 'Third']))
  act(() => toasts.clean())
  await waitFor(() => expect(shown()).toEqual([]))
})

test('toasts wait where the library does not come, for the next attempt', async () => {
  let attempts = 0
  const toasts = open(async () => {
    attempts += 1
    if (attempts === 1) throw new Error('no network')
    return import('@mantine/notifications')
  })
  toasts.show(toast('First'))
  await waitFor(() => expect(takeConsoleErrors()).toEqual([expect.stringContaining('no network')]))
  await act(async () => window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(shown()).toEqual(['First']))
})

test('five are shown, the next when one is closed', async () => {
  const toasts = open(() => import('@mantine/notifications'))
  await act(() => toasts.prepare())
  act(() => {
    for (const text of ['1', '2', '3', '4', '5', '6']) toasts.show(toast(text))
  })
  await waitFor(() => expect(shown()).toEqual(['1', '2', '3', '4', '5']))
  const [first] = screen.getAllByRole('alert')
  await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'close' }))
  await waitFor(() => expect(shown()).toEqual(['2', '3', '4', '5', '6']))
})
