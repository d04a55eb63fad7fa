import { createFileRoute } from '@tanstack/react-router'
import { MessagesPage } from '#web/features/inbox/message-log/messages-page.tsx'
import { validateLogSearch } from '#web/features/inbox/message-log/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  return <MessagesPage search={validateLogSearch(Route.useSearch())} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/company/messages')({
  validateSearch: validateLogSearch,
  staticData: { title: 'inbox/message-log:title', ability: 'messages.view' },
  loader: ({ context }) => context.texts.loadNamespaces(['inbox/message-log', 'whatsapp/graph-errors', 'errors']),
  component: Page,
})
