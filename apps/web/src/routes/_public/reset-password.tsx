import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '../../features/auth/reset-password-page.tsx'
import { textSearch } from '../../lib/search.ts'

const Page = () => <ResetPasswordPage token={Route.useSearch().token} />

export const Route = createFileRoute('/_public/reset-password')({
  validateSearch: textSearch('token'),
  loader: ({ context }) => context.texts.loadNamespaces(['auth', 'validation']),
  staticData: { title: 'auth:reset.title' },
  component: Page,
})
