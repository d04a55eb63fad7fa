import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PinField } from './pin-field.tsx'

test('the first box gets the focus, and every box is described by what is wrong with the PIN', () => {
  render(
    <MantineProvider env="test">
      <PinField label="PIN" data-path="pin" autoFocus error="Wrong PIN" onChange={() => {}} />
    </MantineProvider>,
  )
  const boxes = screen.getAllByRole('textbox', { name: 'PIN' })
  const ids = new Set(boxes.map((box) => box.getAttribute('aria-describedby')))
  expect([...ids].map((id) => document.getElementById(id ?? '')?.textContent)).toEqual(['Wrong PIN'])
  expect([...document.querySelectorAll('[data-autofocus]')]).toEqual([boxes[0]])
  expect([...document.querySelectorAll('[data-path="pin"]')]).toEqual([boxes[0]])
})
