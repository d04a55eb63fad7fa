import { createFileRoute } from '@tanstack/react-router'
import { AdminChannelsPage } from '#web/features/admin/operators/admin-channels-page.tsx'
import { validateChannelSearch } from '#web/features/admin/operators/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  return <AdminChannelsPage search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/admin/whatsapp-channels')({
  validateSearch: validateChannelSearch,
  loader: ({ context }) => context.texts.loadNamespaces(['admin/operators', 'errors', 'validation']),
  staticData: { title: 'admin/operators:admin.title', ability: 'admin.platform' },
  component: Page,
})
