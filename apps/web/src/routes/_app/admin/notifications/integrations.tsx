import { createFileRoute } from '@tanstack/react-router'
import { IntegrationsPage } from '#web/features/admin/notifications/integrations-page.tsx'

export const Route = createFileRoute('/_app/admin/notifications/integrations')({
  staticData: { title: 'admin/notifications:integrations.title', ability: 'admin.notifications' },
  loader: ({ context }) => context.texts.loadNamespaces(['admin/notifications', 'errors', 'validation']),
  component: IntegrationsPage,
})
