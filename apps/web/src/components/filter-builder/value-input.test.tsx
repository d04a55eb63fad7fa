import { MantineProvider } from '@mantine/core'
import { contactFields } from '@recado/contracts/contacts/contact-fields'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { ValueInput } from './value-input.tsx'
import { askedOf } from './verbs.ts'

const texts = createInstance()
await texts.init({ lng: 'cimode' })

test('a relative date in a stored condition is shown in words, and a day can take its place', async () => {
  const field = contactFields([], { personalData: true, segments: true }).find(({ name }) => name === 'last_inbound_at')
  if (!field) throw new Error('No such field')
  const onChange = vi.fn()
  const references = { tags: [], lists: [], members: [], channels: [] }
  const words = { t: texts.t, language: 'en', fields: [field], references, stageName: (key: string) => key }
  const value = ['2026-01-01', 'today']
  const asked = askedOf({ field: field.name, operator: 'BETWEEN', value }, field)
  render(
    <I18nextProvider i18n={texts}>
      <MantineProvider env="test">
        <ValueInput label="When" error={undefined} {...{ field, asked, words, onChange }} />
      </MantineProvider>
    </I18nextProvider>,
  )
  expect(screen.getByDisplayValue('say.relative.today')).toBeTruthy()
  expect(screen.queryByDisplayValue('today')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'chooseDay' }))
  expect(onChange).toHaveBeenCalledWith(['2026-01-01', ''])
})
