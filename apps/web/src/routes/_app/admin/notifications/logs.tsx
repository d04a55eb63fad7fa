import { createFileRoute } from '@tanstack/react-router'
import { LogsPage } from '#web/features/admin/notifications/logs-page.tsx'
import { validateLogSearch } from '#web/features/admin/notifications/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  return <LogsPage search={validateLogSearch(Route.useSearch())} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/admin/notifications/logs')({
  validateSearch: validateLogSearch,
  staticData: { title: 'admin/notifications:logs.title', ability: 'admin.notifications' },
  loader: ({ context }) => context.texts.loadNamespaces(['admin/notifications', 'errors']),
  component: Page,
})
