import { createFileRoute } from '@tanstack/react-router'
import { AdminMessagesPage } from '#web/features/inbox/message-log/admin-messages-page.tsx'
import { validateAdminLogSearch } from '#web/features/inbox/message-log/admin-search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  return (
    <AdminMessagesPage
      search={validateAdminLogSearch(Route.useSearch())}
      onSearch={(search) => void navigate({ search })}
    />
  )
}

export const Route = createFileRoute('/_app/admin/messages')({
  validateSearch: validateAdminLogSearch,
  staticData: { title: 'inbox/message-log:adminTitle', ability: 'admin.platform' },
  loader: ({ context }) => context.texts.loadNamespaces(['inbox/message-log', 'whatsapp/graph-errors', 'errors']),
  component: Page,
})
