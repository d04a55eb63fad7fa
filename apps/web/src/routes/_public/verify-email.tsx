import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmailPage } from '#web/features/identity/auth/verify-email-page.tsx'
import { textSearch } from '#web/lib/api/search.ts'

const Page = () => {
  const { token, email } = Route.useSearch()
  return <VerifyEmailPage token={token} email={email} />
}

export const Route = createFileRoute('/_public/verify-email')({
  validateSearch: textSearch('token', 'email'),
  loader: ({ context }) => context.texts.loadNamespaces(['identity/auth', 'validation']),
  staticData: { title: 'identity/auth:verify.title' },
  component: Page,
})
