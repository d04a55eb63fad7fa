import { createFileRoute } from '@tanstack/react-router'
import { BinPage } from '#web/features/contacts/list/bin-page.tsx'
import { validateContactSearch } from '#web/features/contacts/list/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  return <BinPage search={validateContactSearch(Route.useSearch())} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/company/contacts/bin')({
  validateSearch: validateContactSearch,
  staticData: { title: 'contacts/list:pages.bin', ability: 'contacts.edit' },
  loader: ({ context }) => context.texts.loadNamespaces(['contacts/list', 'errors']),
  component: Page,
})
