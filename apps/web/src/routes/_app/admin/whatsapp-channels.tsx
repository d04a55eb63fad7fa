import { createFileRoute } from '@tanstack/react-router'
import { AdminChannelsPage } from '../../../features/operator/admin-channels-page.tsx'
import { validateChannelSearch } from '../../../features/operator/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  return <AdminChannelsPage search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/admin/whatsapp-channels')({
  validateSearch: validateChannelSearch,
  loader: ({ context }) => context.texts.loadNamespaces(['operator', 'errors', 'validation']),
  staticData: { title: 'operator:admin.title', ability: 'admin.platform' },
  component: Page,
})
