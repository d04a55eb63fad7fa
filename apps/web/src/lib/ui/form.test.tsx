import { MantineProvider, TextInput } from '@mantine/core'
import { createLabel } from '@recado/contracts/inbox/labels'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { ShortForm } from '#web/components/form/short-form.tsx'
import { useContractForm } from './form.ts'

const texts = createInstance()
await texts.init({ lng: 'cimode' })

const { body } = createLabel
const gone = new TypeError('Failed to fetch dynamically imported module: /assets/schema.js')

const show = (schema: () => Promise<typeof body>) => {
  const sent = vi.fn(async () => {})
  const Page = () => {
    const { form, state } = useContractForm({ schema, initialValues: { name: '', color: 'red' }, onSubmit: sent })
    return (
      <ShortForm
        {...state}
        submitLabel="Send"
        leave={
          <button type="button" onClick={state.onDiscard}>
            Discard
          </button>
        }
      >
        <TextInput label="Name" {...form.getInputProps('name')} />
        <TextInput label="Color" {...form.getInputProps('color')} />
      </ShortForm>
    )
  }
  const view = render(
    <I18nextProvider i18n={texts}>
      <MantineProvider env="test">
        <Page />
      </MantineProvider>
    </I18nextProvider>,
  )
  return { ...view, sent, user: userEvent.setup({ delay: null }) }
}

const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
const sender = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })

test('a form whose schema is on its way is busy, and sent once when it comes', async () => {
  const schema = Promise.withResolvers<typeof body>()
  const { sent, user } = show(() => schema.promise)
  await user.type(name(), 'Ana{Enter}')
  expect(sender().disabled).toBe(true)
  await user.keyboard('{Enter}')
  expect(sent).not.toHaveBeenCalled()
  schema.resolve(body)
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ name: 'Ana', color: 'red' }))
  await waitFor(() => expect(sender().disabled).toBe(false))
  expect(sent).toHaveBeenCalledTimes(1)
})

test.each(['discarded', 'left'])('a form that was %s before its schema came is not sent', async (how) => {
  const schema = Promise.withResolvers<typeof body>()
  const { sent, user, unmount } = show(() => schema.promise)
  await user.type(name(), 'Ana{Enter}')
  if (how === 'left') unmount()
  else {
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(sender().disabled).toBe(false)
  }
  await act(async () => schema.resolve(body))
  expect(sent).not.toHaveBeenCalled()
})

test('a schema that does not come is said, keeps what was typed, and is asked for again', async () => {
  const load = vi.fn(async () => body).mockRejectedValue(gone)
  const { sent, user } = show(load)
  await user.type(name(), 'Ana{Enter}')
  expect(await screen.findByText('piece_missing')).toBeTruthy()
  expect(name().value).toBe('Ana')
  expect(sent).not.toHaveBeenCalled()
  load.mockResolvedValue(body)
  await user.click(sender())
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
})

test('fields that were left before the schema came are checked when it comes', async () => {
  const schema = Promise.withResolvers<typeof body>()
  const { user } = show(() => schema.promise)
  await user.type(name(), 'A')
  await user.clear(name())
  await user.tab()
  expect(name().getAttribute('aria-invalid')).not.toBe('true')
  schema.resolve(body)
  await waitFor(() => expect(name().getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByRole('textbox', { name: 'Color' }).getAttribute('aria-invalid')).not.toBe('true')
})

test('a field that was only visited is not wrong yet; one that was emptied is', async () => {
  const { user } = show(async () => body)
  await user.click(name())
  await user.tab()
  await waitFor(() => expect(name().getAttribute('aria-invalid')).not.toBe('true'))
  await user.type(name(), 'A')
  await user.clear(name())
  await user.tab()
  await waitFor(() => expect(name().getAttribute('aria-invalid')).toBe('true'))
})
