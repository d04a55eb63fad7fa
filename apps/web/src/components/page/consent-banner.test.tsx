import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { onPath } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'

const scripts = () => document.querySelectorAll('script[src*="gtm.js"]')

afterEach(() => {
  for (const script of scripts()) script.remove()
  delete window.dataLayer
})

test('the tag manager begins its count before its script is loaded, and only once people agree', async () => {
  const info = { version: '1', mode: 'production', demo: null, tagManagerId: 'GTM-ABC1234' }
  const { user } = await renderApp('/signin', {
    routes: [onPath('GET', '/api/v1/app', () => ({ status: 200, body: info }))],
  })
  const accept = await screen.findByRole('button', { name: 'Agree' })
  expect([window.dataLayer, scripts().length]).toEqual([undefined, 0])
  await user.click(accept)
  expect(window.dataLayer).toEqual([{ 'gtm.start': expect.any(Number), event: 'gtm.js' }])
  expect(scripts()[0]?.getAttribute('src')).toBe('https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234')
})
