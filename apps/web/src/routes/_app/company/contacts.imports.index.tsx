import { createFileRoute } from '@tanstack/react-router'
import { ImportsPage } from '#web/features/contacts/imports/imports-page.tsx'
import { textSearch } from '#web/lib/api/search.ts'

const validateSearch = textSearch('cursor')

const Page = () => {
  const navigate = Route.useNavigate()
  return <ImportsPage search={validateSearch(Route.useSearch())} onSearch={(search) => void navigate({ search })} />
}

export const Route = createFileRoute('/_app/company/contacts/imports/')({
  validateSearch,
  staticData: { title: 'contacts/imports:title', ability: 'contacts.import' },
  loader: ({ context }) => context.texts.loadNamespaces(['contacts/imports']),
  component: Page,
})
