import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { createToasts } from '#web/lib/ui/toast-list.ts'
import { Toasts } from './toasts.tsx'

const texts = createInstance()
await texts.init({ lng: 'cimode' })

const toast = (message: string, id = message) => ({ id, message, color: 'petrol', milliseconds: null })

const open = () => {
  const toasts = createToasts()
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

test('toasts are shown in order, each once, until they are dismissed', () => {
  const toasts = open()
  act(() => {
    toasts.show(toast('Cleaned'))
    toasts.clean()
    toasts.show(toast('First'))
    toasts.show(toast('Hidden'))
    toasts.show(toast('Second'))
    toasts.show(toast('Again', 'First'))
    toasts.hide('Hidden')
  })
  expect(shown()).toEqual(['First', 'Second'])
  act(() => toasts.show(toast('Third')))
  act(() => toasts.hide('First'))
  expect(shown()).toEqual(['Second', 'Third'])
  act(() => toasts.clean())
  expect(shown()).toEqual([])
})

test('five are shown, the next when one is closed', async () => {
  const toasts = open()
  act(() => {
    for (const text of ['1', '2', '3', '4', '5', '6']) toasts.show(toast(text))
  })
  expect(shown()).toEqual(['1', '2', '3', '4', '5'])
  const [first] = screen.getAllByRole('alert')
  await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'close' }))
  expect(shown()).toEqual(['2', '3', '4', '5', '6'])
})

test('a toast stays for its duration, and while it is hovered or focused', () => {
  vi.useFakeTimers()
  const toasts = open()
  const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
  act(() => toasts.show({ ...toast('Held'), milliseconds: 6000 }))
  wait(5999)
  const held = screen.getByRole('alert')
  fireEvent.mouseEnter(held)
  wait(60_000)
  fireEvent.focus(within(held).getByRole('button'))
  fireEvent.mouseLeave(held)
  wait(60_000)
  expect(shown()).toEqual(['Held'])
  fireEvent.blur(within(held).getByRole('button'))
  wait(5999)
  expect(shown()).toEqual(['Held'])
  wait(1)
  expect(shown()).toEqual([])
})
