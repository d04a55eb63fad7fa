import { createFileRoute } from '@tanstack/react-router'
import { validateTab } from '#web/features/admin/notifications/search.ts'
import { WorkflowPage } from '#web/features/admin/notifications/workflow-page.tsx'

const Page = () => <WorkflowPage id={Route.useParams().id} tab={validateTab(Route.useSearch()).tab ?? 'steps'} />

export const Route = createFileRoute('/_app/admin/notifications/workflows/$id/')({
  validateSearch: validateTab,
  staticData: { title: 'admin/notifications:workflows.title', ability: 'admin.notifications' },
  loader: ({ context }) => context.texts.loadNamespaces(['admin/notifications', 'errors']),
  component: Page,
})
