import { createFileRoute, redirect } from '@tanstack/react-router'
import { SignInPage } from '#web/features/identity/auth/sign-in-page.tsx'
import { textSearch } from '#web/lib/api/search.ts'
import { safeCallback } from '#web/lib/session/callback-url.ts'

const validateSearch = textSearch('error', 'callbackUrl', 'email')

const Page = () => {
  const { error, callbackUrl, email } = Route.useSearch()
  return <SignInPage error={error} callbackUrl={callbackUrl} email={email} />
}

export const Route = createFileRoute('/_public/signin')({
  validateSearch,
  beforeLoad: async ({ context, search }) => {
    if (await context.session.load()) throw redirect({ href: safeCallback(search.callbackUrl), replace: true })
  },
  loader: ({ context }) => context.texts.loadNamespaces(['identity/auth', 'validation']),
  staticData: { title: 'identity/auth:signIn.title' },
  component: Page,
})
