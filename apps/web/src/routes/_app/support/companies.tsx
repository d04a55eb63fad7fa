import { createFileRoute } from '@tanstack/react-router'
import { validateSupportSearch } from '#web/features/admin/companies/search.ts'
import { SupportPage } from '#web/features/admin/companies/support-page.tsx'

const Page = () => {
  const navigate = Route.useNavigate()
  return <SupportPage search={Route.useSearch()} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/support/companies')({
  validateSearch: validateSupportSearch,
  staticData: { title: 'admin/accounts:support.title', ability: 'support.view' },
  loader: ({ context }) => context.texts.loadNamespaces(['admin/accounts', 'errors', 'validation']),
  component: Page,
})
