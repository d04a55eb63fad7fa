import { createFileRoute } from '@tanstack/react-router'
import { validateSubscriberSearch } from '#web/features/admin/notifications/search.ts'
import { SubscribersPage } from '#web/features/admin/notifications/subscribers-page.tsx'

const Page = () => {
  const navigate = Route.useNavigate()
  return (
    <SubscribersPage
      search={validateSubscriberSearch(Route.useSearch())}
      onSearch={(search) => void navigate({ search })}
    />
  )
}

export const Route = createFileRoute('/_app/admin/notifications/subscribers/')({
  validateSearch: validateSubscriberSearch,
  staticData: { title: 'admin/notifications:subscribers.title', ability: 'admin.notifications' },
  loader: ({ context }) => context.texts.loadNamespaces(['admin/notifications', 'errors']),
  component: Page,
})
