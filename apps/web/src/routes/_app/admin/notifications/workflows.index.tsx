import { createFileRoute } from '@tanstack/react-router'
import { validateWorkflowSearch } from '#web/features/admin/notifications/search.ts'
import { WorkflowsPage } from '#web/features/admin/notifications/workflows-page.tsx'

const Page = () => {
  const navigate = Route.useNavigate()
  return (
    <WorkflowsPage
      search={validateWorkflowSearch(Route.useSearch())}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}

export const Route = createFileRoute('/_app/admin/notifications/workflows/')({
  validateSearch: validateWorkflowSearch,
  staticData: { title: 'admin/notifications:workflows.title', ability: 'admin.notifications' },
  loader: ({ context }) => context.texts.loadNamespaces(['admin/notifications', 'errors']),
  component: Page,
})
