import { type BrowserContext, expect } from '@playwright/test'

/** Sets for how many seconds the company of a signed-in administrator lets sends be taken back. */
export const letUndo = async ({ request }: BrowserContext, seconds: number) => {
  const { settings, version } = await (await request.get('/api/v1/chat-settings')).json()
  const data = { settings: { ...settings, undoSeconds: seconds }, version }
  const answer = await request.put('/api/v1/chat-settings', { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}
