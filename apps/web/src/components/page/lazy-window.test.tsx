import { MantineProvider, Modal, type ModalProps } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createInstance } from 'i18next'
import { type ComponentType, useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { toasts } from '#web/lib/ui/toast-list.ts'
import { lazyWindow } from './lazy-window.tsx'

const texts = createInstance()
await texts.init({ lng: 'cimode' })

const show = (load: () => Promise<ComponentType<ModalProps>>) => {
  const LazyModal = lazyWindow(load)
  const Page = () => {
    const [opened, setOpened] = useState(false)
    return (
      <>
        <input aria-label="Message" />
        <button type="button" onClick={() => setOpened(true)}>
          Open
        </button>
        <LazyModal opened={opened} onClose={() => setOpened(false)} title="Window" />
      </>
    )
  }
  render(
    <I18nextProvider i18n={texts}>
      <MantineProvider env="test">
        <Page />
      </MantineProvider>
    </I18nextProvider>,
  )
  return userEvent.setup({ delay: null })
}

test('the first closing, and every other, gives the focus back to what opened the window', async () => {
  const user = show(async () => Modal)
  for (const _ of ['first', 'second']) {
    await user.click(screen.getByRole('button', { name: 'Open' }))
    const dialog = await screen.findByRole('dialog', { name: 'Window' })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })))
  }
})

test('a window whose code does not come is said, leaves the page as it was, and comes when it is opened again', async () => {
  const gone = new TypeError('Failed to fetch dynamically imported module: /assets/window.js')
  let fails = true
  const user = show(async () => {
    if (fails) throw gone
    return Modal
  })
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(toasts.show).toHaveBeenCalledWith(expect.objectContaining({ message: 'piece_missing' })))
  expect(vi.mocked(toasts.show)).toHaveBeenCalledTimes(1)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Message' }).value).toBe('Hello')
  fails = false
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByRole('dialog', { name: 'Window' })).toBeTruthy()
})
