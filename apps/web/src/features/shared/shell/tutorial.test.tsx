import { getChecklist } from '@recado/contracts/admin/dashboard'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { on, onPath } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'

const checklist = on(getChecklist, () => ({ steps: [], done: true }))
const appWith = (tutorial: { en: string; pt: string }) =>
  onPath('GET', '/api/v1/app', () => ({
    status: 200,
    body: { version: '1', mode: 'production', demo: null, tagManagerId: null, tutorial, maintenance: null },
  }))
const session = () => sessionOf({ company: null })

test('the tutorial closes by its control alone, and is new until it was seen', async () => {
  const app = appWith({ en: 'https://video.example/embed/1', pt: '' })
  const { user } = await renderApp('/dashboard', { session: session(), routes: [app, checklist] })
  await user.click(await screen.findByRole('button', { name: /^Tutorial ?\(new\)$/ }))
  const video = await screen.findByTitle('Tutorial')
  expect(video.getAttribute('src')).toContain('cc_load_policy=1')
  await user.keyboard('{Escape}')
  expect(screen.getByTitle('Tutorial')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByTitle('Tutorial')).toBeNull())
  expect(screen.getByRole('button', { name: 'Tutorial' })).toBeTruthy()
})

test('without a video in the language there is no tutorial', async () => {
  const app = appWith({ en: '', pt: 'https://video.example/embed/1' })
  await renderApp('/dashboard', { session: session(), routes: [app, checklist] })
  expect(await screen.findByRole('link', { name: 'Dashboard' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Tutorial/ })).toBeNull()
})
