import { createFileRoute } from '@tanstack/react-router'
import { ListsPage } from '#web/features/contacts/lists/lists-page.tsx'
import { textSearch } from '#web/lib/api/search.ts'

const validateSearch = textSearch('search')

const Page = () => {
  const navigate = Route.useNavigate()
  return <ListsPage search={validateSearch(Route.useSearch())} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/company/contacts/lists')({
  validateSearch,
  staticData: { title: 'contacts/lists:title', ability: 'contacts.view' },
  loader: ({ context }) => context.texts.loadNamespaces(['contacts/lists']),
  component: Page,
})
