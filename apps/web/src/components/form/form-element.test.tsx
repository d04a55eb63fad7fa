import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createInstance } from 'i18next'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import type { FormState } from '#web/lib/ui/form.ts'
import { Form } from './form.tsx'
import { FormDialog } from './form-dialog.tsx'
import { FormDrawer } from './form-drawer.tsx'
import { ShortForm } from './short-form.tsx'

const texts = createInstance()
await texts.init({ lng: 'cimode' })

const state = (): FormState => ({
  busy: false,
  dirty: true,
  wrong: 0,
  error: null,
  onSubmit: vi.fn((event) => event.preventDefault()),
  onDiscard: () => {},
})

const conflict = { fields: [{ label: 'Name', theirs: null }], showTheirs: () => {}, keepMine: () => {} }
const held = [
  ['is not ready', { ready: false }],
  ['is being sent', { busy: true }],
] as const
const contested = [
  ['waits for an answer about a conflict', { conflict }],
  ['was changed by somebody else', { onReload: () => {} }],
] as const

const pressed = async (form: ReactNode) => {
  render(
    <I18nextProvider i18n={texts}>
      <MantineProvider env="test">{form}</MantineProvider>
    </I18nextProvider>,
  )
  const user = userEvent.setup({ delay: null })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'x')
  await user.keyboard('{Control>}s{/Control}')
  await user.keyboard('{Enter}')
}

const field = <input aria-label="Name" />

test.each(held)('a short form that %s is not sent by keys', async (_, parts) => {
  const given = state()
  await pressed(
    <ShortForm {...given} submitLabel="Send" {...parts}>
      {field}
    </ShortForm>,
  )
  expect(given.onSubmit).not.toHaveBeenCalled()
})

test.each([...held, ...contested])('a page form that %s is not sent by keys', async (_, parts) => {
  const given = state()
  await pressed(
    <Form {...given} {...parts}>
      {field}
    </Form>,
  )
  expect(given.onSubmit).not.toHaveBeenCalled()
})

test.each([...held, ...contested])('a dialog form that %s is not sent by keys', async (_, parts) => {
  const given = state()
  await pressed(
    <FormDialog opened title="Name" submitLabel="Send" {...given} {...parts} onClose={() => {}}>
      {field}
    </FormDialog>,
  )
  expect(given.onSubmit).not.toHaveBeenCalled()
})

test('a form that can be sent is sent by either key', async () => {
  const given = state()
  await pressed(<Form {...given}>{field}</Form>)
  expect(given.onSubmit).toHaveBeenCalledTimes(2)
})

test('a drawer that is left forgets what was typed and checked', async () => {
  const left: string[] = []
  render(
    <I18nextProvider i18n={texts}>
      <MantineProvider env="test">
        <FormDrawer
          opened
          title="Name"
          submitLabel="Send"
          {...state()}
          dirty={false}
          onDiscard={() => left.push('forgotten')}
          onClose={() => left.push('closed')}
        >
          {field}
        </FormDrawer>
      </MantineProvider>
    </I18nextProvider>,
  )
  await userEvent.setup({ delay: null }).click(await screen.findByRole('button', { name: 'cancel' }))
  await waitFor(() => expect(left).toEqual(['forgotten', 'closed']))
})
