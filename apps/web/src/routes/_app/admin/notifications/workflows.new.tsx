import { createFileRoute } from '@tanstack/react-router'
import { WorkflowFormPage } from '#web/features/admin/notifications/form/workflow-form-page.tsx'

export const Route = createFileRoute('/_app/admin/notifications/workflows/new')({
  staticData: { title: 'admin/notifications:workflows.new', ability: 'admin.notifications' },
  loader: ({ context }) => context.texts.loadNamespaces(['admin/notifications', 'errors', 'validation']),
  component: () => <WorkflowFormPage id={null} />,
})
