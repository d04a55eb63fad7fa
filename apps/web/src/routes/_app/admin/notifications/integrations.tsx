import { createFileRoute } from '@tanstack/react-router'
import { IntegrationsPage } from '#web/features/admin/notifications/integrations-page.tsx'
import { validateProviderSearch } from '#web/features/admin/notifications/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  return (
    <IntegrationsPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: validateProviderSearch(search), replace: true })}
    />
  )
}

export const Route = createFileRoute('/_app/admin/notifications/integrations')({
  staticData: { title: 'admin/notifications:integrations.title', ability: 'admin.notifications' },
  validateSearch: validateProviderSearch,
  loader: ({ context }) => context.texts.loadNamespaces(['admin/notifications', 'errors', 'validation']),
  component: Page,
})
