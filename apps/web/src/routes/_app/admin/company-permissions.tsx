import { createFileRoute } from '@tanstack/react-router'
import { AccessPage } from '#web/features/admin/companies/access-page.tsx'
import { validateAccessSearch } from '#web/features/admin/companies/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  return <AccessPage search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/admin/company-permissions')({
  validateSearch: validateAccessSearch,
  staticData: { title: 'admin/accounts:access.title', ability: 'admin.platform' },
  loader: ({ context }) => context.texts.loadNamespaces(['admin/accounts', 'errors']),
  component: Page,
})
