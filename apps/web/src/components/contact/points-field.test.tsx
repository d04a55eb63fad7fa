import { MantineProvider } from '@mantine/core'
import { useForm } from '@mantine/form'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { valuesOf } from './contact-values.ts'
import { PointsField } from './points-field.tsx'

const texts = createInstance()
await texts.init({ lng: 'cimode' })

const show = (phones: string[]) => {
  const Page = () => {
    const form = useForm({ initialValues: { ...valuesOf(null), phones } })
    return (
      <>
        <PointsField form={form} name="phones" readOnly={false} />
        <button type="button">After</button>
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
  return userEvent.setup()
}
const boxes = () => screen.getAllByRole<HTMLInputElement>('textbox')
const typed = () => boxes().map(({ value }) => value)

test('a phone that is added can be typed at once', async () => {
  const user = show(['1'])
  await user.click(screen.getByRole('button', { name: 'points.add.phone' }))
  await user.keyboard('22')
  expect(typed()).toEqual(['1', '22'])
})

test('the focus moves on through a row that was emptied, which goes once the field is left', async () => {
  const user = show(['1', '2', '3'])
  const [, second, third] = boxes()
  await user.clear(second as HTMLInputElement)
  await user.tab()
  await user.tab()
  expect(document.activeElement).toBe(third)
  await user.click(screen.getByRole('button', { name: 'After' }))
  await expect.poll(typed).toEqual(['1', '3'])
})

test('a field without a phone keeps a row to type one in', async () => {
  const user = show(['', ''])
  await user.click(boxes()[0] as HTMLInputElement)
  await user.click(screen.getByRole('button', { name: 'After' }))
  await expect.poll(typed).toEqual([''])
})
