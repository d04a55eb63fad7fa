import { createFileRoute } from '@tanstack/react-router'
import { ConfirmEmailPage } from '#web/features/identity/auth/confirm-email-page.tsx'
import { textSearch } from '#web/lib/api/search.ts'

const Page = () => <ConfirmEmailPage token={Route.useSearch().token} />

export const Route = createFileRoute('/_public/confirm-email')({
  validateSearch: textSearch('token'),
  loader: ({ context }) => context.texts.loadNamespaces(['identity/auth', 'errors']),
  staticData: { title: 'identity/auth:newEmail.title' },
  component: Page,
})
