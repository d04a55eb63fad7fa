import { createFileRoute } from '@tanstack/react-router'
import { OperatorChannelsPage } from '#web/features/admin/operators/operator-pages.tsx'
import { validateChannelSearch } from '#web/features/admin/operators/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  return <OperatorChannelsPage search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/whatsapp/')({
  validateSearch: validateChannelSearch,
  loader: ({ context }) => context.texts.loadNamespaces(['admin/operators', 'errors']),
  staticData: { title: 'admin/operators:title', ability: 'operator.channels' },
  component: Page,
})
