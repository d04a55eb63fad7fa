import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { createPortal } from 'react-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { isRowClick } from './row-click.ts'

const open = vi.fn()

beforeEach(() => {
  open.mockReset()
  getSelection()?.removeAllRanges()
  render(
    <table>
      <tbody>
        <tr onClick={(event) => isRowClick(event) && open()}>
          <td data-choice>beside a checkbox</td>
          <td>
            <a href="#invoices">invoices</a>
            <button type="button">
              <span>button</span>
            </button>
            <label>
              label
              <input type="checkbox" />
            </label>
            {createPortal(<p>menu item</p>, document.body)}
          </td>
          <td>text</td>
        </tr>
      </tbody>
    </table>,
  )
})

it('opens the row that is clicked', () => {
  fireEvent.click(screen.getByText('text'))
  expect(open).toHaveBeenCalledOnce()
})

it.each(['beside a checkbox', 'invoices', 'button', 'label', 'menu item'])(
  'opens nothing by a click on a %s',
  (name) => {
    fireEvent.click(screen.getByText(name))
    expect(open).not.toHaveBeenCalled()
  },
)

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'opens nothing by a click with %o',
  (how) => {
    fireEvent.click(screen.getByText('text'), how)
    expect(open).not.toHaveBeenCalled()
  },
)

it('opens nothing by a click that something else took', () => {
  const click = createEvent.click(screen.getByText('text'))
  click.preventDefault()
  fireEvent(screen.getByText('text'), click)
  expect(open).not.toHaveBeenCalled()
})

it('opens nothing when text of the row was marked', () => {
  getSelection()?.selectAllChildren(screen.getByText('text'))
  fireEvent.click(screen.getByText('text'))
  expect(open).not.toHaveBeenCalled()
})
