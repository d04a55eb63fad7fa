import { MantineProvider } from '@mantine/core'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createInstance } from 'i18next'
import { type ComponentType, useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { toasts } from '#web/lib/ui/toast-list.ts'
import { lazyComponent } from './lazy-component.tsx'

const texts = createInstance()
await texts.init({ lng: 'cimode' })
const gone = new TypeError('Failed to fetch dynamically imported module: /assets/part.js')

/** Code that does not come before it is `there`. */
const partThat = <Props extends object>(Content: ComponentType<Props>) => {
  const code = { isThere: false, tries: 0 }
  const Part = lazyComponent<Props>(
    async () => {
      code.tries++
      if (!code.isThere) throw gone
      return Content
    },
    <p>Waiting</p>,
  )
  return { code, Part }
}

const show = (Page: ComponentType) => {
  render(
    <I18nextProvider i18n={texts}>
      <MantineProvider env="test">
        <input aria-label="Message" />
        <Page />
      </MantineProvider>
    </I18nextProvider>,
  )
  return userEvent.setup({ delay: null })
}

const Chart = ({ of }: { of: string }) => <p>Chart of {of}</p>

test('a part whose code does not come says so in its place, leaves the page as it was, and is tried again', async () => {
  const { code, Part } = partThat(Chart)
  const user = show(() => <Part of="messages" />)
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('piece_missing')
  await user.click(screen.getByRole('button', { name: 'retry' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'retry' }).hasAttribute('data-loading')).toBe(false))
  code.isThere = true
  await user.click(screen.getByRole('button', { name: 'retry' }))
  expect(await screen.findByText('Chart of messages')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Message' }).value).toBe('Hello')
})

test('a part comes by itself when the connection is back', async () => {
  const { code, Part } = partThat(Chart)
  show(() => <Part of="messages" />)
  await screen.findByRole('alert')
  code.isThere = true
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Chart of messages')).toBeTruthy()
})

test('a failure that passes is not shown', async () => {
  const { code, Part } = partThat(Chart)
  show(() => <Part of="messages" />)
  code.isThere = true
  expect(await screen.findByText('Chart of messages')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(code.tries).toBe(2)
})

test('a dialog whose code does not come is said and closed, and comes when it is opened again', async () => {
  const { code, Part } = partThat(({ onClose }: { onClose: () => void }) => (
    <button type="button" onClick={onClose}>
      Close
    </button>
  ))
  const user = show(() => {
    const [opened, setOpened] = useState(false)
    return opened ? (
      <Part onClose={() => setOpened(false)} />
    ) : (
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
    )
  })
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('button', { name: 'Open' })
  expect(vi.mocked(toasts.show)).toHaveBeenCalledTimes(1)
  expect(toasts.show).toHaveBeenCalledWith(expect.objectContaining({ message: 'piece_missing' }))
  code.isThere = true
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByRole('button', { name: 'Close' })).toBeTruthy()
})
