import { createFileRoute } from '@tanstack/react-router'
import { AuthErrorPage } from '#web/features/identity/auth/auth-error-page.tsx'
import { textSearch } from '#web/lib/api/search.ts'

const Page = () => <AuthErrorPage error={Route.useSearch().error} />

export const Route = createFileRoute('/_public/auth/error')({
  validateSearch: textSearch('error'),
  loader: ({ context }) => context.texts.loadNamespaces(['identity/auth', 'validation']),
  staticData: { title: 'identity/auth:errorPage.title' },
  component: Page,
})
