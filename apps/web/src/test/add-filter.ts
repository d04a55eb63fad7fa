import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Adds a filter to the list of the page; a text is typed into its editor, where Enter takes it, or the first choice that it finds. */
export const addFilter = async (user: UserEvent, name: string, text?: string) => {
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('menuitem', { name }))
  if (text === undefined) return
  const editor = await screen.findByRole('dialog', { name: new RegExp(`^${name}`) })
  await user.type(await within(editor).findByRole('textbox', { name }), text)
}
