import { createFileRoute } from '@tanstack/react-router'
import { MessagesPage } from '../../../features/messages/messages-page.tsx'
import { validateLogSearch } from '../../../features/messages/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  return <MessagesPage search={validateLogSearch(Route.useSearch())} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/company/messages')({
  validateSearch: validateLogSearch,
  staticData: { title: 'messages:title', ability: 'messages.view' },
  loader: ({ context }) => context.texts.loadNamespaces(['messages', 'graph', 'errors']),
  component: Page,
})
