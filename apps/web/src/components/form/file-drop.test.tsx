import { MantineProvider } from '@mantine/core'
import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FileDrop } from './file-drop.tsx'

const file = new File(['phone\n'], 'contacts.csv')

const show = (work: { label: string; fraction: number } | null) => {
  const onFile = vi.fn()
  const { container } = render(
    <MantineProvider env="test">
      <FileDrop label="Drop it here" hint="CSV" choose="Choose" accept=".csv" work={work} onFile={onFile} />
    </MantineProvider>,
  )
  return { onFile, input: () => container.querySelector('input') as HTMLInputElement }
}

const drop = () => {
  const place = screen.getByRole('region', { name: 'Drop it here' })
  const event = createEvent.drop(place, { dataTransfer: { files: [file], types: ['Files'] } })
  fireEvent(place, event)
  return event
}

test('a file that was refused can be corrected and chosen again', async () => {
  const { onFile, input } = show(null)
  await userEvent.upload(input(), file)
  expect(onFile).toHaveBeenCalledExactlyOnceWith(file)
  expect(input().value).toBe('')
})

test('a file that is dropped while another is sent neither replaces it nor the page', () => {
  const { onFile } = show({ label: 'Uploading', fraction: 0.5 })
  expect(drop().defaultPrevented).toBe(true)
  expect(onFile).not.toHaveBeenCalled()
})

test('a dropped file is taken', () => {
  const { onFile } = show(null)
  drop()
  expect(onFile).toHaveBeenCalledExactlyOnceWith(file)
})
