import { createFileRoute } from '@tanstack/react-router'
import { WorkflowFormPage } from '#web/features/admin/notifications/form/workflow-form-page.tsx'

const Page = () => <WorkflowFormPage id={Route.useParams().id} />

export const Route = createFileRoute('/_app/admin/notifications/workflows/$id/edit')({
  staticData: { title: 'admin/notifications:workflows.edit', ability: 'admin.notifications' },
  loader: ({ context }) => context.texts.loadNamespaces(['admin/notifications', 'errors', 'validation']),
  component: Page,
})
