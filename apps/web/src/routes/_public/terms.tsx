import { createFileRoute } from '@tanstack/react-router'
import { LegalPage } from '#web/features/admin/settings/legal-page.tsx'

const Page = () => <LegalPage kind="terms" />

export const Route = createFileRoute('/_public/terms')({
  loader: ({ context }) => context.texts.loadNamespaces(['admin/settings', 'errors']),
  staticData: { title: 'admin/settings:legal.terms' },
  component: Page,
})
