import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setI18n } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { createServices } from './lib/api/services.ts'
import { Root } from './root.tsx'
import { fakeServer } from './test/fake-server.ts'
import { takeConsoleErrors } from './test/setup.ts'

type Change = (path: string) => Response | 'gone' | undefined

/** The whole app at its sign-in page, in Portuguese; `change` answers files of texts in place of the server. */
const start = async (change: Change) => {
  localStorage.setItem('locale', 'pt')
  fakeServer(null, [])
  const server = globalThis.fetch
  const asked: string[] = []
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const path = String(input)
    asked.push(path)
    const changed = change(path)
    if (changed === 'gone') return Promise.reject(new TypeError('Failed to fetch'))
    return changed ? Promise.resolve(changed) : server(input, init)
  })
  window.history.replaceState({}, '', '/signin')
  const services = createServices()
  await act(async () => void render(<Root services={services} />))
  return asked
}

const [en, pt] = ['Welcome back', 'Que bom ter você de volta']
const english = () => screen.findByRole('heading', { level: 1, name: en })
const portuguese = () => screen.findByRole('heading', { level: 1, name: pt })

const failures: [string, () => Response | 'gone'][] = [
  ['answers 500', () => new Response('', { status: 500 })],
  ['cannot be reached', () => 'gone'],
  ['is no JSON', () => new Response('{"signIn":')],
]

test.each(failures)(
  'while the Portuguese file %s, English stands in; when it comes, it takes its place',
  async (_, answer) => {
    let failing = true
    await start((path) => (failing && path.startsWith('/locales/pt/') ? answer() : undefined))
    expect(await english()).toBeTruthy()
    failing = false
    expect(await portuguese()).toBeTruthy()
  },
)

test('a file that only English has is not asked for again', async () => {
  const asked = await start((path) =>
    path === '/locales/pt/identity/auth.json' ? new Response('', { status: 404 }) : undefined,
  )
  expect(await english()).toBeTruthy()
  expect(asked.filter((path) => path === '/locales/pt/identity/auth.json')).toHaveLength(1)
})

test('a text that a Portuguese file lacks is said in English, the others stay', async () => {
  await start((path) =>
    path === '/locales/pt/identity/auth.json' ? Response.json({ field: { email: 'O seu e-mail' } }) : undefined,
  )
  expect(await english()).toBeTruthy()
  expect(await screen.findByLabelText(/O seu e-mail/)).toBeTruthy()
})

test('without any texts the page says so in plain words, and goes on when they come', async () => {
  let failing = true
  await start((path) => (failing && path.startsWith('/locales/') ? new Response('', { status: 500 }) : undefined))
  expect(await screen.findByText("We couldn't load this page's text. Trying again…")).toBeTruthy()
  failing = false
  expect(await portuguese()).toBeTruthy()
  expect(screen.queryByText(/couldn't (be )?load/)).toBeNull()
})

test('texts of a part of a page that cannot be had are told beside what is there', async () => {
  let failing = true
  await start((path) => (failing && path.endsWith('/auth.json') ? new Response('', { status: 500 }) : undefined))
  expect(await screen.findByText("Some text couldn't be loaded. Trying again…")).toBeTruthy()
  failing = false
  expect(await portuguese()).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/couldn't (be )?load/)).toBeNull())
})

test('what fails before there is a page shows the panel, with details and the way to reload', async () => {
  fakeServer(null, [])
  setI18n(undefined as never)
  await act(async () => {
    render(<Root services={Promise.reject(new Error('Nothing started'))} />)
  })
  expect(await screen.findByText('There was an error in loading this page.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload this page' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Click for error details' }))
  expect(await screen.findByText(/Nothing started/)).toBeTruthy()
  takeConsoleErrors()
})
