import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createInstance } from 'i18next'
import { useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { TimeInput } from './time-input.tsx'

const texts = createInstance()
await texts.init({ lng: 'en', resources: { en: { validation: { time: 'Enter a time' } } }, defaultNS: 'validation' })

const show = (first: string) => {
  const changed = vi.fn()
  const Page = () => {
    const [time, setTime] = useState(first)
    return (
      <TimeInput
        label="From"
        value={time}
        onChange={(next) => {
          changed(next)
          setTime(next)
        }}
      />
    )
  }
  render(
    <I18nextProvider i18n={texts}>
      <MantineProvider env="test">
        <Page />
      </MantineProvider>
    </I18nextProvider>,
  )
  return { changed, user: userEvent.setup({ delay: null }) }
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'From' })

test('a time is typed as people write it, and shown as the person reads it', async () => {
  const { changed, user } = show('09:00')
  expect(field().value).toBe('9:00 AM')
  await user.clear(field())
  expect(changed).toHaveBeenLastCalledWith('')
  await user.type(field(), '18h30')
  await user.tab()
  expect(changed).toHaveBeenLastCalledWith('18:30')
  expect(field().value).toBe('6:30 PM')
  expect(screen.queryByText('Enter a time')).toBeNull()
})

test('a half hour is chosen from the list, which begins with the time that is set', async () => {
  const { changed, user } = show('14:00')
  await user.click(field())
  expect((await screen.findAllByRole('option')).slice(0, 2).map((option) => option.textContent)).toEqual([
    '2:00 PM',
    '2:30 PM',
  ])
  await user.click(screen.getByRole('option', { name: '2:30 PM' }))
  expect(changed).toHaveBeenLastCalledWith('14:30')
})

test('what is no time is said once the field is left, and counts as none', async () => {
  const { changed, user } = show('')
  await user.type(field(), 'noon')
  expect(screen.queryByText('Enter a time')).toBeNull()
  await user.tab()
  expect(screen.getByText('Enter a time')).toBeTruthy()
  expect(changed).not.toHaveBeenCalled()
})
