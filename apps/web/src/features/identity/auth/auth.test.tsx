import { getChecklist } from '@recado/contracts/admin/dashboard'
import { checkReset, getInvitation, registerAccount, resetPassword } from '@recado/contracts/identity/auth'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failing, on, onPath } from '#web/test/fake-server.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { sessionOf } from '#web/test/sessions.ts'

const checklist = on(getChecklist, () => ({ steps: [], done: true }))
const refused = onPath('POST', '/api/auth/callback/credentials', () => ({
  status: 401,
  body: { url: 'http://localhost:5000/api/auth/error?error=CredentialsSignin' },
}))

const working = on(checkReset, () => ({ twoFactor: false }))

test('a wrong password says so without telling which part was wrong, and keeps what was typed', async () => {
  const { user } = await renderApp('/signin', { routes: [refused] })
  await user.type(await screen.findByLabelText('Email'), 'ana@example.com')
  await user.type(screen.getByLabelText('Password'), 'wrong-password')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Incorrect email or password.')
  expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('ana@example.com')
})

test('signing in leads to the page that was asked for', async () => {
  const { user, router, server } = await renderApp('/signin?callbackUrl=%2Fcompanies', {
    routes: [
      onPath('POST', '/api/auth/callback/credentials', () => {
        server.state.session = sessionOf()
        return { status: 200, body: { url: 'http://localhost:5000/companies' } }
      }),
      checklist,
      onPath('GET', '/api/v1/companies/my-companies', () => ({ status: 200, body: { companies: [] } })),
    ],
  })
  await user.type(await screen.findByLabelText('Email'), 'ana@example.com')
  await user.type(screen.getByLabelText('Password'), 'right-password')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/companies'))
})

test('an account with a second factor is asked for its code, and a wrong one is told', async () => {
  const { user, router, server } = await renderApp('/signin?callbackUrl=%2Fcompanies', {
    routes: [
      onPath('POST', '/api/auth/callback/credentials', ({ body }) => {
        const code = (body as URLSearchParams).get('code')
        const url = 'http://localhost:5000'
        if (code === null) return { status: 401, body: { url: `${url}/api/auth/error?error=TwoFactorRequired` } }
        if (code !== '123456') return { status: 401, body: { url: `${url}/api/auth/error?error=TwoFactorInvalid` } }
        server.state.session = sessionOf()
        return { status: 200, body: { url: `${url}/companies` } }
      }),
      checklist,
      onPath('GET', '/api/v1/companies/my-companies', () => ({ status: 200, body: { companies: [] } })),
    ],
  })
  await user.type(await screen.findByLabelText('Email'), 'ana@example.com')
  await user.type(screen.getByLabelText('Password'), 'right-password')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  const field = await screen.findByLabelText('Code')
  await user.type(field, 'abcde-fghjk')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This code is incorrect')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.clear(field)
  await user.type(field, '123456')
  await waitFor(() => expect(router.state.location.pathname).toBe('/companies'))
})

test('back from a provider the code of the account is all that is asked for', async () => {
  const { user, router, server } = await renderApp('/signin?callbackUrl=%2Fcompanies&error=TwoFactorRequired', {
    routes: [
      onPath('POST', '/api/auth/callback/credentials', ({ body }) => {
        const fields = body as URLSearchParams
        expect([fields.get('email'), fields.get('password'), fields.get('code')]).toEqual([null, null, '123456'])
        server.state.session = sessionOf()
        return { status: 200, body: { url: 'http://localhost:5000/companies' } }
      }),
      checklist,
      onPath('GET', '/api/v1/companies/my-companies', () => ({ status: 200, body: { companies: [] } })),
    ],
  })
  await user.type(await screen.findByLabelText('Code'), '123456')
  await waitFor(() => expect(router.state.location.pathname).toBe('/companies'))
})

test('a code of a mail is submitted automatically each time it is complete, after a wrong one too', async () => {
  const { user, server } = await renderApp('/verify-email?email=ana%40example.com', {
    routes: [
      onPath('POST', '/api/v1/auth/verify-email', ({ body }) =>
        (body as { code: string }).code === '123456'
          ? { status: 200, body: { email: 'ana@example.com', resetToken: null } }
          : { status: 422, body: { type: 'about:blank', title: 'x', status: 422, code: 'code_wrong' } },
      ),
    ],
  })
  const field = await screen.findByLabelText('Code')
  expect(document.activeElement).toBe(field)
  await user.type(field, '12')
  expect(screen.getByRole('button', { name: 'Confirm' }).hasAttribute('disabled')).toBe(true)
  await user.type(field, '3450')
  expect((await screen.findByRole('alert')).textContent).toContain("That code isn't right")
  expect(screen.getByRole('button', { name: 'Confirm' }).hasAttribute('disabled')).toBe(false)
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard('123 456')
  expect(await screen.findByText('Email confirmed')).toBeTruthy()
  expect(server.calls('POST', '/api/v1/auth/verify-email')).toHaveLength(2)
})

test('in demo mode one click fills in an account', async () => {
  const accounts = [{ email: 'demo@example.com', password: 'demo-password', role: 'customer', name: 'Demo' }]
  const app = onPath('GET', '/api/v1/app', () => ({
    status: 200,
    body: { version: '1', mode: 'demo', demo: { phoneUrl: '/p', mailUrl: '/m', accounts }, tagManagerId: null },
  }))
  const { user } = await renderApp('/signin', { routes: [app] })
  await user.click(await screen.findByRole('button', { name: 'Demo · customer' }))
  expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('demo@example.com')
  expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('demo-password')
})

/** What password managers and scripts find a form's fields by. */
const fieldsOf = (form: HTMLFormElement | null) =>
  [...(form?.querySelectorAll('input') ?? [])]
    .filter((field) => !['hidden', 'checkbox'].includes(field.type))
    .map((field) => [field.name, field.autocomplete])

test.each([
  [
    '/signin',
    'Sign in',
    [
      ['email', 'username'],
      ['password', 'current-password'],
    ],
  ],
  ['/forgot-password', 'Send link', [['email', 'email']]],
  [
    '/reset-password?token=abc',
    'Save new password',
    [
      ['password', 'new-password'],
      ['repeated', 'new-password'],
    ],
  ],
  [
    '/register',
    'Create account',
    [
      ['name', 'name'],
      ['email', 'email'],
      ['password', 'new-password'],
      ['companyName', 'organization'],
      ['website', 'off'],
    ],
  ],
])('the fields of %s have names, and say what fills them in', async (path, button, expected) => {
  await renderApp(path, { routes: [working] })
  const submit = await screen.findByRole<HTMLButtonElement>('button', { name: button })
  expect(fieldsOf(submit.form)).toEqual(expected)
})

test.each([
  ['en', 'terms of use', 'privacy policy'],
  ['pt', 'termos de uso', 'política de privacidade'],
] as const)('what is accepted is linked where it is accepted, in %s', async (language, terms, privacy) => {
  await renderApp('/register', { language })
  expect((await screen.findByRole('link', { name: terms })).getAttribute('href')).toBe('/terms')
  expect(screen.getByRole('link', { name: privacy }).getAttribute('href')).toBe('/privacy')
})

test('registering checks the fields before sending, and asks for the code after', async () => {
  const { user, router, server } = await renderApp('/register', {
    routes: [on(registerAccount, () => ({ next: 'verify' as const }))],
  })
  await user.click(await screen.findByRole('button', { name: 'Create account' }))
  expect(await screen.findByText('You need to accept this to continue')).toBeTruthy()
  expect(server.calls('POST', registerAccount.path)).toHaveLength(0)
  await user.type(screen.getByLabelText('Your name'), 'Ana Souza')
  await user.type(screen.getByLabelText('Email'), 'ana@example.com')
  await user.type(screen.getByLabelText('Password'), 'padaria-boa-massa')
  await user.click(screen.getByLabelText(/I accept the terms/))
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/verify-email'))
  expect(server.calls('POST', registerAccount.path)[0]?.body).toMatchObject({
    name: 'Ana Souza',
    email: 'ana@example.com',
    terms: true,
    marketing: false,
    locale: 'en',
  })
})

test('a new password takes a code where the account has a second factor', async () => {
  const { user, server } = await renderApp('/reset-password?token=abc', {
    routes: [on(checkReset, () => ({ twoFactor: true })), failing(resetPassword, 'code_wrong')],
  })
  await user.type(await screen.findByLabelText('New password'), 'padaria-boa-massa')
  await user.type(screen.getByLabelText('Repeat new password'), 'padaria-boa-massa')
  await user.type(screen.getByLabelText('Code'), '123456')
  expect(await screen.findByText('This code is incorrect, expired, or already used.')).toBeTruthy()
  const body = { token: 'abc', password: 'padaria-boa-massa', code: '123456' }
  expect(server.calls('POST', resetPassword.path)[0]?.body).toEqual(body)
})

test('field errors of the server land on their fields', async () => {
  const errors = [{ path: 'password', code: 'too_small', message: 'x' }]
  const { user } = await renderApp('/reset-password?token=abc', {
    routes: [working, failing(resetPassword, 'validation_failed', { errors })],
  })
  await user.type(await screen.findByLabelText('New password'), 'padaria-boa-massa')
  await user.type(screen.getByLabelText('Repeat new password'), 'padaria-boa-massa')
  await user.click(screen.getByRole('button', { name: 'Save new password' }))
  expect(await screen.findByText('Too short')).toBeTruthy()
  expect(screen.queryByText('Please check the highlighted fields.')).toBeNull()
})

test('a used reset link says so when it is opened, and offers to ask for a new one', async () => {
  await renderApp('/reset-password?token=abc', { routes: [failing(checkReset, 'token_invalid')] })
  expect(await screen.findByText('This link is no longer valid')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot-password')
})

test.each([
  ['same', 'button', 'Accept'],
  ['other', 'button', 'Use another account'],
  ['exists', 'link', 'Sign in to accept'],
  ['none', 'button', 'Create account'],
] as const)('an invitation for an account that is %s offers: %s %s', async (account, role, name) => {
  const invitation = on(getInvitation, () => ({
    email: 'davi@example.com',
    role: 'member' as const,
    state: 'open' as const,
    expiresAt: '2099-01-01T00:00:00Z',
    company: { name: 'Padaria' },
    inviter: { name: 'Ana' },
    account,
  }))
  await renderApp('/invitations/abc', { routes: [invitation] })
  expect(await screen.findByRole('heading', { name: 'Join Padaria' })).toBeTruthy()
  expect(await screen.findByRole(role, { name })).toBeTruthy()
})
