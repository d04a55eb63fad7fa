import { createFileRoute } from '@tanstack/react-router'
import { ContactsPage } from '#web/features/contacts/list/contacts-page.tsx'
import { validateContactSearch } from '#web/features/contacts/list/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  return (
    <ContactsPage search={validateContactSearch(Route.useSearch())} onSearch={(search) => void navigate({ search })} />
  )
}

export const Route = createFileRoute('/_app/company/contacts/')({
  validateSearch: validateContactSearch,
  staticData: { title: 'contacts/list:title', ability: 'contacts.view' },
  loader: ({ context }) => context.texts.loadNamespaces(['contacts/list', 'contacts/contact', 'errors']),
  component: Page,
})
