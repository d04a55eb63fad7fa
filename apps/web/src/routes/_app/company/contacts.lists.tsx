import { createFileRoute } from '@tanstack/react-router'
import { validateGroupSearch as validateSearch } from '#web/components/contact/group-search.ts'
import { ListsPage } from '#web/features/contacts/lists/lists-page.tsx'

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
