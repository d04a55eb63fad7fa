import { createFileRoute } from '@tanstack/react-router'
import { validateUserSearch } from '#web/features/admin/users/search.ts'
import { UsersPage } from '#web/features/admin/users/users-page.tsx'

const Page = () => {
  const navigate = Route.useNavigate()
  return <UsersPage kind="customer" search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/admin/users/customers')({
  validateSearch: validateUserSearch,
  staticData: { title: 'admin/accounts:users.title.customer', ability: 'admin.platform' },
  loader: ({ context }) => context.texts.loadNamespaces(['admin/accounts', 'errors', 'validation']),
  component: Page,
})
