import { createFileRoute } from '@tanstack/react-router'
import { ActivityPage } from '#web/features/admin/notifications/activity-page.tsx'
import { validateRunSearch } from '#web/features/admin/notifications/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  return <ActivityPage search={validateRunSearch(Route.useSearch())} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/admin/notifications/activity/')({
  validateSearch: validateRunSearch,
  staticData: { title: 'admin/notifications:activity.title', ability: 'admin.notifications' },
  loader: ({ context }) => context.texts.loadNamespaces(['admin/notifications', 'errors']),
  component: Page,
})
