import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { returnFocus } from './focus-return.ts'

let stop = () => {}
// Test files that share a process may leave elements behind.
beforeEach(() => document.body.replaceChildren())
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

const button = (name: string, parent: Element = document.body): HTMLButtonElement => {
  const made = document.createElement('button')
  made.textContent = name
  parent.append(made)
  return made
}

const open = (parent: Element) => {
  const dialog = document.createElement('div')
  parent.append(dialog)
  button('OK', dialog).focus()
  return dialog
}

/** The element into which the library renders dialogs. */
const portal = () => {
  const made = document.createElement('div')
  made.setAttribute('data-mantine-shared-portal-node', 'true')
  document.body.append(made)
  return made
}

it('returns to the opener of a dialog that is unmounted while open', async () => {
  stop = returnFocus()
  const opener = button('Open')
  opener.focus()
  const node = portal()
  // Mutation observers run after the current task.
  await Promise.resolve()
  open(node).remove()
  await vi.waitFor(() => expect(document.activeElement).toBe(opener))
})

it('returns to the opener of the menu that opened the dialog', async () => {
  stop = returnFocus()
  const node = portal()
  await Promise.resolve()
  const target = button('Actions')
  target.focus()
  const item = button('Rename')
  item.focus()
  const dialog = open(node)
  item.remove()
  dialog.remove()
  await vi.waitFor(() => expect(document.activeElement).toBe(target))
})

it('leaves the focus where it was moved in the meantime', async () => {
  stop = returnFocus()
  const node = portal()
  await Promise.resolve()
  button('Open').focus()
  const dialog = open(node)
  const next = button('Next')
  dialog.remove()
  next.focus()
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(document.activeElement).toBe(next)
})

it('does not return to a field that was blurred without a new focus', async () => {
  stop = returnFocus()
  const node = portal()
  await Promise.resolve()
  const opener = button('Open')
  opener.focus()
  const field = document.createElement('textarea')
  document.body.append(field)
  field.focus()
  field.blur()
  await new Promise((resolve) => setTimeout(resolve, 5))
  open(node).remove()
  await vi.waitFor(() => expect(document.activeElement).toBe(opener))
})
