import { createFileRoute } from '@tanstack/react-router'
import { ConfirmEmailPage } from '../../features/auth/confirm-email-page.tsx'
import { textSearch } from '../../lib/search.ts'

const Page = () => <ConfirmEmailPage token={Route.useSearch().token} />

export const Route = createFileRoute('/_public/confirm-email')({
  validateSearch: textSearch('token'),
  loader: ({ context }) => context.texts.loadNamespaces(['auth', 'errors']),
  staticData: { title: 'auth:newEmail.title' },
  component: Page,
})
