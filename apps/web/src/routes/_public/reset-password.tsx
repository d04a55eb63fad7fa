import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '#web/features/identity/auth/reset-password-page.tsx'
import { textSearch } from '#web/lib/api/search.ts'

const Page = () => <ResetPasswordPage token={Route.useSearch().token} />

export const Route = createFileRoute('/_public/reset-password')({
  validateSearch: textSearch('token'),
  loader: ({ context }) => context.texts.loadNamespaces(['identity/auth', 'validation']),
  staticData: { title: 'identity/auth:reset.title' },
  component: Page,
})
