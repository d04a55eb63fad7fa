import { createFileRoute } from '@tanstack/react-router'
import { LegalPage } from '#web/features/admin/settings/legal-page.tsx'

const Page = () => <LegalPage kind="privacy" />

export const Route = createFileRoute('/_public/privacy')({
  loader: ({ context }) => context.texts.loadNamespaces(['admin/settings', 'errors']),
  staticData: { title: 'admin/settings:legal.privacy' },
  component: Page,
})
